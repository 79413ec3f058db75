//! Documentation of patterns: what will be sent, and what it costs.

use dal_key::{Cut, Format, Order};
use dal_spec::KindDef;
use dal_spec::plan::{
    ActionPlan, ActionVerb, ActionsForm, ActionsPlan, EntityPlan, PatternPlan, Plan, ProjectionPlan,
    QueryPlan, SegmentPlan, Takes, TemplatePlan, Verb,
};

/// The documentation of a pattern's method, without markers of comments. `gives` is the type of what it returns.
pub(crate) fn about(plan: &Plan, pattern: &PatternPlan, gives: &str) -> String {
    let first = match &pattern.about {
        Some(about) => about.trim().to_owned(),
        None => format!("The access pattern `{}`.", pattern.name),
    };
    let mut lines = vec![first, String::new()];
    let entity = pattern.entities.first().and_then(|&entity| plan.entities.get(entity));
    match (&pattern.verb, entity) {
        (Verb::Get { consistent }, Some(entity)) => lines.push(get(plan, entity, *consistent)),
        (Verb::Query(query), Some(entity)) => {
            lines.extend(self::query(plan, entity, pattern, query, gives));
            lines.extend(filter(pattern, query));
        }
        (_, None) => {}
    }
    lines.extend(plan.read_cost(pattern));
    if let Some(reason) = &pattern.across_tenants {
        lines.push(format!("Reads across tenants: {}", reason.trim()));
    }
    lines.join("\n")
}

fn get(plan: &Plan, entity: &EntityPlan, consistent: bool) -> String {
    let sort = match (&plan.table.sort, &entity.sort) {
        (Some(attribute), Some(sort)) => format!(", `{attribute} = {}`", sort.text),
        _ => String::new(),
    };
    let cost = if consistent {
        "Consistent: 1 RCU per 4 KB"
    } else {
        "0.5 RCU per 4 KB of the item, 1 if consistent"
    };
    format!("One `GetItem`: `{} = {}`{sort}. {cost}.", plan.table.partition, entity.partition.text)
}

fn query(
    plan: &Plan,
    entity: &EntityPlan,
    pattern: &PatternPlan,
    query: &QueryPlan,
    gives: &str,
) -> Vec<String> {
    let index = query.index.and_then(|index| plan.table.indexes.get(index));
    let of = index.map_or_else(
        || "the table".to_owned(),
        |index| {
            let kind = if index.local { "local index" } else { "index" };
            format!("the {kind} `{}`", index.name)
        },
    );
    if let Some(because) = &query.scan {
        let because = because.trim();
        let holds = if query.consistent { "1 RCU" } else { "0.5 RCU" };
        let mut lines = vec![
            format!("A `Scan` of {of}, page by page, in no order: {because}"),
            format!("Gives {gives}. {holds} per 4 KB of everything that is there, whatever it gives."),
        ];
        if let Some(limit) = query.limit {
            lines.push(format!("Gives {limit} items unless `.limit(…)` says otherwise."));
        }
        return lines;
    }
    let queries = match pattern.queries() {
        1 => "One `Query`".to_owned(),
        count if query.buckets.is_some() => format!("Up to {count} `Query`s"),
        count => format!("{count} `Query`s at once, merged in order,"),
    };
    let mut lines = vec![format!("{queries} of {of}: `{}`.", query.condition)];
    let mut order = order(entity, query);
    if query.one {
        order.push_str("; the first of them");
    } else if let Some(limit) = query.limit {
        order.push_str(&format!("; {limit} items unless `.limit(…)` says otherwise"));
    }
    if let Some(buckets) = query.buckets {
        let name = entity.fields.get(buckets.field).map_or("", |field| field.name.as_str());
        let unit = match buckets.cut {
            Cut::Hour => "hours",
            Cut::Date => "days",
            Cut::Month => "months",
        };
        order.push_str(&format!(
            "; from the {} of `{name}` on, over at most {} {unit}, one after the other until the page is full",
            unit.trim_end_matches('s'),
            buckets.count
        ));
    }
    lines.push(format!("{order}."));
    let reads = match index.map(|index| &index.projection) {
        Some(ProjectionPlan::All) => "index entries with all attributes",
        Some(_) => "index entries",
        None => "the items",
    };
    let consistent = if query.consistent { "Consistent: 1 RCU" } else { "0.5 RCU" };
    let each = if pattern.queries() > 1 { ", of each query as many as the limit" } else { "" };
    lines.push(format!("Gives {gives}. {consistent} per 4 KB of {reads} read{each}."));
    let mut calls = Vec::new();
    calls.extend(query.page_size.map(|items| format!("A request evaluates at most {items} items")));
    calls.extend(query.requests.map(|requests| match requests {
        1 => "one `.await` makes one request".to_owned(),
        _ => format!("one `.await` makes up to {requests} requests"),
    }));
    if !calls.is_empty() {
        lines.push(format!("{}, unless its builder says otherwise.", calls.join("; ")));
    }
    lines.extend(query.runs_on.as_ref().map(|why| format!("Runs on over what lies behind: {}", why.trim())));
    for (skipped, why) in &query.skip {
        let name = plan.entities.get(*skipped).map_or("", |entity| entity.name.as_str());
        lines.push(format!("Items of `{name}` are read, paid for and left out: {}", why.trim()));
    }
    if query.hydrate {
        lines.push(
            "Then one `BatchGetItem` for each 100 entries, 0.5 RCU per 4 KB of each item; those gone since are left out."
                .to_owned(),
        );
    }
    lines
}

