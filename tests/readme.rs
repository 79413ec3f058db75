//! The README's code is the code of `examples/clinic.rs`, its list that of `examples/clinic.yaml`.

/// The lines of text that carry meaning, without indentation, comments behind code, and the attribute that names the list.
fn lines(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split(" //").next().unwrap_or(line).trim().to_owned());
    code.filter(|line| !line.is_empty() && !line.starts_with("#[dal(patterns")).collect()
}

fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    include_str!("../README.md").split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_list_of_the_readme_is_compiled() {
    assert_eq!(blocks("yaml"), [include_str!("../examples/clinic.yaml")]);
}

#[test]
fn the_code_of_the_readme_is_compiled() {
    let compiled = lines(include_str!("../examples/clinic.rs"));
    let blocks = blocks("rust,ignore");
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let shown = lines(block);
        let found = compiled.windows(shown.len()).any(|window| window == shown);
        let known = shown.iter().all(|line| compiled.contains(line));
        assert!(found || known, "the README shows what examples/clinic.rs does not hold:\n{block}");
    }
}
