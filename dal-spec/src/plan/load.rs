//! What is expected of calls, and what they cost by that.

use super::{ActionsPlan, EntityPlan, PatternPlan, Plan, ProjectionPlan, QueryPlan, TablePlan, Verb};

/// What is expected of the calls of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadPlan {
    /// How often it is called at its busiest: calls an hour.
    pub rate: Option<u64>,
    /// How many items a call reads.
    pub items: Option<u32>,
}

/// Bytes of a read capacity unit.
const READ_UNIT: u64 = 4 * 1024;
/// Bytes of a write capacity unit.
const WRITE_UNIT: u64 = 1024;

impl LoadPlan {
    /// The calls a second.
    #[expect(clippy::cast_precision_loss, reason = "nobody calls so often")]
    pub fn per_second(&self) -> Option<f64> {
        self.rate.map(|rate| rate as f64 / 3_600.0)
    }
}

impl Plan {
    /// The read units that a call takes: of what the list says of sizes and numbers, and `None` where it says too little.
    pub fn read_units(&self, pattern: &PatternPlan) -> Option<f64> {
        let sizes = pattern.entities.iter().map(|&number| self.entities.get(number)?.size);
        let size = u64::from(sizes.collect::<Option<Vec<u32>>>()?.into_iter().max()?);
        let query = match &pattern.verb {
            Verb::Get { consistent } => return Some(halves(size.div_ceil(READ_UNIT), *consistent)),
            Verb::Query(query) => query,
        };
        let items = u64::from(pattern.items(query)?);
        let read = items.saturating_mul(size).div_ceil(READ_UNIT);
        let queries = u64::try_from(pattern.queries()).unwrap_or(u64::MAX);
        let found = halves(read.max(queries), query.consistent);
        let whole = items.saturating_mul(size.div_ceil(READ_UNIT));
        Some(if query.hydrate { found + halves(whole, false) } else { found })
    }

    /// The write units that a write of a whole item takes, in its table and in each index that it is in.
    fn write_units(entity: &EntityPlan, table: &TablePlan) -> Option<u64> {
        let size = u64::from(entity.size?).div_ceil(WRITE_UNIT);
        let of_indexes = entity.memberships.iter().map(|membership| {
            let index = table.indexes.get(membership.index);
            if index.is_some_and(|index| index.projection == ProjectionPlan::All) { size } else { 1 }
        });
        Some(size + of_indexes.sum::<u64>())
    }

    /// What the calls of a pattern take, as a sentence; `None` where the list says too little.
    pub fn read_cost(&self, pattern: &PatternPlan) -> Option<String> {
        let units = self.read_units(pattern)?;
        let entity = pattern.entities.first().and_then(|&number| self.entities.get(number))?;
        let what = match &pattern.verb {
            Verb::Get { .. } => format!("An item of {}", bytes(entity.size?)),
            Verb::Query(query) => format!("{} items of {}", pattern.items(query)?, bytes(entity.size?)),
        };
        Some(format!("{what}: {} a call{}.", rcu(units), often(pattern.load, units)))
    }

    /// What the calls of a pattern of writes take, as a sentence; `None` where the list says too little.
    pub fn write_cost(&self, pattern: &ActionsPlan) -> Option<String> {
        let writes = pattern.actions.iter().filter(|action| action.verb.writes());
        let units = writes.map(|action| {
            let (entity, table) = self.acted(action.entity)?;
            Self::write_units(entity, table)
        });
        let units = units.collect::<Option<Vec<u64>>>()?.into_iter().sum::<u64>();
        let twice = if pattern.operation() == "TransactWriteItems" { 2 } else { 1 };
        #[expect(clippy::cast_precision_loss, reason = "an item is no larger than 400 KB")]
        let units = (units * twice) as f64;
        (units > 0.0).then(|| {
            let often = often(pattern.load, units).replace("RCU", "WCU");
            format!("By the sizes of the list: up to {units} WCU a call{often}.")
        })
    }
}

impl PatternPlan {
    /// How many items a call reads, as far as the list says so.
    fn items(&self, query: &QueryPlan) -> Option<u32> {
        if query.scan.is_some() {
            return None;
        }
        if query.one || query.full { Some(1) } else { self.load.items.or(query.limit) }
    }
}

/// Units, each half where the read is eventually consistent.
#[expect(clippy::cast_precision_loss, reason = "nobody reads so much")]
fn halves(units: u64, consistent: bool) -> f64 {
    let units = units.max(1) as f64;
    if consistent { units } else { units / 2.0 }
}

fn rcu(units: f64) -> String {
    format!("{units} RCU")
}

fn often(load: LoadPlan, units: f64) -> String {
    load.per_second()
        .map_or_else(String::new, |rate| format!(", {:.0} RCU a second at its busiest", rate * units))
}

fn bytes(size: u32) -> String {
    if size.is_multiple_of(1024) { format!("{} KB", size / 1024) } else { format!("{size} B") }
}
