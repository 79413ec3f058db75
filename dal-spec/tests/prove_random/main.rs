//! Random models against brute force: what the prover calls safe is safe for every item tried, and what it reports is
//! real.
//!
//! Models have 2 to 6 entities over templates of few literals that begin each other, with parts of all kinds. Items have
//! values made of those literals, and values read back from other entities' keys: whatever can meet, tends to.
//! `DAL_PROVER_MODELS` sets how many models are tried.

#[path = "../prove_support/mod.rs"]
mod prove_support;

mod items;
mod models;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use dal_key::{Part, Parts, Template};
use dal_spec::plan::{EntityPlan, PatternPlan, Plan, QueryPlan, Verb};
use dal_spec::prove::{ExampleKey, Finding, Law, SortCondition, prove};
use items::{Item, items};
use models::{Random, model};
use prove_support::{beginning, check, matches, query, segments, templates};

/// How many models are tried where nothing else is asked for. The workspace optimizes dal-key and dal-spec in tests too,
/// which makes this less than a minute of two processors.
const MODELS: usize = 100_000;

/// How many queries of a pattern are tried.
const MOST_QUERIES: usize = 12;

/// What brute force and the prover said of all models.
#[derive(Default)]
struct Tally {
    findings: AtomicUsize,
    undecided: AtomicUsize,
    clean: AtomicUsize,
    collisions: AtomicUsize,
    caught: AtomicUsize,
    loose: AtomicUsize,
    ambiguous: AtomicUsize,
    missed: AtomicUsize,
    ends: AtomicUsize,
}

fn is_found(findings: &[Finding], law: Law, fits: impl Fn(&Finding) -> bool) -> bool {
    findings.iter().any(|finding| finding.law == law && fits(finding))
}

fn collisions(findings: &[Finding], items: &[Item], tally: &Tally) -> Result<(), String> {
    let mut keys: HashMap<&ExampleKey, &Item> = HashMap::new();
    for item in items {
        let Some(other) = keys.get(&item.key) else {
            keys.insert(&item.key, item);
            continue;
        };
        if other.entity == item.entity {
            if other.identity != item.identity {
                tally.ambiguous.fetch_add(1, Ordering::Relaxed);
                if !is_found(findings, Law::Ambiguous, |f| f.entities == [item.entity]) {
                    return Err(format!("two items of one entity have the key {:?}", item.key));
                }
            }
            continue;
        }
        tally.collisions.fetch_add(1, Ordering::Relaxed);
        let (first, second) = (other.entity.min(item.entity), other.entity.max(item.entity));
        let fits = |f: &Finding| f.entities[0] == second && f.entities.contains(&first);
        if !is_found(findings, Law::Collision, fits) {
            return Err(format!("E{first} and E{second} have the key {:?}", item.key));
        }
    }
    Ok(())
}

fn unreadable(plan: &Plan, findings: &[Finding], items: &[Item], tally: &Tally) -> Result<(), String> {
    for item in items {
        let entity = &plan.entities[item.entity];
        for index in [None, Some(0)] {
            let (Some(key), Some((partition, sort))) = (item.key_in(index), templates(entity, index)) else {
                continue;
            };
            for (template, text) in [(partition, &key.partition), (sort.unwrap(), key.sort.as_ref().unwrap())]
            {
                let unread = Template::new(&segments(template, entity)).parse(text, &mut Parts::new());
                tally.ambiguous.fetch_add(usize::from(unread.is_err()), Ordering::Relaxed);
                if unread.is_err() && !is_found(findings, Law::Ambiguous, |f| f.entities == [item.entity]) {
                    return Err(format!("E{} cannot read {text:?}: {unread:?}", item.entity));
                }
            }
        }
    }
    Ok(())
}

/// The item at the end of what a query finds: the last where it is read backwards.
fn end<'i>(
    asked: &QueryPlan,
    items: &'i [Item],
    partition: &str,
    condition: &SortCondition,
) -> Option<&'i Item> {
    let sort = |item: &Item| item.key_in(asked.index).and_then(|key| key.sort.clone());
    let is_read = |item: &&Item| {
        let key = item.key_in(asked.index).filter(|key| key.partition == partition);
        key.and_then(|key| key.sort.as_ref()).is_some_and(|sort| matches(condition, sort))
    };
    let read = items.iter().filter(is_read);
    if asked.descending { read.max_by_key(|item| sort(item)) } else { read.min_by_key(|item| sort(item)) }
}

