//! Whether two pairs of key attributes can be equal, with the values that make them so.

use dal_key::{Part, Parts};

use super::keys::{common, merged, repeated};
use super::product::{Common, Effort, Step, Wanted, text};
use super::space::Keys;
use super::tied;

/// The answer of [`meet`].
#[derive(Debug)]
pub(super) enum Meeting<T> {
    /// No two keys are equal.
    Apart,
    /// Some are: what was made of their values.
    At(T),
    /// The languages meet, but no values were found that do; or there was too much to look at.
    Unknown,
}

/// Values of both sides that make their keys equal.
#[derive(Debug)]
pub(super) struct Meet {
    pub(super) left: Parts,
    pub(super) right: Parts,
}

type Word = Vec<Step>;

/// What the parts of two keys were read back as.
type Values = [Vec<(u16, bool, Part<'static>)>; 2];

/// Whether a key of `left` can be one of `right`.
///
/// Both attributes must have a common text: if one has none, the keys are apart. If both have, the values of a field
/// that stands in both, or twice, must agree as well, which is no question about languages: values found in one are
/// put into the other. `make` makes of the values what is wanted; where it cannot, others are looked for.
pub(super) fn meet<T>(
    left: &Keys<'_>,
    right: &Keys<'_>,
    mut make: impl FnMut(&Meet) -> Option<T>,
) -> Meeting<T> {
    let search = Search { left, right };
    if left.partition.signature().is_apart(right.partition.signature()) {
        return Meeting::Apart;
    }
    if let (Some(left), Some(right)) = (&left.sort, &right.sort)
        && left.signature().is_apart(right.signature())
    {
        return Meeting::Apart;
    }
    if tied::are_apart(left, right) {
        return Meeting::Apart;
    }
    let none = Parts::new();
    // What is cheaper to tell apart comes first: the sort key begins with a text of its own.
    for sort in [true, false] {
        if matches!(search.words(sort, &none, &none, Effort::SHORTEST), Common::Nothing) {
            return Meeting::Apart;
        }
    }
    for effort in std::iter::once(Effort::SHORTEST).chain(Effort::MORE) {
        if let Some(found) = search.values(effort, &mut make) {
            return Meeting::At(found);
        }
    }
    if search.each_is_apart() { Meeting::Apart } else { Meeting::Unknown }
}

/// So many combinations of values are looked at one by one.
const MOST_VALUES: usize = 64;

struct Search<'a, 'p> {
    left: &'a Keys<'p>,
    right: &'a Keys<'p>,
}

impl Search<'_, '_> {
    fn words(&self, sort: bool, left: &Parts, right: &Parts, effort: Effort) -> Common {
        match (sort, &self.left.sort, &self.right.sort) {
            (false, ..) => {
                common((&self.left.partition, left), (&self.right.partition, right), Wanted::All, effort)
            }
            (true, Some(own), Some(other)) => common((own, left), (other, right), Wanted::All, effort),
            // Keys without a sort key are equal where their partitions are.
            _ => Common::Words(vec![Vec::new()]),
        }
    }

    fn list(&self, sort: bool, left: &Parts, right: &Parts, effort: Effort) -> Vec<Word> {
        match self.words(sort, left, right, effort) {
            Common::Words(words) => words,
            Common::Nothing | Common::TooMuch => Vec::new(),
        }
    }

    fn values<T>(&self, effort: Effort, make: &mut impl FnMut(&Meet) -> Option<T>) -> Option<T> {
        let none = Parts::new();
        let partitions = self.list(false, &none, &none, effort);
        let sorts = self.list(true, &none, &none, effort);
        if let Some(found) = self.first(&partitions, &sorts, make) {
            return Some(found);
        }
        let repeated = [self.left, self.right].map(|keys| repeated(keys.fields()));
        if repeated.iter().all(Vec::is_empty) {
            return None;
        }
        for partition in &partitions {
            for sort in &sorts {
                for sort_first in [false, true] {
                    let Some(mut found) = self.read(partition, sort) else { continue };
                    if sort_first {
                        found.iter_mut().for_each(|side| side.reverse());
                    }
                    let [left, right] = [0, 1].map(|side: usize| {
                        let mut only = found[side].clone();
                        only.retain(|(number, ..)| repeated[side].contains(number));
                        merged(&only)
                    });
                    let partitions = self.list(false, &left, &right, effort);
                    let sorts = self.list(true, &left, &right, effort);
                    if let Some(found) = self.first(&partitions, &sorts, make) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Whether the keys are apart for each value of the fields that stand twice, where those have few.
    fn each_is_apart(&self) -> bool {
        let mut all = vec![[Parts::new(), Parts::new()]];
        for (side, keys) in [self.left, self.right].into_iter().enumerate() {
            for number in repeated(keys.fields()) {
                let Some(values) = keys.attributes().find_map(|texts| texts.few_values(number)) else {
                    continue;
                };
                if all.len() * values.len() > MOST_VALUES {
                    continue;
                }
                let with = |one: &[Parts; 2], value: &Part<'static>| {
                    let mut one = one.clone();
                    one[side].set(number, value.clone());
                    one
                };
                all = all.iter().flat_map(|one| values.iter().map(move |value| with(one, value))).collect();
            }
        }
        let is_apart = |[left, right]: &[Parts; 2]| {
            [false, true]
                .into_iter()
                .any(|sort| matches!(self.words(sort, left, right, Effort::SHORTEST), Common::Nothing))
        };
        all.len() > 1 && all.iter().all(is_apart)
    }

    /// What is made of the first of these words that values write.
    fn first<T>(
        &self,
        partitions: &[Word],
        sorts: &[Word],
        make: &mut impl FnMut(&Meet) -> Option<T>,
    ) -> Option<T> {
        let mut pairs =
            partitions.iter().flat_map(|partition| sorts.iter().map(move |sort| (partition, sort)));
        pairs.find_map(|(partition, sort)| make(&self.real(partition, sort)?))
    }

    fn read(&self, partition: &[Step], sort: &[Step]) -> Option<Values> {
        Some([
            read(self.left, partition, sort, |step| step.left)?,
            read(self.right, partition, sort, |step| step.right)?,
        ])
    }

    fn real(&self, partition: &[Step], sort: &[Step]) -> Option<Meet> {
        let [left, right] = self.read(partition, sort)?.map(|found| merged(&found));
        let (partition, sort) = (text(partition), text(sort));
        let holds = |keys: &Keys<'_>, values: &Parts| {
            keys.partition.holds(values, &partition)
                && keys.sort.as_ref().is_none_or(|own| own.holds(values, &sort))
        };
        (holds(self.left, &left) && holds(self.right, &right)).then_some(Meet { left, right })
    }
}

/// The parts of one side, partition key first.
pub(super) fn read(
    keys: &Keys<'_>,
    partition: &[Step],
    sort: &[Step],
    side: fn(&Step) -> u16,
) -> Option<Vec<(u16, bool, Part<'static>)>> {
    let mut found = keys.partition.read_back(partition, side)?;
    if let Some(own) = &keys.sort {
        found.extend(own.read_back(sort, side)?);
    }
    Some(found)
}
