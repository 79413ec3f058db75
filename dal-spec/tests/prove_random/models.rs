//! Random models.

use dal_key::{AttributeType, Cut, Format, Precision, Style};
use dal_spec::KindDef;
use dal_spec::plan::{
    EntityPlan, FieldPlan, LoadPlan, ManagedPlan, MembershipPlan, PatternPlan, Plan, QueryPlan, SEPARATOR,
    SegmentPlan, TemplatePlan, Verb, WhenIs, WhenPlan,
};

use crate::prove_support::{Model, place, templates};

/// A small generator of random numbers (SplitMix64): each model has its own, from its number.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    pub(crate) fn literal(&mut self) -> &'static str {
        LITERALS[self.below(LITERALS.len())]
    }
}

const LITERALS: [&str; 14] = ["A", "AB", "A#", "#", "AB#", "B", "1", "0#", "-", "a", "#A", "!", "aa", "$2"];

fn kind(random: &mut Random) -> (KindDef, Format) {
    let style = |style| Format { style, ..Format::default() };
    let plain = Format::default();
    let desc = Format { order: dal_key::Order::Desc, ..plain };
    let lower = Format { case: dal_key::Case::Lower, ..plain };
    let text = |pattern: &str| KindDef::Text(Some(pattern.to_owned()));
    let words = || KindDef::Enum("A|AB|a|1".to_owned());
    let all = [
        (KindDef::Text(None), plain),
        (KindDef::Text(None), plain),
        (KindDef::Text(None), plain),
        (KindDef::Text(None), style(Style::Raw)),
        (KindDef::Text(None), style(Style::Raw)),
        (KindDef::Text(None), lower),
        (text("[A-C#]+"), plain),
        (text("[0-9]{1,2}"), plain),
        (text("a?[b1]*"), style(Style::Raw)),
        (KindDef::Ulid, plain),
        (KindDef::Uuid, desc),
        (KindDef::Int { min: 0, max: 14 }, plain),
        (KindDef::Int { min: 0, max: 120 }, style(Style::Plain)),
        (KindDef::Int { min: -12, max: 12 }, plain),
        (KindDef::Int { min: -12, max: 12 }, desc),
        (KindDef::Int { min: 0, max: 9 }, style(Style::Padded(2))),
        (KindDef::Decimal(1), style(Style::Plain)),
        (KindDef::F64, plain),
        (KindDef::F64, style(Style::Plain)),
        (KindDef::Time(Precision::Seconds), plain),
        (KindDef::Time(Precision::Seconds), style(Style::Cut(Cut::Month))),
        (KindDef::Date, plain),
        (KindDef::Bool, plain),
        (KindDef::Bytes, plain),
        (words(), plain),
        (words(), plain),
        (words(), style(Style::Rank)),
    ];
    random.of(&all).clone()
}

fn literal(segments: &mut Vec<SegmentPlan>, text: &str) {
    match segments.last_mut() {
        Some(SegmentPlan::Literal(before)) => before.push_str(text),
        _ => segments.push(SegmentPlan::Literal(text.to_owned())),
    }
}

/// A field as it is, in an attribute of that type.
fn native(random: &mut Random, fields: &mut Vec<FieldPlan>, of: AttributeType) -> TemplatePlan {
    let kinds = match of {
        AttributeType::S => vec![
            KindDef::Text(None),
            KindDef::Text(Some("a?[b1]*".to_owned())),
            KindDef::Enum("A|AB|a|1".to_owned()),
            KindDef::Uuid,
            KindDef::Date,
        ],
        AttributeType::N => vec![
            KindDef::Int { min: 0, max: 14 },
            KindDef::Int { min: -12, max: 12 },
            KindDef::Int { min: 20, max: 1_000_000 },
            KindDef::Decimal(1),
            KindDef::F64,
            KindDef::Time(Precision::Seconds),
        ],
        AttributeType::B => vec![KindDef::Bytes, KindDef::Uuid],
    };
    let kind = random.of(&kinds).clone();
    let field = fields.len();
    fields.push(FieldPlan { name: format!("f{field}"), kind, place: place() });
    let format = Format { style: Style::Native(of), ..Format::default() };
    let segments = vec![SegmentPlan::Part { field, format }];
    TemplatePlan { text: format!("{segments:?}"), place: place(), segments }
}

/// The types of the attributes of a key: one string, or several of any type.
fn types(random: &mut Random) -> Vec<AttributeType> {
    let count = if random.chance(30) { 2 + random.below(2) } else { 1 };
    let of = |random: &mut Random| match random.below(10) {
        0 if count > 1 => AttributeType::N,
        1 if count > 1 => AttributeType::B,
        _ => AttributeType::S,
    };
    (0..count).map(|_| of(random)).collect()
}

