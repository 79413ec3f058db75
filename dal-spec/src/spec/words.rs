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
    built: &["version", "table", "types", "entities", "patterns", "include"],
    later: &["tables"],
};
pub(crate) const TABLE: Section = Section {
    name: "under `table:`",
    built: &["name", "key", "tenant", "type", "ttl", "indexes", "allow"],
    later: &["text"],
};
pub(crate) const KEY: Section = Section { name: "under `key:`", built: &["partition", "sort"], later: &[] };
pub(crate) const INDEX: Section =
    Section { name: "in an index", built: &["partition", "sort", "project", "name", "allow"], later: &[] };
pub(crate) const ENTITY: Section = Section {
    name: "in an entity",
    built: &["about", "partition", "sort", "keys", "shard", "across_tenants", "allow"],
    later: &[
        "shares", "key_only", "size", "unique", "version", "created", "updated", "table", "type",
        "text", "items",
    ],
};
pub(crate) const ENTRY: Section = Section {
    name: "in an entity's index entry",
    built: &["partition", "sort", "when", "across_tenants", "allow"],
    later: &["shard", "shares"],
};
pub(crate) const SHARD: Section =
    Section { name: "under `shard:`", built: &["of", "count", "from", "by"], later: &[] };
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
        "into",
        "filter",
        "as",
        "allow",
    ],
    later: &[
        "create",
        "put",
        "update",
        "upsert",
        "delete",
        "transact",
        "set",
        "add",
        "remove",
        "if",
        "check",
        "page_size",
        "requests",
        "skip",
        "rate",
        "items",
        "table",
    ],
};

/// Every section, for saying where a misplaced word belongs.
pub(crate) const ALL: [&Section; 8] = [&TOP, &TABLE, &KEY, &INDEX, &ENTITY, &ENTRY, &SHARD, &PATTERN];
