//! Stand-in.
#![allow(missing_docs)]
use dal_spec::plan::Plan;
use dal_spec::shape::{Body, Shape};
use std::path::PathBuf;

#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub plan: Option<Plan>,
    pub diagnostics: Vec<Diagnostic>,
    pub files: Vec<PathBuf>,
}
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub text: String,
    pub owner: Owner,
    pub error: bool,
}
impl Diagnostic {
    pub fn render(&self) -> String {
        self.text.clone()
    }
    pub fn is_error(&self) -> bool {
        self.error
    }
}
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    Table,
    Entity(String),
    Collection(String),
}
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    Table,
    Entity(usize),
    Collection(usize),
    KeyNewtype,
    KeyEnum,
}
pub fn role(plan: &Plan, shape: &Shape) -> Result<Role, Box<Diagnostic>> {
    if let Some((number, _)) = plan.entity(&shape.name) {
        return Ok(Role::Entity(number));
    }
    if shape.name == plan.table.enum_name {
        return Ok(Role::Table);
    }
    if let Some(number) = plan.patterns.iter().position(|p| p.into.as_deref() == Some(shape.name.as_str())) {
        return Ok(Role::Collection(number));
    }
    match &shape.body {
        Body::Tuple(1) => Ok(Role::KeyNewtype),
        Body::Enum(variants) if variants.iter().all(|v| v.fields == 0) => Ok(Role::KeyEnum),
        _ => Err(Box::new(Diagnostic { text: format!("`{}` is nothing that patterns.yaml names", shape.name), owner: Owner::Table, error: true })),
    }
}
pub fn check_shape(plan: &Plan, role: &Role, shape: &Shape) -> Vec<Diagnostic> {
    let _ = (plan, role, shape);
    Vec::new()
}
