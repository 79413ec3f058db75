//! Where keys live side by side: the table, or one index.

use std::collections::HashMap;

use super::keys::{Pinned, Texts};
use super::signature::{Symbol, Symbols, Tree};
use crate::plan::{EntityPlan, MembershipPlan, Plan, TemplatePlan, WhenIs};

/// The table or one index, with the keys of the entities in it.
#[derive(Debug)]
pub(super) struct Space<'p> {
    /// The number of the index, if it is one.
    pub(super) index: Option<usize>,
    pub(super) slots: Vec<Slot<'p>>,
    /// The numbers of the slots of each entity.
    of: HashMap<usize, Vec<usize>>,
    tree: Tree,
}

/// The keys of one entity in a space.
#[derive(Debug)]
pub(super) struct Slot<'p> {
    /// The number of the entity.
    pub(super) entity: usize,
    /// The template of its partition key.
    pub(super) partition_plan: &'p TemplatePlan,
    /// The template of its sort key.
    pub(super) sort_plan: Option<&'p TemplatePlan>,
    pub(super) membership: Option<&'p MembershipPlan>,
    pub(super) keys: Keys<'p>,
}

/// The texts of both key attributes.
#[derive(Debug)]
pub(super) struct Keys<'p> {
    pub(super) partition: Texts<'p>,
    pub(super) sort: Option<Texts<'p>>,
}

impl<'p> Keys<'p> {
    /// The texts of the partition key, and of the sort key if there is one.
    pub(super) fn attributes(&self) -> impl Iterator<Item = &Texts<'p>> {
        std::iter::once(&self.partition).chain(&self.sort)
    }

    /// The numbers of the fields in both, in their order.
    pub(super) fn fields(&self) -> impl Iterator<Item = u16> {
        self.attributes().flat_map(Texts::fields)
    }

    /// The symbols of both, one after the other.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        let partition = self.partition.signature();
        let mut symbols = partition.symbols.clone();
        if let Some(sort) = self.sort.as_ref().filter(|_| partition.closed) {
            symbols.extend(&sort.signature().symbols);
        }
        symbols
    }
}

/// The templates of keys of several attributes as one each, by the numbers of the entity and its membership.
pub(super) type Joined = HashMap<(usize, usize), (TemplatePlan, Option<TemplatePlan>)>;

/// The joined templates of a plan.
pub(super) fn joined(plan: &Plan) -> Joined {
    let mut joined = Joined::new();
    for (number, entity) in plan.entities.iter().enumerate() {
        for (of, membership) in entity.memberships.iter().enumerate() {
            let several = membership.partition.len() > 1 || membership.sort.len() > 1;
            if let Some(partition) = TemplatePlan::join(&membership.partition).filter(|_| several) {
                joined.insert((number, of), (partition, TemplatePlan::join(&membership.sort)));
            }
        }
    }
    joined
}

impl<'p> Space<'p> {
    /// The table, then each index.
    pub(super) fn all(plan: &'p Plan, joined: &'p Joined, symbols: &mut Symbols<'p>) -> Vec<Self> {
        let table = plan
            .entities
            .iter()
            .enumerate()
            .map(|(number, entity)| (number, entity, None, &entity.partition, entity.sort.as_ref()));
        let mut spaces = vec![Self::new(None, table.collect(), symbols)];
        for index in 0..plan.table.indexes.len() {
            let mut found = Vec::new();
            for (number, entity) in plan.entities.iter().enumerate() {
                for (of, membership) in entity.memberships.iter().enumerate() {
                    if membership.index != index {
                        continue;
                    }
                    let of = joined.get(&(number, of));
                    let partition = of.map(|(partition, _)| partition).or(membership.partition.first());
                    let sort = of.map_or(membership.sort.first(), |(_, sort)| sort.as_ref());
                    if let Some(partition) = partition {
                        found.push((number, entity, Some(membership), partition, sort));
                    }
                }
            }
            spaces.push(Self::new(Some(index), found, symbols));
        }
        spaces
    }

    #[expect(clippy::type_complexity, reason = "used once, above")]
    fn new(
        index: Option<usize>,
        found: Vec<(
            usize,
            &'p EntityPlan,
            Option<&'p MembershipPlan>,
            &'p TemplatePlan,
            Option<&'p TemplatePlan>,
        )>,
        symbols: &mut Symbols<'p>,
    ) -> Self {
        let mut tree = Tree::new();
        let mut of: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut slots = Vec::with_capacity(found.len());
        for (entity, plan, membership, partition_plan, sort_plan) in found {
            let pinned = || membership.map(|membership| conditions(plan, membership)).unwrap_or_default();
            let keys = Keys {
                partition: Texts::new(partition_plan, &plan.fields, pinned(), symbols),
                sort: sort_plan.map(|sort| Texts::new(sort, &plan.fields, pinned(), symbols)),
            };
            tree.insert(&keys.symbols(), slots.len());
            of.entry(entity).or_default().push(slots.len());
            slots.push(Slot { entity, partition_plan, sort_plan, membership, keys });
        }
        Self { index, slots, of, tree }
    }

    /// The slots whose keys cannot be told from these by their beginnings, in the order of the entities.
    pub(super) fn near(&self, keys: &Keys<'_>) -> impl Iterator<Item = (usize, &Slot<'p>)> {
        self.tree
            .near(&keys.symbols())
            .into_iter()
            .filter_map(|number| Some((number, self.slots.get(number)?)))
    }

    /// The first slot of that entity.
    pub(super) fn slot(&self, entity: usize) -> Option<&Slot<'p>> {
        self.slots_of(entity).next()
    }

    /// The slots of that entity: several, where it is in an index under alternative conditions.
    pub(super) fn slots_of(&self, entity: usize) -> impl Iterator<Item = &Slot<'p>> {
        self.of.get(&entity).into_iter().flatten().filter_map(|&number| self.slots.get(number))
    }
}

/// The values that `when:` holds fields to.
fn conditions(entity: &EntityPlan, membership: &MembershipPlan) -> Pinned {
    let mut pinned = Vec::new();
    for when in &membership.when {
        if let (WhenIs::OneOf(values), Some(field)) = (&when.is, entity.fields.get(when.field))
            && let Some(values) = values.iter().map(|value| field.kind.constant(value)).collect()
            && let Ok(number) = u16::try_from(when.field)
        {
            pinned.push((number, values));
        }
    }
    pinned
}
