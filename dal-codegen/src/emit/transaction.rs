//! The transactions of a table, and its batches of several entities: a method of its enum each.
//!
//! ```text
//! impl Invocacare {
//!     /// One `TransactWriteItems` of 2 actions, all done or none: creates `Like`, updates `Brand`. …
//!     pub fn like_brand(scope: &P::Scope<Self>, like: &Like) -> P::Transaction<'static> {
//!         let brand = P::lent::<Like, Brand>(like, &[(1, 1)]);
//!         P::Transaction::named("like_brand")
//!             .add(<Like as P::Write>::create(like, scope))
//!             .add(brand.map(|key| <Brand>::like_brand_action_1(scope, key)))
//!     }
//! }
//! ```

use dal_spec::plan::{ActionPlan, ActionVerb, ActionsForm, ActionsPlan, EntityPlan, Plan, Takes};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Type;

use super::about::actions as about;
use super::action::{any_version, part_name};
use super::tokens::{docs, number};
use crate::names;

/// The methods over entities that the enum holds. `payload` is the user's path to an entity's type.
pub(crate) fn transactions<'a>(
    p: &Ident,
    plan: &Plan,
    span: Span,
    name: &Ident,
    payload: impl Fn(&str) -> Option<&'a Type>,
) -> TokenStream {
    let cx = Context { p, plan, span, payload: &payload };
    let own = plan.actions.iter().filter(|pattern| pattern.owner().is_none());
    let methods: Vec<TokenStream> = own
        .filter_map(|pattern| match pattern.form {
            ActionsForm::Batch => cx.batch(pattern),
            _ => cx.transaction(pattern),
        })
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

struct Context<'c, 'a> {
    p: &'c Ident,
    plan: &'c Plan,
    span: Span,
    payload: &'c dyn Fn(&str) -> Option<&'a Type>,
}

impl<'a> Context<'_, 'a> {
    fn ident(&self, name: &str) -> Ident {
        names::ident(name, self.span)
    }

    fn entity(&self, action: &ActionPlan) -> Option<(&EntityPlan, &'a Type)> {
        let entity = self.plan.entities.get(action.entity)?;
        Some((entity, (self.payload)(&entity.name)?))
    }

    fn handle(&self, entity: &EntityPlan) -> Ident {
        self.ident(if entity.scoped { "scope" } else { "dal" })
    }

    /// The handles that a method takes.
    fn handles(&self, pattern: &ActionsPlan) -> TokenStream {
        let p = self.p;
        let of = |scoped: bool| {
            let mut entities =
                pattern.actions.iter().filter_map(|action| self.plan.entities.get(action.entity));
            entities.any(|entity| entity.scoped == scoped)
        };
        let scope = of(true).then(|| {
            let scope = self.ident("scope");
            quote!(#scope: &#p::Scope<Self>,)
        });
        let dal = of(false).then(|| {
            let dal = self.ident("dal");
            quote!(#dal: &#p::Dal<Self>,)
        });
        quote!(#scope #dal)
    }

    fn transaction(&self, pattern: &ActionsPlan) -> Option<TokenStream> {
        let p = self.p;
        let text = &pattern.name;
        let (mut params, mut lets, mut filled) = (Vec::new(), Vec::new(), false);
        for param in &pattern.params {
            let action = pattern.actions.get(param.action)?;
            let (entity, ty) = self.entity(action)?;
            let ident = self.ident(&param.name);
            match param.value {
                Some(value) => {
                    let number = self.plan.value_number(pattern, param.action, value);
                    let value = quote!(<#ty as #p::ActionValue<#number>>::Value);
                    params.push(quote!(#ident: impl ::core::convert::Into<#value>));
                    lets.push(quote!(let #ident: #value = #ident.into();));
                }
                None => {
                    let managed = !entity.managed.is_empty();
                    params.push(match action.takes {
                        // What dal fills in is filled into the item when the transaction is done.
                        Takes::Item if managed => {
                            filled = true;
                            quote!(#ident: &'a mut #ty)
                        }
                        Takes::Item | Takes::Loaded => quote!(#ident: &#ty),
                        Takes::Key | Takes::KeyOf(..) => quote!(#ident: <#ty as #p::Entity>::Key),
                    });
                }
            }
        }
        let mut adds = Vec::new();
        for (position, action) in pattern.actions.iter().enumerate() {
            let (entity, ty) = self.entity(action)?;
            let handle = self.handle(entity);
            let own = pattern.params.iter().find(|param| param.action == position && param.value.is_none());
            let own = own.map(|param| self.ident(&param.name));
            let added = match &action.takes {
                Takes::KeyOf(lender, fields) => {
                    let lent = self.ident(&format!("key_{position}"));
                    lets.push(self.lent(pattern, entity, ty, &lent, *lender, fields)?);
                    let key = self.ident("key");
                    let call = self.call(pattern, position, &handle, &quote!(#key))?;
                    quote!(#lent.map(|#key| #call))
                }
                _ => {
                    let own = own?;
                    self.call(pattern, position, &handle, &quote!(#own))?
                }
            };
            adds.push(quote!(.add(#added)));
        }
        let (generic, lifetime) =
            if filled { (quote!(<'a>), quote!('a)) } else { (quote!(), quote!('static)) };
        let (doc, method, handles) =
            (docs(&about(self.plan, pattern)), self.ident(text), self.handles(pattern));
        Some(quote! {
            #doc
            pub fn #method #generic(#handles #(#params),*) -> #p::Transaction<#lifetime> {
                #(#lets)*
                #p::Transaction::named(#text)#(#adds)*
            }
        })
    }

    /// The key of an entity whose parts another action's item holds.
    fn lent(
        &self,
        pattern: &ActionsPlan,
        entity: &EntityPlan,
        ty: &Type,
        lent: &Ident,
        lender: usize,
        fields: &[usize],
    ) -> Option<TokenStream> {
        let p = self.p;
        if fields.is_empty() {
            return Some(quote!(let #lent = #p::sole_key::<#ty>();));
        }
        let (owner, from) = self.entity(pattern.actions.get(lender)?)?;
        let item = pattern.params.iter().find(|param| param.action == lender && param.value.is_none())?;
        let item = self.ident(&item.name);
        // It is filled in later, so that it is only looked at here.
        let item = if owner.managed.is_empty() { quote!(#item) } else { quote!(&*#item) };
        let tenant = if entity.scoped { self.plan.table.tenant.len() } else { 0 };
        let pairs = fields.iter().enumerate().map(|(part, field)| {
            let (field, part) = (number(*field), number(tenant + part));
            quote!((#field, #part))
        });
        Some(quote!(let #lent = #p::lent::<#from, #ty>(#item, &[#(#pairs),*]);))
    }

    /// The call of one action; `own` is its item or its key.
    fn call(
        &self,
        pattern: &ActionsPlan,
        position: usize,
        handle: &Ident,
        own: &TokenStream,
    ) -> Option<TokenStream> {
        let p = self.p;
        let action = pattern.actions.get(position)?;
        let (entity, ty) = self.entity(action)?;
        let takes_item = matches!(action.takes, Takes::Item | Takes::Loaded);
        if action.is_own() {
            let method = self.ident(&part_name(&pattern.name, position));
            let values = action.values.iter().map(|value| {
                let ident = self.ident(&value.name);
                let all = pattern.actions.iter().flat_map(|action| &action.values);
                let shared = all.filter(|other| other.name == value.name).count() > 1;
                if shared { quote!(::core::clone::Clone::clone(&#ident)) } else { quote!(#ident) }
            });
            let first = if takes_item { quote!(#own, #handle) } else { quote!(#handle, #own) };
            return Some(quote!(<#ty>::#method(#first, #(#values),*)));
        }
        let write = if entity.managed.is_empty() { quote!(#p::Write) } else { quote!(#p::WriteManaged) };
        let verb = self.ident(action.verb.word());
        Some(match action.verb {
            ActionVerb::Delete if takes_item => quote!(<#ty as #write>::delete_loaded(#own, #handle)),
            ActionVerb::Check => quote!(<#ty as #p::EntityExt>::check(#handle, #own)),
            _ if takes_item => quote!(<#ty as #write>::#verb(#own, #handle)),
            _ => {
                let any = any_version(action);
                quote!(<#ty as #write>::#verb(#handle, #own)#any)
            }
        })
    }

    /// A batch of several entities: a key of each to get, any number of each to write.
    fn batch(&self, pattern: &ActionsPlan) -> Option<TokenStream> {
        let p = self.p;
        let text = &pattern.name;
        let (mut params, mut parts, mut generics) = (Vec::new(), Vec::new(), None);
        for (action, param) in pattern.actions.iter().zip(&pattern.params) {
            let (entity, ty) = self.entity(action)?;
            let (handle, ident) = (self.handle(entity), self.ident(&param.name));
            let key = quote!(<#ty as #p::Entity>::Key);
            match action.verb {
                ActionVerb::Get => {
                    params.push(quote!(#ident: #key));
                    parts.push((ty, quote!(#p::Get::<#ty>::new(#handle, #text, #ident))));
                }
                ActionVerb::Delete => {
                    params.push(quote!(#ident: impl ::core::iter::IntoIterator<Item = #key>));
                    parts.push((ty, quote!(.delete_all(#handle, #ident))));
                }
                _ => {
                    generics = Some(quote!(<'i>));
                    params.push(quote!(#ident: impl ::core::iter::IntoIterator<Item = &'i #ty>));
                    parts.push((ty, quote!(.put_all(#handle, #ident))));
                }
            }
        }
        let (types, calls): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let is_get = pattern.actions.first().is_some_and(|action| action.verb == ActionVerb::Get);
        let (output, body) = if is_get {
            (quote!(#p::BatchGet<(#(#p::Get<#types>,)*)>), quote!(#p::BatchGet::new((#(#calls,)*))))
        } else {
            (quote!(#p::BatchWrite), quote!(#p::BatchWrite::new()#(#calls)*))
        };
        let (doc, method, handles) =
            (docs(&about(self.plan, pattern)), self.ident(text), self.handles(pattern));
        Some(quote! {
            #doc
            pub fn #method #generics(#handles #(#params),*) -> #output {
                #body
            }
        })
    }
}