/// The templates of a key of these attributes, as one.
fn several(
    random: &mut Random,
    fields: &mut Vec<FieldPlan>,
    longest: usize,
    types: &[AttributeType],
) -> TemplatePlan {
    let templates: Vec<TemplatePlan> = types
        .iter()
        .map(|of| match of {
            AttributeType::S => template(random, fields, longest),
            of => native(random, fields, *of),
        })
        .collect();
    TemplatePlan::join(&templates).expect("one at least")
}

fn template(random: &mut Random, fields: &mut Vec<FieldPlan>, longest: usize) -> TemplatePlan {
    if random.chance(8) {
        return native(random, fields, AttributeType::S);
    }
    let mut segments = Vec::new();
    for _ in 0..1 + random.below(longest) {
        if random.chance(45) {
            literal(&mut segments, random.literal());
            continue;
        }
        let field =
            if !fields.is_empty() && random.chance(15) { random.below(fields.len()) } else { fields.len() };
        let (kind, format) = match fields.get(field) {
            // A field has one kind; another format where that fits.
            Some(known) => {
                let (kind, format) = kind(random);
                if kind == known.kind { (kind, format) } else { (known.kind.clone(), Format::default()) }
            }
            None => kind(random),
        };
        if field == fields.len() {
            fields.push(FieldPlan { name: format!("f{field}"), kind, place: place() });
        }
        segments.push(SegmentPlan::Part { field, format });
        // Most parts end at a delimiter, as designs do; the others are the interesting ones.
        if random.chance(50) {
            literal(&mut segments, "#");
        }
    }
    let text = format!("{segments:?}");
    TemplatePlan { text, place: place(), segments }
}

/// A template that another entity uses, with fields of its own: neighbours.
fn like(
    random: &mut Random,
    other: &EntityPlan,
    template: &TemplatePlan,
    fields: &mut Vec<FieldPlan>,
) -> TemplatePlan {
    let mut segments = template.segments.clone();
    for segment in &mut segments {
        if let SegmentPlan::Part { field, .. } = segment {
            let kind = other.fields[*field].kind.clone();
            let known =
                fields.iter().position(|own| own.name == other.fields[*field].name && own.kind == kind);
            *field = known.unwrap_or_else(|| {
                fields.push(FieldPlan { name: format!("g{}", fields.len()), kind, place: place() });
                fields.len() - 1
            });
        }
    }
    // What is the whole attribute stays alone.
    let is_native = template.native().is_some();
    if !is_native && random.chance(50) {
        segments.truncate(1 + random.below(segments.len()));
    }
    if !is_native && random.chance(40) {
        literal(&mut segments, random.literal());
    }
    TemplatePlan { text: format!("{segments:?}"), place: place(), segments }
}

/// The types of the key attributes of a model: of the table's sort key, and of its index.
struct KeyTypes {
    sort: AttributeType,
    index: [Vec<AttributeType>; 2],
}

fn entity(random: &mut Random, plan: &Plan, number: usize, types: &KeyTypes) -> EntityPlan {
    let mut fields = Vec::new();
    let before = (!plan.entities.is_empty()).then(|| random.of(&plan.entities));
    let partition = match before {
        Some(other) if random.chance(70) => like(random, other, &other.partition, &mut fields),
        _ => template(random, &mut fields, 2),
    };
    let sort = match before {
        Some(other) if random.chance(35) => like(random, other, other.sort.as_ref().unwrap(), &mut fields),
        _ if types.sort != AttributeType::S => native(random, &mut fields, types.sort),
        _ => template(random, &mut fields, 3),
    };
    let primary_fields = fields.len();
    let mut memberships = Vec::new();
    if random.chance(50) {
        let partition = several(random, &mut fields, 2, &types.index[0]);
        let sort = several(random, &mut fields, 3, &types.index[1]);
        let mut when = Vec::new();
        let words = fields.iter().position(|field| matches!(field.kind, KindDef::Enum(_)));
        if let Some(field) = words.filter(|_| random.chance(50)) {
            let words: Vec<String> =
                ["A", "AB", "a", "1"].iter().take(1 + random.below(3)).map(|w| (*w).into()).collect();
            when.push(WhenPlan { field, is: WhenIs::OneOf(words) });
        }
        memberships.push(MembershipPlan {
            index: 0,
            place: place(),
            partition: vec![partition],
            sort: vec![sort],
            when,
            across_tenants: None,
            without_ttl: None,
            selected: Vec::new(),
        });
    }
    EntityPlan {
        name: format!("E{number}"),
        type_name: None,
        about: None,
        place: place(),
        scoped: false,
        fields,
        primary_fields,
        partition,
        sort: Some(sort),
        memberships,
        groups: Vec::new(),
        shard: None,
        managed: ManagedPlan::default(),
        unique: Vec::new(),
        guards: None,
        size: None,
        shares: Vec::new(),
        key_only: Vec::new(),
    }
}

