//! What the prover finds, as diagnostics: keys that meet, queries that read too much or too little.

use crate::check::Warning;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::plan::{EntityPlan, Plan, SEPARATOR, TemplatePlan, Verb};
use crate::prove::{self, Finding, Law};
use crate::source::Place;
use crate::spec::{AllowSpec, EntitySpec, PatternSpec, Spec};

/// What a plan breaks.
#[derive(Debug)]
pub(crate) struct Laws<'s> {
    pub(crate) findings: Vec<Finding>,
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) warnings: Vec<Warning<'s>>,
}

/// Proves the laws of keys over the plan of a list.
pub(crate) fn laws<'s>(spec: &'s Spec, plan: &Plan) -> Laws<'s> {
    let findings = prove::prove(plan);
    let cx = Context { spec, plan };
    // Keys that are to be changed anyway say nothing about the queries over them.
    let broken: Vec<usize> = findings
        .iter()
        .filter(|finding| matches!(finding.law, Law::Ambiguous | Law::Collision))
        .filter_map(|finding| finding.entities.first().copied())
        .collect();
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for finding in &findings {
        if !matches!(finding.law, Law::Ambiguous | Law::Collision) && cx.follows(finding, &broken) {
            continue;
        }
        let diagnostic = cx.diagnostic(finding);
        match diagnostic.code.severity() {
            Severity::Error => errors.push(diagnostic),
            Severity::Warning => warnings.push(Warning { diagnostic, allow: cx.allow(finding) }),
        }
    }
    Laws { findings, errors, warnings }
}

/// How many entities' keys are shown beside a finding: its message counts the others.
const SHOWN: usize = 4;

struct Context<'s, 'p> {
    spec: &'s Spec,
    plan: &'p Plan,
}

