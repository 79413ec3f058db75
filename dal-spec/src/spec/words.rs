//! The words of each section: those that are built, and those of the language that are not built yet.

/// The words of a section.
pub(crate) struct Section {
    /// Where they stand, for messages.
    pub(crate) name: &'static str,
    pub(crate) built: &'static [&'static str],
    pub(crate) later: &'static [&'static str],
}

pub(crate) const TOP: Section = Section {
    name: "at the top of a list",
    built: &["version", "table", "tables", "types", "entities", "patterns", "include"],
    later: &[],
};
pub(crate) const TABLE: Section = Section {
    name: "under `table:`",
    built: &["name", "rust", "key", "tenant", "type", "ttl", "text", "key_only", "indexes", "allow"],
    later: &[],
};
pub(crate) const KEY: Section = Section { name: "under `key:`", built: &["partition", "sort"], later: &[] };
pub(crate) const INDEX: Section =
    Section { name: "in an index", built: &["partition", "sort", "project", "name", "allow"], later: &[] };
pub(crate) const ENTITY: Section = Section {
    name: "in an entity",
    built: &[
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
    later: &[],
};
pub(crate) const ENTRY: Section = Section {
    name: "in an entity's index entry",
    built: &["partition", "sort", "when", "across_tenants", "allow"],
    later: &[],
};
pub(crate) const SHARD: Section =
    Section { name: "under `shard:`", built: &["of", "count", "from", "by"], later: &[] };
pub(crate) const UNIQUE: Section =
    Section { name: "in a unique key", built: &["key", "across_tenants"], later: &[] };
pub(crate) const PATTERN: Section = Section {
    name: "in a pattern",
    built: &[
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
    later: &[],
};

pub(crate) const TRANSACTION: Section =
    Section { name: "in a transaction", built: &["name", "about", "transact", "rate", "allow"], later: &[] };
pub(crate) const ACTION: Section = Section {
    name: "in an action of a transaction",
    built: &[
        "create", "put", "upsert", "update", "delete", "check", "as", "set", "add", "remove", "if", "version",
    ],
    later: &[],
};
pub(crate) const WRITE: Section = Section {
    name: "in a pattern that writes",
    built: &[
        "name", "about", "create", "put", "upsert", "update", "delete", "set", "add", "remove", "if",
        "version", "rate", "allow",
    ],
    later: &[],
};
pub(crate) const BATCH: Section = Section {
    name: "in a batch",
    built: &["name", "about", "get", "create", "put", "upsert", "update", "delete", "rate", "allow"],
    later: &[],
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
