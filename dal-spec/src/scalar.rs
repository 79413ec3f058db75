//! Texts as YAML has them, for what dal writes: the lock, and lists that are made of designs.

/// A text as a scalar: as it is where every reader takes it for a text, else in quotes.
pub fn scalar(text: &str) -> String {
    const WORDS: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    let printable = |c: char| matches!(c, ' '..='~') || c.is_alphanumeric();
    if plain {
        text.to_owned()
    } else if text.chars().all(printable) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        let mut quoted = String::from("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                c if printable(c) => quoted.push(c),
                c => quoted.push_str(&format!("\\U{:08x}", u32::from(c))),
            }
        }
        quoted + "\""
    }
}