/// A scan of several entities without a type attribute knows its items by their keys: the key of one is read by no other
/// entity, unless that was found.
fn told_apart(
    plan: &Plan,
    pattern: &PatternPlan,
    findings: &[Finding],
    items: &[Item],
) -> Result<(), String> {
    for item in items {
        let (key, own) = (&item.key, item.entity);
        for &other in pattern.entities.iter().filter(|other| **other != own) {
            let entity = &plan.entities[other];
            let (partition, sort) = templates(entity, None).unwrap();
            let mut parts = Parts::new();
            let is_read =
                Template::new(&segments(partition, entity)).parse(&key.partition, &mut parts).is_ok()
                    && Template::new(&segments(sort.unwrap(), entity))
                        .parse(key.sort.as_ref().unwrap(), &mut parts)
                        .is_ok();
            // What parses need not be what is written: the same key must come out.
            if !is_read || Item::new(plan, other, filled(entity, parts)).is_none_or(|same| same.key != *key) {
                continue;
            }
            let both = |f: &Finding| f.entities.contains(&own) && f.entities.contains(&other);
            let either = |f: &Finding| f.entities == [own] || f.entities == [other];
            if !is_found(findings, Law::Collision, both) && !is_found(findings, Law::Ambiguous, either) {
                return Err(format!("a scan takes E{own} at {key:?} for E{other}"));
            }
        }
    }
    Ok(())
}

/// The parts with some value for each field that the key does not have.
fn filled(entity: &EntityPlan, mut parts: Parts) -> Parts {
    for number in entity.primary_fields..entity.fields.len() {
        parts.set(number as u16, Part::Int(0));
    }
    parts
}

fn reads(plan: &Plan, findings: &[Finding], items: &[Item], tally: &Tally) -> Result<(), String> {
    for (number, pattern) in plan.patterns.iter().enumerate() {
        let Verb::Query(asked) = &pattern.verb else { continue };
        let of_pattern =
            |f: &Finding, entity: usize| f.pattern == Some(number) && f.entities.contains(&entity);
        // A scan passes over other entities' items: they are told apart where no two have one key.
        if asked.scan.is_some() {
            if let Some(finding) = findings.iter().find(|finding| finding.pattern == Some(number)) {
                return Err(format!("a scan has no law to break: {finding:?}"));
            }
            told_apart(plan, pattern, findings, items)?;
            continue;
        }
        // The last items are those made of others' keys.
        for asker in items.iter().rev().filter(|item| item.entity == pattern.entities[0]).take(MOST_QUERIES) {
            let mut parameters = asker.parts.clone();
            for (field, text) in &asked.fixed {
                parameters.set(*field as u16, Part::Word(text.clone().into()));
            }
            let Some((partition, condition)) = query(plan, pattern, &parameters) else { continue };
            let own = beginning(plan, pattern, asker.entity, &parameters);
            if asked.one {
                let at_end = end(asked, items, &partition, &condition);
                let foreign = at_end.filter(|item| !pattern.entities.contains(&item.entity));
                tally.ends.fetch_add(usize::from(at_end.is_some()), Ordering::Relaxed);
                if let Some(item) =
                    foreign.filter(|item| !is_found(findings, Law::Catch, |f| of_pattern(f, item.entity)))
                {
                    return Err(format!(
                        "{} gives E{} as the end: {:?}",
                        pattern.name, item.entity, item.key
                    ));
                }
            }
            for item in items {
                let Some(key) = item.key_in(asked.index) else { continue };
                if key.partition != partition || !matches(&condition, key.sort.as_ref().unwrap()) {
                    continue;
                }
                let is_behind = asked.runs_on.is_some() && pattern.entities.contains(&item.entity);
                if is_behind && is_found(findings, Law::NotThere, |f| of_pattern(f, item.entity)) {
                    return Err(format!("E{} lies behind {condition:?}: {key:?}", item.entity));
                }
                if !pattern.entities.contains(&item.entity) {
                    tally.caught.fetch_add(1, Ordering::Relaxed);
                    if !is_found(findings, Law::Catch, |f| of_pattern(f, item.entity)) {
                        return Err(format!(
                            "{} reads E{} at {key:?} by {condition:?}",
                            pattern.name, item.entity
                        ));
                    }
                } else if asked.runs_on.is_none()
                    && item.entity == asker.entity
                    && own != beginning(plan, pattern, item.entity, &item.parts)
                {
                    tally.loose.fetch_add(1, Ordering::Relaxed);
                    let ambiguous = || is_found(findings, Law::Ambiguous, |f| f.entities == [item.entity]);
                    if !is_found(findings, Law::LoosePrefix, |f| of_pattern(f, item.entity)) && !ambiguous() {
                        return Err(format!(
                            "{} reads other values at {key:?} by {condition:?}",
                            pattern.name
                        ));
                    }
                }
            }
        }
        // A member's item is read by the parameters that its own key was written with.
        let first = &plan.entities[pattern.entities[0]];
        let members = || items.iter().rev().filter(|item| pattern.entities.contains(&item.entity));
        // A range that runs on reads what lies behind, and no more.
        if asked.runs_on.is_some() {
            continue;
        }
        for item in members().take(if pattern.entities.len() > 1 { MOST_QUERIES } else { 0 }) {
            let Some(key) = item.key_in(asked.index) else { continue };
            if !asked.fixed.is_empty() {
                continue;
            }
            let (partition, sort) = templates(first, asked.index).unwrap();
            let (partition, sort) = (segments(partition, first), segments(sort.unwrap(), first));
            let in_partition = Template::new(&partition).language().unwrap().matches(&key.partition);
            let text = key.sort.as_ref().unwrap();
            let open = !asked.prefix.is_empty() || asked.bound < sort.len();
            let language = if open { Template::new(&sort[..asked.bound]) } else { Template::new(&sort) }
                .language()
                .unwrap();
            let beginnings = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
            let is_read = if open {
                beginnings
                    .into_iter()
                    .any(|end| language.matches(&text[..end]) && text[end..].starts_with(&asked.prefix))
            } else {
                language.matches(text)
            };
            if !in_partition || !is_read {
                tally.missed.fetch_add(1, Ordering::Relaxed);
                if !is_found(findings, Law::Apart, |f| of_pattern(f, item.entity)) {
                    return Err(format!("{} misses E{} at {key:?}", pattern.name, item.entity));
                }
            }
        }
    }
    Ok(())
}

