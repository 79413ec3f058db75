//! The transactions of a table: a method of its enum each.
//!
//! ```text
//! impl Invocacare {
//!     /// One `TransactWriteItems` of 2 actions, all done or none: creates `Tenant`, checks that there is `User`. …
//!     pub fn register(scope: &P::Scope<Self>, tenant: &Tenant, user: <User as P::Entity>::Key) -> P::Transaction<'static> {
//!         P::Transaction::named("register")
//!             .add(<Tenant as P::Write>::create(tenant, scope))
//!             .add(<User as P::EntityExt>::check(scope, user))
//!     }
//! }
//! ```

use dal_spec::plan::{ActionVerb, Plan, TransactionPlan};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Type;

use super::tokens::docs;
use crate::names;

/// The methods of the transactions over entities that the enum holds. `payload` is the user's path to an entity's type.
pub(crate) fn transactions<'a>(
    p: &Ident,
    plan: &Plan,
    span: Span,
    name: &Ident,
    payload: impl Fn(&str) -> Option<&'a Type>,
) -> TokenStream {
    let methods: Vec<TokenStream> = plan
        .transactions
        .iter()
        .filter_map(|transaction| method(p, plan, span, transaction, &payload))
        .collect();
    if methods.is_empty() {
        return TokenStream::new();
    }
    quote! {
        impl #name {
            #(#methods)*
        }
    }
}

fn method<'a>(
    p: &Ident,
    plan: &Plan,
    span: Span,
    transaction: &TransactionPlan,
    payload: &impl Fn(&str) -> Option<&'a Type>,
) -> Option<TokenStream> {
    let text = &transaction.name;
    let (mut params, mut adds) = (Vec::new(), Vec::new());
    let (mut scoped, mut open, mut filled) = (false, false, false);
    for action in &transaction.actions {
        let entity = plan.entities.get(action.entity)?;
        let ty = payload(&entity.name)?;
        let (param, verb) = (names::ident(&action.param, span), names::ident(action.verb.word(), span));
        let handle = names::ident(if entity.scoped { "scope" } else { "dal" }, span);
        (scoped, open) = (scoped || entity.scoped, open || !entity.scoped);
        // What dal fills in is filled into the item when the transaction is done.
        let managed = !entity.managed.is_empty();
        let write = if managed { quote!(#p::WriteManaged) } else { quote!(#p::Write) };
        let (add, of) = match action.verb {
            ActionVerb::Create | ActionVerb::Put if managed => {
                filled = true;
                (quote!(<#ty as #write>::#verb(#param, #handle)), quote!(&'a mut #ty))
            }
            ActionVerb::Create | ActionVerb::Put => {
                (quote!(<#ty as #write>::#verb(#param, #handle)), quote!(&#ty))
            }
            // The version that is deleted is that of the item that was loaded.
            ActionVerb::Delete if entity.managed.version.is_some() => {
                (quote!(<#ty as #write>::delete_loaded(#param, #handle)), quote!(&#ty))
            }
            ActionVerb::Delete => {
                (quote!(<#ty as #write>::delete(#handle, #param)), quote!(<#ty as #p::Entity>::Key))
            }
            ActionVerb::Check => {
                (quote!(<#ty as #p::EntityExt>::check(#handle, #param)), quote!(<#ty as #p::Entity>::Key))
            }
        };
        params.push(quote!(#param: #of));
        adds.push(quote!(.add(#add)));
    }
    let (generic, lifetime) = if filled { (quote!(<'a>), quote!('a)) } else { (quote!(), quote!('static)) };
    let scope = scoped.then(|| {
        let scope = names::ident("scope", span);
        quote!(#scope: &#p::Scope<Self>,)
    });
    let dal = open.then(|| {
        let dal = names::ident("dal", span);
        quote!(#dal: &#p::Dal<Self>,)
    });
    let doc = docs(&about(plan, transaction));
    let method = names::ident(text, span);
    Some(quote! {
        #doc
        pub fn #method #generic(#scope #dal #(#params),*) -> #p::Transaction<#lifetime> {
            #p::Transaction::named(#text)#(#adds)*
        }
    })
}

/// What will be sent, and what it costs.
fn about(plan: &Plan, transaction: &TransactionPlan) -> String {
    let first = match &transaction.about {
        Some(about) => about.trim().to_owned(),
        None => format!("The transaction `{}`.", transaction.name),
    };
    let actions = transaction.actions.iter().map(|action| {
        let entity = plan.entities.get(action.entity).map_or("?", |entity| entity.name.as_str());
        let what = match action.verb {
            ActionVerb::Create => "creates",
            ActionVerb::Put => "puts",
            ActionVerb::Delete => "deletes",
            ActionVerb::Check => "checks that there is",
        };
        format!("{what} `{entity}`")
    });
    let (count, actions) = (transaction.actions.len(), actions.collect::<Vec<_>>().join(", "));
    let plural = if count == 1 { "action" } else { "actions" };
    format!(
        "{first}\n\nOne `TransactWriteItems` of {count} {plural}, all done or none: {actions}.\n2 WCU per KB of each item and \
         of each index entry that changes."
    )
}
