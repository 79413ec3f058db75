//! Codes: one per rule, with stable numbers and names.

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The list cannot be used as it is.
    Error,
    /// The list works; something about it costs or surprises. `allow:` silences it, with a reason.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($(#[$section:meta])* $variant:ident $number:literal $name:literal $severity:ident $title:literal;)*) => {
        /// A rule of the language. Numbers and names are stable: a rule that goes leaves its number unused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$section])* #[doc = concat!($number, ": ", $title, ".")] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the numbers.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The number: `DAL0201`.
            pub fn number(self) -> &'static str {
                match self { $(Self::$variant => $number,)* }
            }

            /// The name, which `allow:` uses: `hot-partition`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Whether it is an error or a warning.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// Its page: why it matters, an example and the fix, as Markdown.
            pub fn explain(self) -> &'static str {
                match self { $(Self::$variant => include_str!(concat!("../../pages/", $number, ".md")),)* }
            }
        }
    };
}

codes! {
    BrokenYaml "DAL0101" "broken-yaml" Error "The file is not YAML";
    DuplicateKey "DAL0102" "duplicate-key" Error "A key stands twice in one map";
    EmptyValue "DAL0103" "empty-value" Error "A value is empty or null";
    YamlFeature "DAL0104" "yaml-feature" Error "An anchor, an alias or a tag";
    SeveralDocuments "DAL0105" "several-documents" Error "Several YAML documents in one file";
    TooDeep "DAL0106" "too-deep" Error "Nested deeper than 64 levels";
    TooLarge "DAL0107" "too-large" Error "A file, a list or a key that is too large";
    TabIndent "DAL0108" "tab-indent" Error "A tab indents a line";
    UnquotedBraces "DAL0109" "unquoted-braces" Error "Text that begins with a brace is not quoted";
    CommentEatsValue "DAL0110" "comment-eats-value" Error "A value that begins with # is a comment";
    CommentCutsText "DAL0111" "comment-cuts-text" Error "A # after a space cuts the text short";
    UnreadableFile "DAL0112" "unreadable-file" Error "A file cannot be read";
    IncludeOutside "DAL0113" "include-outside" Error "An included file lies outside the workspace";
    IncludeCycle "DAL0114" "include-cycle" Error "Files include each other in a circle";
    IncludeTwice "DAL0115" "include-twice" Error "A file is included twice";
    IncludeGlob "DAL0116" "include-glob" Error "include: names a pattern of files";
    BrokenLock "DAL0117" "broken-lock" Error "patterns.lock cannot be understood";
    CommaCutsText "DAL0118" "comma-cuts-text" Error "A comma in braces or brackets cuts the text short";

    UnknownWord "DAL0201" "unknown-word" Error "A word that the language does not have here";
    NotBuiltYet "DAL0202" "not-built-yet" Error "A part of the language that this version does not build";
    MissingWord "DAL0203" "missing-word" Error "A word that must be given is missing";
    WrongForm "DAL0204" "wrong-form" Error "A map, a list or a text where another is wanted";
    WrongValue "DAL0205" "wrong-value" Error "A value that the word does not take";
    UnsupportedVersion "DAL0206" "unsupported-version" Error "A version of the language that this dal does not read";
    MisplacedSection "DAL0207" "misplaced-section" Error "A section that only the first file can have";
    DuplicateName "DAL0208" "duplicate-name" Error "Two things have one name";
    InvalidName "DAL0209" "invalid-name" Error "A name that Rust code cannot have";
    ShadowingName "DAL0210" "shadowing-name" Error "A pattern's name would hide a method";
    NameCollision "DAL0211" "name-collision" Error "Two generated items would have one name";
    DynamoDbName "DAL0212" "dynamodb-name" Error "A name that DynamoDB does not accept";
    UnknownAllow "DAL0213" "unknown-allow" Error "allow: names no code";
    AllowedError "DAL0214" "allowed-error" Error "allow: names an error";
    UnusedAllow "DAL0215" "unused-allow" Warning "allow: silences nothing";
    EmptyReason "DAL0216" "empty-reason" Error "A reason is empty";
    AttributeClash "DAL0217" "attribute-clash" Error "One attribute has two meanings";

    UnknownKind "DAL0301" "unknown-kind" Error "A kind that the language does not have";
    TypesDisagree "DAL0302" "types-disagree" Error "Two files give one field different kinds";
    UnusedType "DAL0303" "unused-type" Warning "A type is declared for a field that no key uses";
    BadRange "DAL0304" "bad-range" Error "A range of integers without values";
    BadWords "DAL0305" "bad-words" Error "An enum's words cannot be told apart in keys";
    TenantKind "DAL0306" "tenant-kind" Error "An entity gives a tenant field a kind of its own";
    BadPattern "DAL0307" "bad-pattern" Error "The pattern of a text is none";
    NativeKind "DAL0308" "native-kind" Error "A key attribute has a type that its field's kind is not";

    EmptyTemplate "DAL0401" "empty-template" Error "A template without text";
    UnbalancedBraces "DAL0402" "unbalanced-braces" Error "A template's braces do not match";
    UnknownEncoding "DAL0403" "unknown-encoding" Error "An encoding that the language does not have";
    IllegalEncoding "DAL0404" "illegal-encoding" Error "An encoding that the part's kind does not have";
    DescendingText "DAL0405" "descending-text" Error "Text cannot be written in descending order";
    PartsTouch "DAL0406" "parts-touch" Error "Nothing tells where one part ends and the next begins";
    LateDelimiter "DAL0407" "late-delimiter" Error "The literal after a text part begins with a character that text can hold";
    BadPart "DAL0408" "bad-part" Error "A part's name is not a field name";
    ReservedPart "DAL0409" "reserved-part" Error "A reserved part stands where it has no meaning";
    MissingKey "DAL0410" "missing-key" Error "An entity lacks a template for one of its keys";
    NativeTemplate "DAL0411" "native-template" Error "A template of text on a key attribute that is a number or bytes";
    KeyOnlyLost "DAL0412" "key-only-lost" Error "key_only: names a field that no key gives back";
    UnusedKeyOnly "DAL0413" "unused-key-only" Warning "key_only: of the table names a field that no key holds";

    UnknownIndex "DAL0501" "unknown-index" Error "An index that the table does not have";
    HalfKey "DAL0502" "half-key" Error "An entity gives only one half of an index's key";
    TooManyIndexes "DAL0503" "too-many-indexes" Error "More indexes than DynamoDB allows";
    TooManyProjected "DAL0504" "too-many-projected" Error "More projected attributes than DynamoDB allows";
    ProjectedKey "DAL0505" "projected-key" Warning "A projection lists a key, which is always there";
    MissingSelect "DAL0506" "missing-select" Error "A pattern of an index with a projection list does not say what it needs";
    UnpinnedProjection "DAL0507" "unpinned-projection" Warning "A computed projection is not pinned in patterns.lock";
    ProjectionChanged "DAL0508" "projection-changed" Error "A computed projection differs from patterns.lock";
    BadCondition "DAL0509" "bad-condition" Error "when: names a value that the field does not have";
    UnknownKeyAttribute "DAL0510" "unknown-key-attribute" Error "keys: names an attribute that is no key";
    TwoTemplates "DAL0511" "two-templates" Error "An entity gives one key attribute two templates";
    NoOwnAttribute "DAL0512" "no-own-attribute" Error "An index shares all of its key attributes with others";
    AlwaysMember "DAL0513" "always-member" Error "when: on an index that every item is in";
    TooManyKeyAttributes "DAL0514" "too-many-key-attributes" Error "A key of more attributes than DynamoDB allows";

    MissingVerb "DAL0601" "missing-verb" Error "A pattern does not say what it does";
    TwoVerbs "DAL0602" "two-verbs" Error "A pattern has two verbs";
    GetOnIndex "DAL0603" "get-on-index" Error "GetItem cannot read an index";
    UnknownEntity "DAL0604" "unknown-entity" Error "An entity that the list does not have";
    NotInIndex "DAL0605" "not-in-index" Error "A pattern reads an index that its entity is not in";
    HoleInKey "DAL0606" "hole-in-key" Error "by: leaves out a part before one that it names";
    NotAKeyPart "DAL0607" "not-a-key-part" Error "A pattern binds a field that is not a part of the key it reads";
    RangeNotNext "DAL0608" "range-not-next" Error "range: or prefix: names a part that is not next";
    RangeUnordered "DAL0609" "range-unordered" Error "range: over a part whose keys are not in order";
    WrongConstant "DAL0610" "wrong-constant" Error "A constant that the field does not have";
    OrderNotTime "DAL0611" "order-not-time" Error "newest or oldest over a part that is not a time";
    NothingToOrder "DAL0612" "nothing-to-order" Error "An order, a range or a limit where at most one item answers";
    BadLimit "DAL0613" "bad-limit" Error "A limit that is not a number from 1 up";
    ConsistentIndex "DAL0614" "consistent-index" Error "A consistent read of a global secondary index";
    PartitionPart "DAL0615" "partition-part" Error "A pattern treats a part of the partition key as if it were optional";
    WordDoesNotFit "DAL0616" "word-does-not-fit" Error "A word that this verb does not take";
    UnknownParameter "DAL0617" "unknown-parameter" Error "as: renames something that is not a parameter";
    Repeated "DAL0618" "repeated" Error "A name stands twice in one list";
    BoundTwice "DAL0619" "bound-twice" Error "A part is bound by two words";
    CollectionApart "DAL0620" "collection-apart" Error "Entities of a collection do not share a partition";
    CollectionUnbounded "DAL0621" "collection-unbounded" Error "The keys of a collection share no beginning that ends at a delimiter";
    UnreadEntity "DAL0622" "unread-entity" Warning "No pattern reads an entity";
    NothingToPick "DAL0623" "nothing-to-pick" Error "first or latest where at most one item answers";
    PrefixNotText "DAL0624" "prefix-not-text" Error "prefix: names a part that is no text";
    RangeAndPrefix "DAL0625" "range-and-prefix" Error "A pattern has a range and a prefix";
    BadFilter "DAL0630" "bad-filter" Error "A condition that cannot be read";
    KeyInFilter "DAL0631" "key-in-filter" Error "filter: names an attribute of the key that is read";
    TooManyQueries "DAL0632" "too-many-queries" Error "A pattern of more queries than are sent together";
    NoRunOn "DAL0633" "no-run-on" Error "runs_on: where a range has nothing to run on over";
    QueryOfOne "DAL0650" "query-of-one" Error "A query of a table whose partitions hold one item each";

    MissingTenant "DAL0701" "missing-tenant" Error "A partition does not begin with the tenant";
    NeedlessAcross "DAL0702" "needless-across-tenants" Error "across_tenants on a partition that begins with the tenant";
    AcrossWithoutTenant "DAL0703" "across-without-tenant" Error "across_tenants on a table without tenants";
    BadTenant "DAL0704" "bad-tenant" Error "A tenant template that cannot separate tenants";
    MixedScope "DAL0705" "mixed-scope" Error "A pattern over entities inside and outside tenants";

    UnknownType "DAL0801" "unknown-type" Error "A derive on a type that the list does not name";
    MissingField "DAL0802" "missing-field" Error "A struct lacks a field that its keys are built from";
    OptionalKeyPart "DAL0803" "optional-key-part" Error "A part of the primary key is optional";
    OptionalTenant "DAL0804" "optional-tenant" Error "A tenant field is optional";
    UnknownSelect "DAL0805" "unknown-select" Error "select: names a field that the struct does not have";
    SelectNotProjected "DAL0806" "select-not-projected" Error "A pattern needs an attribute that the index does not hold";
    RenamedComputed "DAL0807" "renamed-computed" Error "A computed projection needs a renamed attribute";
    SkippedKeyPart "DAL0808" "skipped-key-part" Error "serde skips a field that a key is built from";
    OptionWith "DAL0809" "option-with" Error "An optional field read by a function of its own has no default";
    KeyAttribute "DAL0810" "key-attribute" Error "A field is stored under the name of a key attribute";
    PresentAlways "DAL0811" "present-always" Error "when: asks for the presence of a field that is always there";
    TtlNotSeconds "DAL0812" "ttl-not-seconds" Error "The TTL field is not stored as epoch seconds";
    MissingVariant "DAL0813" "missing-variant" Error "The table's enum lacks an entity";
    UnknownVariant "DAL0814" "unknown-variant" Error "An enum has a variant that the list does not name";
    WrongPayload "DAL0815" "wrong-payload" Error "A variant or field holds another type than its entity";
    MissingMember "DAL0816" "missing-member" Error "A collection lacks an entity of its pattern";
    UnknownMember "DAL0817" "unknown-member" Error "A collection has an entity that its pattern does not read";
    OneOfMany "DAL0818" "one-of-many" Error "A collection has room for one item where several can match";
    EnumPayload "DAL0819" "enum-payload" Error "A key enum has a variant with fields";
    WrongBody "DAL0820" "wrong-body" Error "A derive on the wrong form of type";
    TtlNotProjected "DAL0821" "ttl-not-projected" Warning "An index does not hold the TTL of its entity";
    FlattenedKeyPart "DAL0822" "flattened-key-part" Error "serde flattens a field that a key is built from";
    GenericType "DAL0823" "generic-type" Error "A derive on a type with generic parameters";
    SerdeForm "DAL0824" "serde-form" Error "serde gives an entity another form than that of its fields";
    RenamedOneWay "DAL0825" "renamed-one-way" Error "serde writes a name and reads another";
    DalAttribute "DAL0826" "dal-attribute" Error "A word that #[dal(…)] does not have, or cannot read";
    MisplacedAttribute "DAL0827" "misplaced-attribute" Error "A word of #[dal(…)] on a type that it is not for";
    NotOfKind "DAL0828" "not-of-kind" Error "A field's Rust type is not of the kind that the list declares";
    OtherWords "DAL0829" "other-words" Error "A key enum has other words than the list";
    OtherEntity "DAL0830" "other-entity" Error "A variant holds an entity of another list";
    TenantsDiffer "DAL0831" "tenants-differ" Error "Two entities name their tenant by different types";
    NoSerde "DAL0832" "no-serde" Error "An entity that serde does not write and read";
    NotDerived "DAL0833" "not-derived" Error "A type that the list declares, and that no derive makes";
    NativeName "DAL0835" "native-name" Error "A field that a key attribute holds is stored under another name";
    KeyOnlyOptional "DAL0836" "key-only-optional" Error "A value lives in a key that an item can lack";
    UnknownAttribute "DAL0840" "unknown-attribute" Error "A condition names a field that the struct does not have";
    UnknownConstant "DAL0841" "unknown-constant" Error "A constant for a field whose kind the list does not know";

    SameKey "DAL0901" "same-key" Error "Items of two entities can have one key";
    ListLeaks "DAL0902" "list-leaks" Error "A query also reads another entity";
    StrangerInCollection "DAL0903" "stranger-in-collection" Error "An entity lies among the keys of a collection that does not list it";
    AmbiguousKey "DAL0904" "ambiguous-key" Error "A key can be read in two ways";
    LoosePrefix "DAL0905" "loose-prefix" Error "A query also reads items with other values than its parameters";
    CollectionMisses "DAL0906" "collection-misses" Error "A collection does not read all items of a member";
    NotThere "DAL0907" "not-there" Error "A pattern names an entity that does not lie among what it reads";
    SharedKey "DAL0908" "shared-key" Error "Entities share keys, and their items cannot be told apart";

    HotPartition "DAL1001" "hot-partition" Warning "All items share one partition";
    UnreadIndex "DAL1002" "unread-index" Warning "No pattern reads an index";
    UnreadAttribute "DAL1003" "unread-attribute" Warning "An index stores an attribute that no pattern selects";
    UnreadEntry "DAL1004" "unread-entry" Warning "An entity is written to an index where no pattern reads it";
    SharedIndexKey "DAL1005" "shared-index-key" Warning "Several items can have one key where one is expected";
    HotReads "DAL1006" "hot-reads" Warning "More is read from one partition than it gives";
    HotWrites "DAL1007" "hot-writes" Warning "More is written to one partition than it takes";
    LargeCollection "DAL1008" "large-collection" Warning "A partition holds more than a local index allows";
    Filters "DAL1010" "filters" Warning "A pattern reads more than it returns";
    DuplicatePattern "DAL1011" "duplicate-pattern" Warning "Two patterns read the same";

    ManagedKind "DAL1101" "managed-kind" Error "A field of a kind that dal cannot fill";
    ManagedKeyPart "DAL1102" "managed-key-part" Error "A field that dal fills stands where it cannot";
    ManagedTwice "DAL1103" "managed-twice" Error "One field is filled with two things";
    OptionalVersion "DAL1104" "optional-version" Error "A version is optional";
    UniqueWithoutField "DAL1105" "unique-without-field" Error "A unique key does not hold the field that it is named for";
    ItemTwice "DAL1201" "item-twice" Error "Two actions of a transaction are on one item";
    TransactionSize "DAL1202" "transaction-size" Error "A transaction with more than 100 actions";
    Unchangeable "DAL1203" "unchangeable" Error "A write pattern changes what it cannot";
    HalfGroup "DAL1204" "half-group" Error "A write pattern leaves out a part of an index key";
}

impl Code {
    /// The code of that number or name.
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.number().eq_ignore_ascii_case(text) || code.name() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}