impl<'s, 'p> Context<'s, 'p> {
    fn entity(&self, number: usize) -> Option<&'p EntityPlan> {
        self.plan.entities.get(number)
    }

    fn name(&self, number: usize) -> &'p str {
        self.entity(number).map_or("", |entity| &entity.name)
    }

    /// The name of the entity, or of the one that guards belong to.
    fn owner(&self, number: usize) -> &'p str {
        let guards = self.entity(number).and_then(|entity| entity.guards.as_ref());
        guards.map_or_else(|| self.name(number), |guards| &guards.entity)
    }

    fn entity_spec(&self, number: usize) -> Option<&'s EntitySpec> {
        self.spec.entities.iter().find(|entity| entity.name.text == self.owner(number))
    }

    fn pattern_spec(&self, finding: &Finding) -> Option<&'s PatternSpec> {
        let plan = self.plan.patterns.get(finding.pattern?)?;
        self.spec.patterns.iter().find(|pattern| pattern.name.text == plan.name)
    }

    /// Whether all that a finding is about is a consequence of keys that were reported.
    fn follows(&self, finding: &Finding, broken: &[usize]) -> bool {
        let listed = finding.pattern.and_then(|pattern| self.plan.patterns.get(pattern));
        listed.is_some_and(|pattern| pattern.entities.iter().any(|entity| broken.contains(entity)))
            || finding.entities.iter().all(|entity| broken.contains(entity))
    }

    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let several = finding
            .pattern
            .and_then(|pattern| self.plan.patterns.get(pattern))
            .is_some_and(|pattern| pattern.entities.len() > 1);
        let code = match finding.law {
            Law::Collision => Code::SameKey,
            Law::Catch if several => Code::StrangerInCollection,
            Law::Catch => Code::ListLeaks,
            Law::Ambiguous => Code::AmbiguousKey,
            Law::LoosePrefix => Code::LoosePrefix,
            Law::Apart => Code::CollectionMisses,
            Law::NotThere => Code::NotThere,
            Law::NotShared => Code::SharedKey,
            Law::SharedIndexKey => Code::SharedIndexKey,
        };
        let mut diagnostic = Diagnostic::new(code, finding.message.clone());
        let first = finding.entities.first().copied().unwrap_or_default();
        match self.pattern_spec(finding) {
            Some(pattern) => {
                diagnostic = diagnostic.at(&pattern.verb_place, self.reads(finding));
                diagnostic = match pattern.entities.as_slice() {
                    [entity] => diagnostic.entity(&entity.text),
                    _ => diagnostic.owner(pattern.owner()),
                };
                diagnostic = diagnostic.pattern(&pattern.name.text);
                for (place, text) in self.keys(finding, &finding.entities) {
                    diagnostic = diagnostic.related(&place, text);
                }
            }
            None => {
                diagnostic = diagnostic.at(&finding.place, self.example(finding)).entity(self.owner(first));
                for (place, text) in self.keys(finding, finding.entities.get(1..).unwrap_or_default()) {
                    diagnostic = diagnostic.related(&place, text);
                }
            }
        }
        diagnostic.notes.clone_from(&finding.notes);
        diagnostic.help.clone_from(&finding.help);
        diagnostic
    }

    /// What the pattern of a finding reads.
    fn reads(&self, finding: &Finding) -> String {
        match finding.pattern.and_then(|pattern| self.plan.patterns.get(pattern)).map(|pattern| &pattern.verb)
        {
            Some(Verb::Query(query)) => format!("it reads {}", query.condition),
            _ => String::new(),
        }
    }

    /// The words beside the key that is to be changed.
    fn example(&self, finding: &Finding) -> String {
        let items =
            finding.counter_example.as_ref().map(|example| example.items.as_slice()).unwrap_or_default();
        match (finding.law, items.last()) {
            (Law::Collision, Some(item)) => {
                let key = item.key_in(finding.index);
                format!("for example {:?}", key.sort.as_deref().unwrap_or(&key.partition))
            }
            (Law::SharedIndexKey, _) => "this key leaves out a part of the primary key".to_owned(),
            _ => String::new(),
        }
    }

    /// The keys of entities that take part in a finding, with what they can be.
    fn keys(&self, finding: &Finding, entities: &[usize]) -> Vec<(Place, String)> {
        let items =
            finding.counter_example.as_ref().map(|example| example.items.as_slice()).unwrap_or_default();
        let mut found = Vec::new();
        for &number in entities.iter().take(SHOWN) {
            let Some(template) = self.entity(number).and_then(|entity| template(entity, finding.index))
            else {
                continue;
            };
            let name = self.name(number);

            let text = match (finding.law, items.iter().find(|item| item.entity == number)) {
                (Law::Collision, Some(_)) => format!("`{name}` can have the same"),
                (Law::Collision, None) => format!("`{name}` can have one of its keys too"),
                (_, Some(item)) => {
                    let key = item.key_in(finding.index);
                    let text = key.sort.as_deref().unwrap_or(&key.partition);
                    let texts: Vec<String> = text.split(SEPARATOR).map(|text| format!("{text:?}")).collect();
                    format!("an item of `{name}` can have {}", texts.join(", "))
                }
                (_, None) => format!("the keys of `{name}`"),
            };
            found.push((template.place.clone(), text));
        }
        found
    }

    /// What may allow a warning: the `allow:` of the entries and of the entities that it is about, and of the patterns
    /// that read them there.
    fn allow(&self, finding: &Finding) -> Vec<&'s AllowSpec> {
        let mut allow: Vec<&AllowSpec> = Vec::new();
        let index = finding.index.and_then(|index| self.plan.table.indexes.get(index));
        for entity in finding.entities.iter().filter_map(|&entity| self.entity_spec(entity)) {
            let there = |name: &str| index.is_some_and(|index| index.name == name);
            let entries = entity.entries.iter().filter(|entry| there(&entry.index.text));
            allow.extend(entries.flat_map(|entry| &entry.allow));
            allow.extend(&entity.allow);
            let reads = |pattern: &&PatternSpec| {
                pattern.index.as_ref().is_some_and(|index| there(&index.text))
                    && pattern.entities.iter().any(|read| read.text == entity.name.text)
            };
            allow.extend(self.spec.patterns.iter().filter(reads).flat_map(|pattern| &pattern.allow));
        }
        allow
    }
}

/// The template of the attribute that orders an entity's items in the table or in an index: the sort key, if there is one.
fn template(entity: &EntityPlan, index: Option<usize>) -> Option<&TemplatePlan> {
    match index {
        None => Some(entity.sort.as_ref().unwrap_or(&entity.partition)),
        Some(index) => {
            let membership = entity.memberships.iter().find(|membership| membership.index == index)?;
            membership.sort.first().or_else(|| membership.partition.first())
        }
    }
}
