//! Queries that read items with other values than their parameters: a beginning that ends inside a value.

use dal_key::{Parts, Segment};

use super::catch::Read;
use super::example::fill;
use super::finding::{CounterExample, ExampleItem, ExampleRead, Finding, Law};
use super::keys::{Texts, common, merged, repeated};
use super::product::{Common, Effort, Step, Wanted, text};
use super::space::Slot;
use super::{Proof, words};

pub(super) fn check(proof: &Proof<'_>, reads: &[Read<'_>], findings: &mut Vec<Finding>) {
    // A range that runs on reads other values on purpose.
    for read in reads.iter().filter(|read| read.query.runs_on.is_none()) {
        let Some(space) = read.space(proof) else { continue };
        let Some(first) = space.slot(read.first) else { continue };
        for member in read.pattern.entities.iter().flat_map(|&entity| space.slots_of(entity)) {
            match (Loose { proof, read, first, member }).decide() {
                Answer::Exact => {}
                Answer::Unknown => findings.push(finding(proof, read, member, None)),
                Answer::Reads(item, reading) => {
                    findings.push(finding(proof, read, member, Some((*item, *reading))))
                }
            }
        }
    }
}

enum Answer {
    Exact,
    Reads(Box<ExampleItem>, Box<ExampleRead>),
    Unknown,
}

struct Loose<'a, 'p> {
    proof: &'a Proof<'p>,
    read: &'a Read<'p>,
    first: &'a Slot<'p>,
    member: &'a Slot<'p>,
}

impl Loose<'_, '_> {
    fn decide(&self) -> Answer {
        let (Some(own), Some(asked)) = (&self.member.keys.sort, &self.read.keys.sort) else {
            return Answer::Exact;
        };
        let bound = self.read.query.bound.min(asked.segments().len());
        if bound == 0 || !asked.is_open() || !is_alike(own, asked, bound) {
            return Answer::Exact;
        }
        let (signed, own_signed) = (asked.signature(), own.signature());
        if signed.segments >= bound && own_signed.symbols.starts_with(&signed.symbols) {
            return Answer::Exact;
        }
        let none = Parts::new();
        let (mine, theirs) = (&self.member.keys.partition, &self.first.keys.partition);
        if self.member.entity != self.first.entity
            && matches!(
                common((mine, &none), (theirs, &none), Wanted::All, Effort::SHORTEST),
                Common::Nothing
            )
        {
            return Answer::Exact;
        }
        let Ok(end) = u16::try_from(bound) else { return Answer::Unknown };
        for effort in std::iter::once(Effort::SHORTEST).chain(Effort::MORE) {
            let words = match common((own, &none), (asked, &none), Wanted::TwoEnds(end), effort) {
                Common::Nothing => return Answer::Exact,
                Common::TooMuch => return Answer::Unknown,
                Common::Words(words) => words,
            };
            if let Some(answer) = words.iter().find_map(|word| self.real(own, asked, bound, word)) {
                return answer;
            }
            // A field of the partition that stands in the sort key too has one value in both: try some.
            let Some((mine, theirs)) = self.shared() else { continue };
            if let Common::Words(words) = common((own, &mine), (asked, &theirs), Wanted::TwoEnds(end), effort)
                && let Some(answer) = words.iter().find_map(|word| self.real(own, asked, bound, word))
            {
                return answer;
            }
        }
        Answer::Unknown
    }

    /// Values for the fields that stand in both attributes: of the item, and of the parameters.
    fn shared(&self) -> Option<(Parts, Parts)> {
        let numbers = repeated(self.member.keys.fields());
        let mut item = Parts::new();
        fill(&self.member.keys.partition, &mut item)?;
        let parameters = self.parameters(&item)?;
        let only = |all: &Parts, numbers: &[u16]| {
            let mut some = Parts::new();
            for &number in numbers {
                if let Some(value) = all.get(number) {
                    some.set(number, value.clone());
                }
            }
            some
        };
        let theirs = repeated(self.first.keys.fields());
        (!numbers.is_empty()).then(|| (only(&item, &numbers), only(&parameters, &theirs)))
    }

