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
//!     // Of an entity of another table, whose handle the caller gives:
//!     pub fn buy<Users: P::Holds<User>>(scope: &P::Scope<Self>, users_dal: &P::Dal<Users>, deal: &Deal, user: UserKey) -> …
//! }
//! ```

use dal_spec::plan::{ActionPlan, ActionVerb, ActionsForm, ActionsPlan, EntityPlan, Plan, TablePlan, Takes};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::Type;

use super::about::actions as about;
use super::action::{any_version, part_name};
use super::tokens::{docs, many_parameters, named_as_type, number};
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
    let named = named_as_type(name, plan.actions.iter().map(|pattern| &*pattern.name));
    quote! {
        #named
        impl #name {
            #(#methods)*
        }
    }
}

/// The entity of an action.
struct Acted<'c> {
    entity: &'c EntityPlan,
    table: &'c TablePlan,
    /// The entity's type.
    ty: TokenStream,
    /// Whether its table is that of the enum.
    is_own: bool,
}

impl Acted<'_> {
    fn is_of_table(&self, other: &Self) -> bool {
        self.table.enum_name == other.table.enum_name
    }

    /// The names of the handles of its table: of one tenant, and of the table.
    fn handles(&self) -> [String; 2] {
        if self.is_own { ["scope".to_owned(), "dal".to_owned()] } else { self.table.handles() }
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

    /// The entity of an action, and its type: the user's path in the enum, or its name beside the enum where it is in another
    /// table.
    fn acted(&self, action: &ActionPlan) -> Option<Acted<'_>> {
        let (entity, table) = self.plan.acted(action.entity)?;
        let is_own = action.entity < self.plan.entities.len();
        let ty = if is_own {
            (self.payload)(&entity.name)?.to_token_stream()
        } else {
            self.ident(&entity.name).into_token_stream()
        };
        Some(Acted { entity, table, ty, is_own })
    }

    fn handle(&self, acted: &Acted<'_>) -> Ident {
        let [scope, dal] = acted.handles();
        self.ident(if acted.entity.scoped { &scope } else { &dal })
    }

    /// The entities of a pattern's actions, those of each table together: its own first.
    fn by_table(&self, pattern: &ActionsPlan) -> Vec<Vec<Acted<'_>>> {
        let mut tables: Vec<Vec<Acted<'_>>> = Vec::new();
        for acted in pattern.actions.iter().filter_map(|action| self.acted(action)) {
            match tables.iter_mut().find(|of| of.iter().any(|own| own.is_of_table(&acted))) {
                Some(of) => of.push(acted),
                None => tables.push(vec![acted]),
            }
        }
        tables
    }

    /// The type parameters of a method: each other table, by the entities that it must hold.
    fn tables(&self, pattern: &ActionsPlan) -> Vec<TokenStream> {
        let p = self.p;
        let others = self.by_table(pattern).into_iter().filter(|of| of.iter().all(|acted| !acted.is_own));
        let parameters = others.filter_map(|of| {
            let name = self.ident(&of.first()?.table.enum_name);
            let mut seen: Vec<&str> = Vec::new();
            let mut bounds = Vec::new();
            for acted in &of {
                if !seen.contains(&acted.entity.name.as_str()) {
                    seen.push(&acted.entity.name);
                    let ty = &acted.ty;
                    bounds.push(quote!(#p::Holds<#ty>));
                }
            }
            Some(quote!(#name: #(#bounds)+*))
        });
        parameters.collect()
    }

    /// What refuses the scopes of two tenants, where tables have the same tenants.
    fn of_one_tenant(&self, pattern: &ActionsPlan) -> Vec<TokenStream> {
        let tables = self.by_table(pattern);
        let scoped: Vec<&Acted<'_>> =
            tables.iter().filter_map(|of| of.iter().find(|acted| acted.entity.scoped)).collect();
        let pairs = scoped.iter().enumerate().filter_map(|(at, acted)| {
            let before = scoped.iter().take(at);
            let first = before.copied().find(|first| first.table.has_tenants_of(acted.table))?;
            let (one, other, ty) = (self.handle(first), self.handle(acted), &acted.ty);
            Some(quote!(.of_one_tenant::<#ty>(#one, #other)))
        });
        pairs.collect()
    }

    /// The handles that a method takes: of its own table, then of each other.
    fn handles(&self, pattern: &ActionsPlan) -> Vec<TokenStream> {
        let p = self.p;
        let mut tables = self.by_table(pattern);
        tables.sort_by_key(|of| !of.iter().any(|acted| acted.is_own));
        let handles = tables.iter().flat_map(|of| {
            let Some(first) = of.first() else { return [None, None] };
            let table = if first.is_own {
                quote!(Self)
            } else {
                self.ident(&first.table.enum_name).into_token_stream()
            };
            let [scope, dal] = first.handles().map(|name| self.ident(&name));
            let is = |scoped: bool| of.iter().any(|acted| acted.entity.scoped == scoped);
            let scope = is(true).then(|| quote!(#scope: &#p::Scope<#table>));
            let dal = is(false).then(|| quote!(#dal: &#p::Dal<#table>));
            [scope, dal]
        });
        handles.flatten().collect()
    }

    fn transaction(&self, pattern: &ActionsPlan) -> Option<TokenStream> {
        let p = self.p;
        let text = &pattern.name;
        let (mut params, mut lets, mut filled) = (Vec::new(), Vec::new(), false);
        for param in &pattern.params {
            let action = pattern.actions.get(param.action)?;
            let Acted { entity, ty, .. } = self.acted(action)?;
            let ident = self.ident(&param.name);
            match param.value {
                Some(value) => {
                    let number = action.first_value + value;
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
            let acted = self.acted(action)?;
            let handle = self.handle(&acted);
            let own = pattern.params.iter().find(|param| param.action == position && param.value.is_none());
            let own = own.map(|param| self.ident(&param.name));
            let added = match &action.takes {
                Takes::KeyOf(lender, fields) => {
                    let lent = self.ident(&format!("key_{position}"));
                    lets.push(self.lent(pattern, &acted, &lent, *lender, fields)?);
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
        let lifetime = if filled { quote!('a) } else { quote!('static) };
        let own = filled.then(|| quote!('a));
        let generics: Vec<TokenStream> = own.into_iter().chain(self.tables(pattern)).collect();
        let generic = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
        let one_tenant = self.of_one_tenant(pattern);
        let (doc, method, handles) =
            (docs(&about(self.plan, pattern)), self.ident(text), self.handles(pattern));
        let many = many_parameters(handles.len() + params.len());
        Some(quote! {
            #doc
            #many
            pub fn #method #generic(#(#handles,)* #(#params),*) -> #p::Transaction<#lifetime> {
                #(#lets)*
                #p::Transaction::named(#text)#(#one_tenant)*#(#adds)*
            }
        })
    }

    /// The key of an entity whose parts another action's item holds.
    fn lent(
        &self,
        pattern: &ActionsPlan,
        acted: &Acted<'_>,
        lent: &Ident,
        lender: usize,
        fields: &[usize],
    ) -> Option<TokenStream> {
        let p = self.p;
        let Acted { entity, table, ty, .. } = acted;
        if fields.is_empty() {
            return Some(quote!(let #lent = #p::sole_key::<#ty>();));
        }
        let Acted { entity: owner, ty: from, .. } = self.acted(pattern.actions.get(lender)?)?;
        let item = pattern.params.iter().find(|param| param.action == lender && param.value.is_none())?;
        let item = self.ident(&item.name);
        // It is filled in later, so that it is only looked at here.
        let item = if owner.managed.is_empty() { quote!(#item) } else { quote!(&*#item) };
        let tenant = if entity.scoped { table.tenant.len() } else { 0 };
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
        let Acted { entity, ty, .. } = self.acted(action)?;
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
            let acted = self.acted(action)?;
            let (handle, ident) = (self.handle(&acted), self.ident(&param.name));
            let ty = acted.ty;
            let key = quote!(<#ty as #p::Entity>::Key);
            match action.verb {
                ActionVerb::Get => {
                    params.push(quote!(#ident: #key));
                    let get = quote!(#p::Get::<#ty>::new(#handle, #text, #ident));
                    parts.push((ty, get));
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
        let many = many_parameters(handles.len() + params.len());
        Some(quote! {
            #doc
            #many
            pub fn #method #generics(#(#handles,)* #(#params),*) -> #output {
                #body
            }
        })
    }
}
