//! `cargo dal explain`: what each pattern sends, or the story of a code.

use std::process::ExitCode;

use dal_spec::Code;

use crate::sources;

/// Explains a code such as `DAL0403`, or a list.
pub(crate) fn run(what: Option<&str>) -> Result<ExitCode, String> {
    if let Some(number) =
        what.filter(|what| what.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("DAL")))
    {
        let code = Code::find(&number.to_ascii_uppercase());
        let code = code.ok_or_else(|| {
            format!("there is no code `{number}`; `cargo dal check` prints those that apply")
        })?;
        println!("{}", code.explain().trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let list = sources::list(what)?;
    let loaded = dal_spec::load(&list);
    for diagnostic in loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
        eprintln!("{}\n", diagnostic.render_with_severity());
    }
    let plans: Vec<String> =
        loaded.plans().map(|plan| dal_spec::explain(plan).trim_end().to_owned()).collect();
    if !plans.is_empty() {
        println!("{}", plans.join("\n\n"));
    }
    Ok(if loaded.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