fn describe(plan: &Plan) -> String {
    let mut text = String::new();
    for entity in &plan.entities {
        let kinds: Vec<String> =
            entity.fields.iter().map(|f| format!("{}: {}", f.name, f.kind.as_kind())).collect();
        text += &format!(
            "{} {kinds:?}\n  PK {}\n  SK {}\n",
            entity.name,
            entity.partition.text,
            entity.sort.as_ref().unwrap().text
        );
        for membership in &entity.memberships {
            text += &format!(
                "  GSI1 {} / {} {:?}\n",
                membership.partition[0].text, membership.sort[0].text, membership.when
            );
        }
    }
    for pattern in &plan.patterns {
        text += &format!("{} {:?} {:?}\n", pattern.name, pattern.entities, pattern.verb);
    }
    text
}

fn try_model(number: usize, tally: &Tally) -> Result<(), String> {
    let mut random = Random(number as u64);
    let plan = model(&mut random);
    let findings = prove(&plan);
    for finding in &findings {
        check(&plan, finding);
        tally.findings.fetch_add(1, Ordering::Relaxed);
        tally.undecided.fetch_add(usize::from(!finding.certain), Ordering::Relaxed);
    }
    if findings.is_empty() {
        tally.clean.fetch_add(1, Ordering::Relaxed);
    }
    let items = items(&mut random, &plan);
    collisions(&findings, &items, tally)
        .and_then(|()| unreadable(&plan, &findings, &items, tally))
        .and_then(|()| reads(&plan, &findings, &items, tally))
        .map_err(|wrong| format!("model {number}: {wrong}\n{}\n{findings:#?}", describe(&plan)))
}

#[test]
fn nothing_that_is_called_safe_goes_wrong() {
    let models = std::env::var("DAL_PROVER_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(MODELS);
    let tally = Tally::default();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= models {
                        break;
                    }
                    if let Err(wrong) = try_model(number, &tally) {
                        panic!("{wrong}");
                    }
                }
            });
        }
    });
    let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    println!(
        "{models} models: {} kept every law; {} findings, {} of them undecided; brute force met {} collisions, {} keys of \
         two items, {} foreign items, {} items of other values and {} missed members, all of them found; and {} ends",
        of(&tally.clean),
        of(&tally.findings),
        of(&tally.undecided),
        of(&tally.collisions),
        of(&tally.ambiguous),
        of(&tally.caught),
        of(&tally.loose),
        of(&tally.missed),
        of(&tally.ends),
    );
    // The models are worth trying: many are safe, and brute force meets each fault often.
    if models >= 2_000 {
        assert!(of(&tally.clean) * 10 > models, "few models are safe");
        // What has values that show it is real; only the others can be false alarms.
        assert!(of(&tally.undecided) * 20 < of(&tally.findings), "many findings are undecided");
        for met in
            [&tally.collisions, &tally.caught, &tally.loose, &tally.ambiguous, &tally.missed, &tally.ends]
        {
            assert!(of(met) > models / 100, "a fault is hardly ever met");
        }
    }
}
