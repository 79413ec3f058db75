//! A plan as a table for people.

use std::fmt::Write;

use crate::plan::{
    ActionPlan, ActionsForm, ActionsPlan, ParamPlan, PatternPlan, Plan, ProjectionPlan, QueryPlan, Verb,
};

const HEADER: [&str; 9] =
    ["pattern", "returns", "operation", "index", "parameters", "order", "limit", "projection", "scope"];

/// Every pattern with its DynamoDB operation, key condition, parameters and projection, as aligned text.
pub fn explain(plan: &Plan) -> String {
    let mut out = String::new();
    let table = &plan.table;
    let shown = |name: &String| match table.types.iter().find(|(typed, _)| typed == name) {
        Some((_, of)) => format!("{name} ({of})"),
        None => name.clone(),
    };
    let _ = write!(out, "Table `{}`: {}", table.name, shown(&table.partition));
    if let Some(sort) = &table.sort {
        let _ = write!(out, ", {}", shown(sort));
    }
    if let Some(tenant) = &table.tenant_text {
        let _ = write!(out, "; every partition begins with {tenant}");
    }
    out.push('\n');
    for index in &table.indexes {
        let kind = if index.local { "Local index" } else { "Index" };
        let _ = write!(out, "{kind} `{}`", index.name);
        if index.physical != index.name {
            let _ = write!(out, " (`{}`)", index.physical);
        }
        let _ = write!(
            out,
            ": {}",
            index.partition.iter().chain(&index.sort).map(shown).collect::<Vec<_>>().join(", ")
        );
        let _ = match &index.projection {
            ProjectionPlan::All => write!(out, "; holds everything"),
            ProjectionPlan::Keys => write!(out, "; holds keys only"),
            ProjectionPlan::Include(list) => write!(out, "; holds {}", list.join(", ")),
        };
        out.push_str(if index.computed { " (computed)\n" } else { "\n" });
    }
    for entity in &plan.entities {
        let filled = entity
            .managed
            .fields()
            .filter_map(|(field, word)| Some(format!("{word} {}", entity.fields.get(field)?.name)));
        let unique = entity.unique.iter().map(|unique| {
            let why = unique.across_tenants.as_ref().map(|why| format!(" (all tenants: {why})"));
            format!("unique {}: {}{}", unique.name, unique.template.text, why.unwrap_or_default())
        });
        let kept: Vec<String> = filled.chain(unique).collect();
        if !kept.is_empty() {
            let _ = writeln!(out, "Entity `{}`: {}", entity.name, kept.join("; "));
        }
    }
    out.push('\n');
    let patterns = plan.patterns.iter().map(|pattern| (row(plan, pattern), below(plan, pattern)));
    let actions = plan.actions.iter().map(|pattern| self::actions(plan, pattern));
    let (rows, below): (Vec<[String; 9]>, Vec<String>) = patterns.chain(actions).unzip();
    let mut widths = HEADER.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    line(&mut out, &HEADER.map(str::to_owned), &widths);
    for (row, below) in rows.iter().zip(&below) {
        line(&mut out, row, &widths);
        let _ = writeln!(out, "    {below}");
    }
    out
}