fn pattern(random: &mut Random, plan: &Plan, number: usize) -> Option<PatternPlan> {
    let first = random.below(plan.entities.len());
    let index = (random.chance(40) && !plan.entities[first].memberships.is_empty()).then_some(0);
    let entity = &plan.entities[first];
    let sort = templates(entity, index)?.1?;
    let mut bound = random.below(sort.segments.len() + 1);
    let mut entities = vec![first];
    let mut prefix = String::new();
    if random.chance(25) {
        let second = random.below(plan.entities.len());
        if second != first && templates(&plan.entities[second], index).is_some() {
            entities.push(second);
            bound = bound.min(sort.segments.len().saturating_sub(1));
            if let Some(SegmentPlan::Literal(text)) = sort.segments.get(bound) {
                prefix = text.chars().take(1 + random.below(2)).collect();
            }
        }
    }
    let lone = |template: &TemplatePlan| {
        let literals = template.segments.iter().filter_map(|segment| match segment {
            SegmentPlan::Literal(text) => Some(text.as_str()),
            SegmentPlan::Part { .. } => None,
        });
        template.native().is_none() && literals.clone().all(|text| text != SEPARATOR)
    };
    // Of numbers of their own, so that what was tried before is tried still.
    let mut aside = Random(random.0 ^ 0x5ca1_ab1e);
    let runs_on = (entities.len() > 1 && lone(sort) && random.chance(50)).then(|| "Wanted.".to_owned());
    let mut descending = runs_on.is_some() && random.chance(50);
    let native = entities.len() > 1 && sort.native().is_some() && aside.chance(50);
    let runs_on = runs_on.or_else(|| native.then(|| "Wanted.".to_owned()));
    // Reading one item at an end reads no other keys than reading all: what lies there must be of the members.
    let one = aside.chance(35);
    descending |= (one && runs_on.is_none() || native) && aside.chance(50);
    if runs_on.is_some() {
        prefix.clear();
    }
    let mut fixed = Vec::new();
    if let Some(SegmentPlan::Part { field, .. }) = bound.checked_sub(1).map(|last| &sort.segments[last])
        && matches!(entity.fields[*field].kind, KindDef::Enum(_))
        && random.chance(50)
    {
        fixed.push((*field, (*random.of(&["A", "AB", "a", "1"])).to_owned()));
    }
    Some(PatternPlan {
        name: format!("p{number}"),
        about: None,
        place: place(),
        into: (entities.len() > 1).then(|| format!("P{number}")),
        entities,
        verb: Verb::Query(QueryPlan {
            index,
            bound,
            prefix,
            fixed,
            runs_on,
            descending,
            one,
            ..QueryPlan::default()
        }),
        across_tenants: None,
        params: Vec::new(),
        load: LoadPlan::default(),
        values: Vec::new(),
    })
}

/// A scan of some entities, which reads whatever is there.
fn scan(random: &mut Random, plan: &Plan) -> PatternPlan {
    let entities: Vec<usize> = (0..plan.entities.len()).filter(|_| random.chance(60)).collect();
    let entities = if entities.is_empty() { vec![0] } else { entities };
    PatternPlan {
        name: "scan".to_owned(),
        about: None,
        place: place(),
        into: (entities.len() > 1).then(|| "Scan".to_owned()),
        entities,
        verb: Verb::Query(QueryPlan { scan: Some("Wanted.".to_owned()), ..QueryPlan::default() }),
        across_tenants: None,
        params: Vec::new(),
        load: LoadPlan::default(),
        values: Vec::new(),
    }
}

pub(crate) fn model(random: &mut Random) -> Plan {
    let mut plan = Model::new().index("GSI1").0;
    // The type of the table's sort key.
    let sort = match random.below(14) {
        0 | 1 => AttributeType::N,
        2 => AttributeType::B,
        _ => AttributeType::S,
    };
    let types = KeyTypes { sort, index: [types(random), types(random)] };
    for number in 0..2 + random.below(5) {
        let entity = entity(random, &plan, number, &types);
        plan.entities.push(entity);
    }
    for number in 0..1 + random.below(4) {
        plan.patterns.extend(pattern(random, &plan, number));
    }
    let mut aside = Random(random.0 ^ 0x0dd_ba11);
    if aside.chance(20) {
        plan.patterns.push(scan(&mut aside, &plan));
    }
    plan
}
