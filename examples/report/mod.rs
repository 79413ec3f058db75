//! A report of what was sent: dal's tracing spans, one row for each pattern.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::SetGlobalDefaultError;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// Collects the spans of DynamoDB calls.
#[derive(Clone, Default)]
pub struct Report(Arc<Mutex<Rows>>);

#[derive(Default)]
struct Rows {
    listening: bool,
    rows: Vec<Row>,
}

/// One pattern: what it sent, how often, and what came back.
#[derive(Clone, Default)]
struct Row {
    pattern: String,
    operation: String,
    index: String,
    condition: String,
    calls: u64,
    items: u64,
    consumed: f64,
}

impl Report {
    /// Listens to the program's spans.
    pub fn install() -> Result<Self, SetGlobalDefaultError> {
        let report = Self::default();
        tracing::subscriber::set_global_default(tracing_subscriber::registry().with(report.clone()))?;
        Ok(report)
    }

    /// Begins to collect.
    pub fn start(&self) {
        self.rows().listening = true;
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints the rows collected, and stops.
    pub fn print(&self) {
        let mut rows = self.rows();
        rows.listening = false;
        let head = ["pattern", "operation", "index", "key condition", "calls", "items", "capacity"]
            .map(str::to_owned);
        let table: Vec<[String; 7]> = std::iter::once(head)
            .chain(rows.rows.iter().map(|row| {
                let index = if row.index.is_empty() { "table".to_owned() } else { row.index.clone() };
                let figures = [row.calls.to_string(), row.items.to_string(), format!("{:.1}", row.consumed)];
                let [calls, items, consumed] = figures;
                [
                    row.pattern.clone(),
                    row.operation.clone(),
                    index,
                    row.condition.clone(),
                    calls,
                    items,
                    consumed,
                ]
            }))
            .collect();
        let widths: Vec<usize> = (0..7)
            .map(|column| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        for row in &table {
            let line: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(
                    |(column, (cell, &width))| {
                        if column < 4 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                    },
                )
                .collect();
            println!("{}", line.join("  ").trim_end());
        }
    }
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Report {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().name() == "dynamodb"
            && let Some(span) = context.span(id)
        {
            let mut row = Row::default();
            attributes.record(&mut row);
            span.extensions_mut().insert(row);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(row) = span.extensions_mut().get_mut::<Row>()
        {
            values.record(row);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let row = context.span(&id).and_then(|span| span.extensions_mut().remove::<Row>());
        let mut rows = self.rows();
        let Some(row) = row.filter(|_| rows.listening) else { return };
        match rows.rows.iter_mut().find(|known| known.pattern == row.pattern) {
            Some(known) => {
                known.calls += 1;
                known.items += row.items;
                known.consumed += row.consumed;
            }
            None => rows.rows.push(Row { calls: 1, ..row }),
        }
    }
}

impl Visit for Row {
    fn record_str(&mut self, field: &Field, value: &str) {
        let to = match field.name() {
            "pattern" => &mut self.pattern,
            "operation" => &mut self.operation,
            "index" => &mut self.index,
            "key_condition" => &mut self.condition,
            _ => return,
        };
        value.clone_into(to);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "items" {
            self.items = value;
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "consumed_capacity" {
            self.consumed = value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