    /// The parameters of the partition that this item is in.
    fn parameters(&self, item: &Parts) -> Option<Parts> {
        let mut partition = String::new();
        self.member.keys.partition.template().write_floored(item, &mut partition).ok()?;
        let mut parameters = Parts::new();
        self.first.keys.partition.template().parse(&partition, &mut parameters).ok()?;
        Some(parameters)
    }

    fn real(&self, own: &Texts<'_>, asked: &Texts<'_>, bound: usize, word: &[Step]) -> Option<Answer> {
        let mut item = merged(&own.read_back(word, |step| step.left)?);
        fill(&self.member.keys.partition, &mut item)?;
        let mut parameters = self.parameters(&item)?;
        // A parameter of both attributes keeps its value in the partition; the check below refuses another.
        for (number, _, value) in asked.read_back(word, |step| step.right)? {
            if parameters.get(number).is_none() {
                parameters.set(number, value);
            }
        }
        let sort = text(word);
        let beginning = |texts: &Texts<'_>, values: &Parts| {
            let mut text = String::new();
            texts.template().floored().write_prefix(bound, values, &mut text).ok().map(|()| text)
        };
        let differs = beginning(own, &item)? != beginning(asked, &parameters)?;
        if !differs || !own.holds(&item, &sort) || !asked.holds(&parameters, &sort) {
            return None;
        }
        let item = self.proof.item(self.member, &item)?;
        let reading = self.proof.read(self.first, self.read, &parameters)?;
        Some(Answer::Reads(Box::new(item), Box::new(reading)))
    }
}

/// Whether the first segments of two templates are the same but for the names of their fields.
pub(super) fn is_alike(own: &Texts<'_>, other: &Texts<'_>, segments: usize) -> bool {
    let same = |number: usize| match (own.segments().get(number), other.segments().get(number)) {
        (Some(Segment::Literal(own)), Some(Segment::Literal(other))) => own == other,
        (
            Some(Segment::Part { kind, format, .. }),
            Some(Segment::Part { kind: other_kind, format: other_format, .. }),
        ) => kind == other_kind && format == other_format,
        _ => false,
    };
    (0..segments).all(same)
}

fn finding(
    proof: &Proof<'_>,
    read: &Read<'_>,
    member: &Slot<'_>,
    example: Option<(ExampleItem, ExampleRead)>,
) -> Finding {
    let plan = proof.plan;
    let index = read.query.index;
    let name = words::name(plan, member.entity);
    // What ends the beginning is the last part, or the literal after it.
    let fields = read.pattern.entities.first().and_then(|&first| plan.entities.get(first));
    let last = read.keys.sort.as_ref().and_then(|sort| {
        let (number, ..) = (0..read.query.bound).rev().find_map(|segment| sort.part(segment))?;
        fields?.fields.get(usize::from(number))
    });
    let part = last.map_or_else(|| "its last part".to_owned(), |field| format!("`{{{}}}`", field.name));
    let certain = example.is_some();
    let note = match &example {
        Some((item, reading)) => {
            let bound: Vec<_> = reading
                .parameters
                .iter()
                .filter(|value| last.is_none_or(|field| field.name == value.field))
                .cloned()
                .collect();
            let about = format!(
                "asked for {}, this query would return an item with another value",
                words::values(&bound)
            );
            words::returned(plan, &about, Some(reading), std::slice::from_ref(item), index)
        }
        None => words::UNDECIDED.to_owned(),
    };
    let counter_example =
        example.map(|(item, reading)| CounterExample { items: vec![item], read: Some(reading) });
    let message = if certain {
        format!("`{}` also reads items of {name} with other values than its parameters", read.pattern.name)
    } else {
        format!(
            "It could not be decided whether `{}` reads only items of {name} with the values of its parameters",
            read.pattern.name
        )
    };
    Finding {
        law: Law::LoosePrefix,
        entities: vec![member.entity],
        pattern: Some(read.number),
        index,
        place: read.pattern.place.clone(),
        counter_example,
        certain,
        message,
        notes: vec![note],
        help: vec![
            format!(
                "let a literal follow {part} in the key, such as `#`, so that the query ends at a delimiter"
            ),
            "or bind the whole key".to_owned(),
        ],
    }
}
