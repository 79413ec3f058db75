//! Types of parts of keys.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ItemId(pub Ulid);
const _: () = {
    use ::dal::__private as _dal;
    #[automatically_derived]
    impl<K> _dal::KeyPart<K> for ItemId
    where
        Ulid: _dal::KeyPart<K>,
    {
        const WORDS: &'static str = <Ulid as _dal::KeyPart<K>>::WORDS;
        fn part(&self) -> _dal::Part<'_> {
            _dal::KeyPart::<K>::part(&self.0)
        }
        fn from_part(
            part: _dal::Part<'_>,
        ) -> ::core::result::Result<Self, _dal::KeyProblem> {
            _dal::KeyPart::<K>::from_part(part).map(Self)
        }
    }
};
mod phones {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Phone(phonenumber::PhoneNumber);
    const _: () = {
        use ::dal::__private as _dal;
        #[automatically_derived]
        impl _dal::KeyPart<_dal::kinds::Text> for Phone {
            fn part(&self) -> _dal::Part<'_> {
                _dal::display_part(&self.0)
            }
            fn from_part(
                part: _dal::Part<'_>,
            ) -> ::core::result::Result<Self, _dal::KeyProblem> {
                _dal::parse_part(&part).map(Self)
            }
        }
    };
}
#[derive(Clone, Debug, PartialEq)]
enum Urgency {
    #[serde(rename = "emergency")]
    Now,
    r#Urgent,
    Routine,
}
const _: () = {
    use my::dal::__private as _dal;
    #[automatically_derived]
    impl _dal::KeyPart<_dal::kinds::Enum> for Urgency {
        const WORDS: &'static str = "emergency|Urgent|Routine";
        fn part(&self) -> _dal::Part<'_> {
            _dal::word(
                match self {
                    Self::Now => "emergency",
                    Self::r#Urgent => "Urgent",
                    Self::Routine => "Routine",
                },
            )
        }
        fn from_part(
            part: _dal::Part<'_>,
        ) -> ::core::result::Result<Self, _dal::KeyProblem> {
            match _dal::word_of(&part)? {
                "emergency" => ::core::result::Result::Ok(Self::Now),
                "Urgent" => ::core::result::Result::Ok(Self::r#Urgent),
                "Routine" => ::core::result::Result::Ok(Self::Routine),
                other => ::core::result::Result::Err(_dal::no_such_word(other)),
            }
        }
    }
};