fn filter(pattern: &PatternPlan, query: &QueryPlan) -> Option<String> {
    let filter = query.filter.as_ref()?.text(&pattern.values);
    let counts = if query.one {
        "it looks past items that do not pass"
    } else {
        "the limit counts items that pass, and a page can be short or empty and still have a cursor"
    };
    Some(format!("Filtered by `{filter}`: what does not pass is read and paid for all the same; {counts}."))
}

/// `Newest first by [created_at]`.
fn order(entity: &EntityPlan, query: &QueryPlan) -> String {
    let template = match query.index {
        None => entity.sort.clone(),
        Some(index) => entity
            .memberships
            .iter()
            .find(|membership| membership.index == index)
            .and_then(|membership| TemplatePlan::join(&membership.sort)),
    };
    let direction = if query.descending { "Descending" } else { "Ascending" };
    let Some((field, format)) = template.and_then(|template| first_free(&template, query.bound)) else {
        return format!("{direction} by the sort key");
    };
    let Some(field) = entity.fields.get(field) else { return direction.to_owned() };
    let down = query.descending != (format.order == Order::Desc);
    let words = match (&field.kind, down) {
        (KindDef::Time(_) | KindDef::Date, true) => "Newest first",
        (KindDef::Time(_) | KindDef::Date, false) => "Oldest first",
        (_, true) => "Descending",
        (_, false) => "Ascending",
    };
    let range = match (query.range, query.cut) {
        (Some(_), _) => ", which `.range(…)` bounds",
        (_, Some(_)) => ", of which the beginning is given: all of them where that is empty",
        (None, None) => "",
    };
    format!("{words} by `{}`{range}", field.name)
}

fn first_free(template: &TemplatePlan, bound: usize) -> Option<(usize, Format)> {
    template.segments.iter().skip(bound).find_map(|segment| match segment {
        SegmentPlan::Part { field, format } => Some((*field, *format)),
        SegmentPlan::Literal(_) => None,
    })
}

/// The documentation of a pattern of actions.
pub(crate) fn actions(plan: &Plan, pattern: &ActionsPlan) -> String {
    let first = match &pattern.about {
        Some(about) => about.trim().to_owned(),
        None => format!("The access pattern `{}`.", pattern.name),
    };
    let sentences: Vec<String> =
        pattern.actions.iter().map(|action| format!("`{}`", action.sentence(plan))).collect();
    let (what, count) = (sentences.join("; "), pattern.actions.len());
    let operation = pattern.operation();
    let verb = pattern.actions.first().map(|action| action.verb);
    let rest = match (pattern.form, verb) {
        (ActionsForm::Transaction, _) => {
            let plural = if count == 1 { "action" } else { "actions" };
            let over = over(plan, pattern);
            format!(
                "One `{operation}` of {count} {plural}{over}, all done or none: {what}.\n2 WCU per KB of each item and of each index \
                 entry that changes.{}",
                lent(plan, pattern)
            )
        }
        (ActionsForm::Batch, Some(ActionVerb::Get)) => {
            format!(
                "`{operation}` as often as it takes, 100 keys a call: {what}.\n0.5 RCU per 4 KB of each item, 1 if consistent."
            )
        }
        (ActionsForm::Batch, _) => format!(
            "`{operation}` as often as it takes, 25 items a call, not atomic: {what}.\n1 WCU per KB of each item and of each index entry that changes."
        ),
        (ActionsForm::One, _) => format!(
            "One `{operation}`, atomic: {what}.\n1 WCU per KB of the item and of each index entry that changes."
        ),
    };
    let cost = plan.write_cost(pattern).map_or_else(String::new, |cost| format!("\n{cost}"));
    format!("{first}\n\n{rest}{cost}")
}

/// The tables that a transaction spans, where it is more than one.
fn over(plan: &Plan, pattern: &ActionsPlan) -> String {
    let mut tables: Vec<String> = Vec::new();
    for (_, table) in pattern.actions.iter().filter_map(|action| plan.acted(action.entity)) {
        let name = format!("`{}`", table.enum_name);
        if !tables.contains(&name) {
            tables.push(name);
        }
    }
    match tables.split_last() {
        Some((last, others)) if !others.is_empty() => format!(" over {} and {last}", others.join(", ")),
        _ => String::new(),
    }
}

/// Which keys come from the items of other actions.
fn lent(plan: &Plan, pattern: &ActionsPlan) -> String {
    let entity =
        |action: &ActionPlan| plan.acted(action.entity).map_or("?", |(entity, _)| entity.name.as_str());
    let from = pattern.actions.iter().filter_map(|action| {
        let Takes::KeyOf(lender, fields) = &action.takes else { return None };
        let lender = pattern.actions.get(*lender).filter(|_| !fields.is_empty())?;
        Some(format!("\nThe key of `{}` is that of the `{}`.", entity(action), entity(lender)))
    });
    from.collect()
}
