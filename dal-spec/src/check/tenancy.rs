//! Every partition begins with the tenant, or says why not.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Model, Segment, Template};
use crate::yaml::Text;

pub(crate) fn check(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    for (_, entity, keys) in model.keyed() {
        let name = entity.spec.name.text.as_str();
        partition(
            model,
            keys,
            &keys.partition,
            entity.spec.across_tenants.as_ref(),
            None,
            (name, "the table"),
            out,
        );
        for entry in &keys.entries {
            let index = format!("`{}`", entry.spec.index.text);
            let inherited = entity.spec.across_tenants.as_ref();
            let own = entry.spec.across_tenants.as_ref();
            partition(model, keys, &entry.partition, own, inherited, (name, &index), out);
        }
        for unique in &keys.unique {
            let guards = format!("the guards of `{}`", unique.spec.field.text);
            let inherited = entity.spec.across_tenants.as_ref();
            let own = unique.spec.across_tenants.as_ref();
            partition(model, keys, &unique.template, own, inherited, (name, &guards), out);
        }
    }
}

fn partition(
    model: &Model<'_>,
    keys: &Keys<'_>,
    template: &Template,
    across: Option<&Text>,
    inherited: Option<&Text>,
    (entity, place): (&str, &str),
    out: &mut Vec<Diagnostic>,
) {
    let Some(tenant) = &model.tenant else {
        if let Some(why) = across {
            out.push(
                Diagnostic::new(
                    Code::AcrossWithoutTenant,
                    format!("`{entity}` says `across_tenants`, and the table has no tenants"),
                )
                .at(&why.place, "nothing to cross")
                .help("remove it, or add `tenant: TENANT#{tenant_id}` under `table:`")
                .entity(entity),
            );
        }
        return;
    };
    let is_guard = keys.unique.iter().any(|unique| std::ptr::eq(&raw const unique.template, template));
    let begins = numbered(model, keys, tenant).is_some_and(|tenant| template.begins_with(&tenant))
        || holds_tenant(model, keys, template);
    match (begins, across) {
        (true, Some(why)) => out.push(
            Diagnostic::new(
                Code::NeedlessAcross,
                format!(
                    "`{entity}` says `across_tenants`, but its partition of {place} begins with the tenant"
                ),
            )
            .at(&why.place, "remove this")
            .related(&template.place, format!("the partition key is {}", template.text))
            .note(
                "with it the generated code would take the whole table's handle where one tenant's is enough",
            )
            .entity(entity),
        ),
        (false, None) if inherited.is_none() && is_guard => out.push(
            Diagnostic::new(
                Code::MissingTenant,
                format!("The unique key of `{entity}` does not begin with the tenant, `{}`", tenant.text),
            )
            .at(&template.place, "unique over all tenants")
            .note("a tenant could learn what values another has: they would be refused as taken")
            .help(format!("begin it with `{{tenant}}`: '{{tenant}}#{}'", template.text))
            .help(format!(
                "if that is wanted, say why: `{{ key: '{}', across_tenants: A login names no clinic. }}`",
                template.text
            ))
            .entity(entity),
        ),
        (false, None) if inherited.is_none() => out.push(
            Diagnostic::new(
                Code::MissingTenant,
                format!(
                    "The partition of `{entity}` in {place} does not begin with the tenant, `{}`",
                    tenant.text
                ),
            )
            .at(&template.place, "every tenant's items would lie together")
            .note("a query of this partition returns the items of all tenants")
            .help(format!("begin it with `{{tenant}}`: '{{tenant}}#{}'", template.text))
            .help("if that is wanted, say why: `across_tenants: The operator console lists all clinics.`")
            .entity(entity),
        ),
        _ => {}
    }
}

/// Whether the first attributes of the key are the tenant's fields as they are, one each: equal in no two tenants.
fn holds_tenant(model: &Model<'_>, keys: &Keys<'_>, template: &Template) -> bool {
    let mut attributes = template.attributes();
    model.tenant_fields.iter().all(|field| {
        let own = attributes.next().and_then(Template::native);
        own.is_some() && own == keys.number(&field.name)
    })
}

/// The tenant's template with the numbers that its fields have in an entity.
fn numbered(model: &Model<'_>, keys: &Keys<'_>, tenant: &Template) -> Option<Template> {
    let mut numbered = tenant.clone();
    for segment in &mut numbered.segments {
        if let Segment::Part { field, .. } = segment {
            *field = keys.number(&model.tenant_fields.get(*field)?.name)?;
        }
    }
    Some(numbered)
}