fn line(out: &mut String, cells: &[String; 9], widths: &[usize; 9]) {
    let mut text = String::new();
    for (cell, &width) in cells.iter().zip(widths) {
        let _ = write!(text, "{cell:width$}  ");
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

/// The row of a pattern of actions, and its actions in words.
fn actions(plan: &Plan, pattern: &ActionsPlan) -> ([String; 9], String) {
    let dash = || "-".to_owned();
    let entity = |action: &ActionPlan| plan.acted(action.entity).map(|(entity, _)| entity);
    let params = match pattern.form {
        ActionsForm::One => pattern.actions.iter().flat_map(|action| one(plan, action)).collect(),
        _ => pattern.params.iter().map(|param| param.name.clone()).collect::<Vec<_>>(),
    };
    let scoped = pattern.actions.iter().filter_map(entity).any(|entity| entity.scoped);
    let row = [
        pattern.name.clone(),
        dash(),
        pattern.operation().to_owned(),
        dash(),
        if params.is_empty() { dash() } else { params.join(", ") },
        dash(),
        dash(),
        dash(),
        if scoped { "one tenant".to_owned() } else { dash() },
    ];
    (row, pattern.actions.iter().map(|action| action.sentence(plan)).collect::<Vec<_>>().join("; "))
}

/// The parameters of one write.
fn one(plan: &Plan, action: &ActionPlan) -> Vec<String> {
    let Some(entity) = plan.entities.get(action.entity) else { return Vec::new() };
    let tenant = if entity.scoped { plan.table.tenant.len() } else { 0 };
    let key = entity.fields.get(tenant..entity.primary_fields).unwrap_or_default();
    let own = if action.verb.takes_item() {
        vec![crate::suggest::snake(&entity.name)]
    } else {
        key.iter().map(|field| field.name.clone()).collect()
    };
    own.into_iter().chain(action.values.iter().map(|value| value.name.clone())).collect()
}

fn row(plan: &Plan, pattern: &PatternPlan) -> [String; 9] {
    let index = |query: &QueryPlan| query.index.and_then(|index| plan.table.indexes.get(index));
    let (operation, query) = match &pattern.verb {
        Verb::Get { consistent } => (if *consistent { "GetItem, consistent" } else { "GetItem" }, None),
        Verb::Query(query) => {
            let operation = if query.scan.is_some() { "Scan" } else { "Query" };
            (operation, Some(query))
        }
    };
    let mut operation = operation.to_owned();
    if pattern.queries() > 1 {
        let how = if query.is_some_and(|query| query.buckets.is_some()) { "in turn" } else { "merged" };
        let _ = write!(operation, " × {}, {how}", pattern.queries());
    }
    if query.is_some_and(|query| query.consistent) {
        operation.push_str(", consistent");
    }
    if query.is_some_and(|query| query.hydrate) {
        operation.push_str(" + BatchGetItem");
    }
    let names: Vec<&str> = pattern
        .entities
        .iter()
        .filter_map(|&entity| plan.entities.get(entity))
        .map(|entity| entity.name.as_str())
        .collect();
    let cut = query.and_then(|query| query.cut);
    let shown = |param: &ParamPlan| {
        if cut == Some(param.field) { format!("{}*", param.name) } else { param.name.clone() }
    };
    let mut params: Vec<String> = pattern.params.iter().map(shown).collect();
    if let Some(field) = query.and_then(|query| query.range) {
        let name =
            pattern.entities.first().and_then(|&e| plan.entities.get(e)).and_then(|e| e.fields.get(field));
        params.extend(name.map(|field| format!("[{}..]", field.name)));
    }
    params.extend(pattern.values.iter().map(|value| value.name.clone()));
    let dash = || "-".to_owned();
    let order = query.map_or_else(dash, |query| match (query.full, query.descending) {
        (true, _) => "-".to_owned(),
        _ if query.scan.is_some() => "none".to_owned(),
        (false, true) => "backward".to_owned(),
        (false, false) => "forward".to_owned(),
    });
    let limit = match query {
        Some(query) if query.one => "1".to_owned(),
        Some(query) => query.limit.map_or_else(dash, |limit| limit.to_string()),
        None => dash(),
    };
    let selected = query.filter(|query| query.selection.is_some()).map(|query| query.select.join(", "));
    let whole = || selected.clone().unwrap_or_else(|| "all".to_owned());
    let narrow = query.filter(|query| !query.hydrate).and_then(index);
    let projection = narrow.map_or_else(whole, |index| match &index.projection {
        ProjectionPlan::All => whole(),
        ProjectionPlan::Keys => "keys".to_owned(),
        ProjectionPlan::Include(_) => query.map(|query| query.select.join(", ")).unwrap_or_default(),
    });
    let scope = match &pattern.across_tenants {
        Some(why) => format!("all tenants: {why}"),
        None if pattern.is_scoped(plan) => "one tenant".to_owned(),
        None => dash(),
    };
    [
        pattern.name.clone(),
        names.join(" + "),
        operation,
        query.and_then(index).map_or_else(dash, |index| index.name.clone()),
        if params.is_empty() { dash() } else { params.join(", ") },
        order,
        limit,
        projection,
        scope,
    ]
}

/// What stands below the row of a pattern.
fn below(plan: &Plan, pattern: &PatternPlan) -> String {
    let mut text = condition(plan, pattern);
    if let Some(filter) = filter(pattern) {
        let _ = write!(text, "\n    filtered by {filter}: pays for all that it reads");
    }
    if let Verb::Query(query) = &pattern.verb {
        if let Some(because) = &query.scan {
            let _ = write!(text, "\n    scans because: {because}");
        }
        if let Some(why) = &query.runs_on {
            let _ = write!(text, "\n    runs on because: {why}");
        }
        for (skipped, why) in &query.skip {
            let name = plan.entities.get(*skipped).map_or("", |entity| entity.name.as_str());
            let _ = write!(text, "\n    leaves out {name} because: {why}");
        }
    }
    if let Some(cost) = plan.read_cost(pattern) {
        let _ = write!(text, "\n    {cost}");
    }
    text
}

/// The filter of a pattern.
fn filter(pattern: &PatternPlan) -> Option<String> {
    match &pattern.verb {
        Verb::Query(query) => Some(query.filter.as_ref()?.text(&pattern.values)),
        Verb::Get { .. } => None,
    }
}

/// The key condition of a pattern.
fn condition(plan: &Plan, pattern: &PatternPlan) -> String {
    match &pattern.verb {
        Verb::Query(query) => query.condition.clone(),
        Verb::Get { .. } => {
            let Some(entity) = pattern.entities.first().and_then(|&entity| plan.entities.get(entity)) else {
                return String::new();
            };
            let mut text = format!("{} = {}", plan.table.partition, entity.partition.text);
            if let (Some(attribute), Some(sort)) = (&plan.table.sort, &entity.sort) {
                let _ = write!(text, ", {attribute} = {}", sort.text);
            }
            text
        }
    }
}
