//! The words of each section.

/// The words of a section.
pub(crate) struct Section {
    /// Where they stand, for messages.
    pub(crate) name: &'static str,
    pub(crate) words: &'static [&'static str],
}

pub(crate) const TOP: Section = Section {
    name: "at the top of a list",
    words: &["version", "table", "tables", "types", "entities", "patterns", "include"],
};
pub(crate) const TABLE: Section = Section {
    name: "under `table:`",
    words: &["name", "rust", "key", "tenant", "type", "ttl", "text", "key_only", "indexes", "allow"],
};
pub(crate) const KEY: Section = Section { name: "under `key:`", words: &["partition", "sort"] };
pub(crate) const INDEX: Section =
    Section { name: "in an index", words: &["partition", "sort", "project", "name", "allow"] };
pub(crate) const ENTITY: Section = Section {
    name: "in an entity",
    words: &[
        "about",
        "table",
        "partition",
        "sort",
        "keys",
        "shard",
        "type",
        "shares",
        "key_only",
        "across_tenants",
        "unique",
        "version",
        "created",
        "updated",
        "size",
        "allow",
    ],
};
pub(crate) const ENTRY: Section = Section {
    name: "in an entity's index entry",
    words: &["partition", "sort", "when", "across_tenants", "allow"],
};
pub(crate) const SHARD: Section = Section { name: "under `shard:`", words: &["of", "count", "from", "by"] };
pub(crate) const UNIQUE: Section = Section { name: "in a unique key", words: &["key", "across_tenants"] };
pub(crate) const PATTERN: Section = Section {
    name: "in a pattern",
    words: &[
        "name",
        "about",
        "get",
        "query",
        "first",
        "latest",
        "scan",
        "because",
        "across_tenants",
        "transact",
        "index",
        "by",
        "range",
        "prefix",
        "fix",
        "order",
        "limit",
        "select",
        "consistent",
        "hydrate",
        "buckets",
        "runs_on",
        "page_size",
        "requests",
        "skip",
        "into",
        "filter",
        "as",
        "rate",
        "items",
        "allow",
    ],
};

pub(crate) const TRANSACTION: Section =
    Section { name: "in a transaction", words: &["name", "about", "transact", "rate", "allow"] };
pub(crate) const ACTION: Section = Section {
    name: "in an action of a transaction",
    words: &[
        "create", "put", "upsert", "update", "delete", "check", "as", "set", "add", "remove", "if", "version",
    ],
};
pub(crate) const WRITE: Section = Section {
    name: "in a pattern that writes",
    words: &[
        "name", "about", "create", "put", "upsert", "update", "delete", "set", "add", "remove", "if",
        "version", "rate", "allow",
    ],
};
pub(crate) const BATCH: Section = Section {
    name: "in a batch",
    words: &["name", "about", "get", "create", "put", "upsert", "update", "delete", "rate", "allow"],
};

/// Every section, for saying where a misplaced word belongs.
pub(crate) const ALL: [&Section; 13] = [
    &TOP,
    &TABLE,
    &KEY,
    &INDEX,
    &ENTITY,
    &ENTRY,
    &SHARD,
    &UNIQUE,
    &PATTERN,
    &TRANSACTION,
    &ACTION,
    &WRITE,
    &BATCH,
];

/// Every word that a list can be written with, and where it stands: the words of each section, then the kinds of `types:`
/// and the encodings of parts. For documentation and editors.
pub fn words() -> Vec<(&'static str, &'static str)> {
    let sections = ALL.iter().flat_map(|section| section.words.iter().map(|word| (section.name, *word)));
    let kinds = super::types::KINDS.iter().map(|kind| ("a kind", *kind));
    let encodings = crate::model::ENCODINGS.iter().map(|encoding| ("an encoding", *encoding));
    sections.chain(kinds).chain(encodings).collect()
}
