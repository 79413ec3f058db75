use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{other, outside};
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

macro_rules! text {
    ($($rust:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyPart<kinds::Text> for $rust {
            fn part(&self) -> Part<'_> {
                Part::Text(Cow::Borrowed(self))
            }

            fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
                match part {
                    Part::Text(text) => Ok(text.into_owned().into()),
                    part => Err(other(&part, "text")),
                }
            }
        }
    )*};
}
text!(String, Box<str>, Arc<str>);

macro_rules! int {
    ($($rust:ident),*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyPart<kinds::Int> for $rust {
            fn part(&self) -> Part<'_> {
                match i128::try_from(*self) {
                    Ok(value) => Part::Int(value),
                    // Only of u128.
                    Err(_) => Part::Refused(Cow::Owned(format!("is {self}, above the largest integer of a key ({})", i128::MAX))),
                }
            }

            fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
                match part {
                    Part::Int(value) => value.try_into().map_err(|_| outside(&value.to_string(), stringify!($rust))),
                    part => Err(other(&part, "an integer")),
                }
            }
        }
    )*};
}
int!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::F64> for f64 {
    fn part(&self) -> Part<'_> {
        Part::F64(*self)
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::F64(value) => Ok(value),
            part => Err(other(&part, "a float")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::F64> for f32 {
    fn part(&self) -> Part<'_> {
        Part::F64(f64::from(*self))
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::F64(value) => {
                let narrow = value as f32;
                if f64::from(narrow) == value { Ok(narrow) } else { Err(outside(&value.to_string(), "f32")) }
            }
            part => Err(other(&part, "a float")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Bool> for bool {
    fn part(&self) -> Part<'_> {
        Part::Bool(*self)
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Bool(value) => Ok(value),
            part => Err(other(&part, "a truth value")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Bytes> for Vec<u8> {
    fn part(&self) -> Part<'_> {
        Part::Bytes(Cow::Borrowed(self))
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Bytes(bytes) => Ok(bytes.into_owned()),
            part => Err(other(&part, "bytes")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> KeyPart<kinds::Bytes> for [u8; N] {
    fn part(&self) -> Part<'_> {
        Part::Bytes(Cow::Borrowed(self))
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Bytes(bytes) => Self::try_from(&*bytes)
                .map_err(|_| outside(&format!("of {} bytes", bytes.len()), &format!("[u8; {N}]"))),
            part => Err(other(&part, "bytes")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Time> for SystemTime {
    fn part(&self) -> Part<'_> {
        let whole = |duration: Duration| i64::try_from(duration.as_secs());
        let place = match self.duration_since(UNIX_EPOCH) {
            Ok(after) => whole(after).map(|seconds| (seconds, after.subsec_nanos())),
            Err(error) => {
                let before = error.duration();
                // Counted forward: half a second before the epoch is second -1 and half a second.
                match before.subsec_nanos() {
                    0 => whole(before).map(|seconds| (-seconds, 0)),
                    nanos => whole(before).map(|seconds| (-seconds - 1, 1_000_000_000 - nanos)),
                }
            }
        };
        match place {
            Ok((seconds, nanos)) => Part::Time { seconds, nanos },
            Err(_) => Part::Refused(Cow::Borrowed("is outside the years 0000 to 9999")),
        }
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Time { seconds, nanos } => {
                let away = Duration::from_secs(seconds.unsigned_abs());
                let second =
                    if seconds < 0 { UNIX_EPOCH.checked_sub(away) } else { UNIX_EPOCH.checked_add(away) };
                second
                    .and_then(|second| second.checked_add(Duration::from_nanos(nanos.into())))
                    .ok_or_else(|| outside("an instant", "SystemTime"))
            }
            part => Err(other(&part, "an instant")),
        }
    }
}
