//! How long a large table takes. It prints figures and judges none:
//! `cargo test --release -p dal-spec --test prove_speed -- --ignored --nocapture`.

mod prove_support;

use std::time::Instant;

use prove_support::Model;

/// A table of so many entities as domains grow it: each with a get, a list, a list in an index and, now and then, a
/// collection.
fn table(entities: usize) -> Model {
    let mut model = Model::new().tenant("tenant_id", "ulid").index("GSI1").index("GSI2");
    for number in 0..entities {
        let name = format!("E{number}");
        let partition = "TENANT#{tenant_id}";
        let sort = match number % 4 {
            0 => format!("{name}#{{id:ulid}}"),
            1 => format!("{name}#{{parent:ulid}}#{{at:time}}#{{id:uuid}}"),
            2 => format!("{name}#{{code:text}}#{{id:u64}}"),
            _ => format!("{name}#{{state:open|closed|late:rank}}#{{code:text}}"),
        };
        model = model.entity(&name, partition, &sort);
        model = match number % 3 {
            0 => model.within(
                "GSI1",
                &format!("TENANT#{{tenant_id}}#{name}#{{owner:ulid}}"),
                "{created:time}#{note:text}",
            ),
            1 => model.within(
                "GSI2",
                &format!("TENANT#{{tenant_id}}#OF#{{owner:text}}#{name}"),
                "{created:time}",
            ),
            _ => model,
        };
        model = model.get(&name).list(&name);
        model = match number % 3 {
            0 => model.query(&format!("of_{name}"), &[&name], Some("GSI1"), 0, ""),
            1 => model.query(&format!("of_{name}"), &[&name], Some("GSI2"), 0, ""),
            _ => model,
        };
    }
    model
}

/// The worst: so many entities under one key, each with a list that reads all the others.
fn alike(entities: usize) -> Model {
    let mut model = Model::new().tenant("tenant_id", "ulid");
    for number in 0..entities {
        let name = format!("E{number}");
        model = model.entity(&name, "TENANT#{tenant_id}", "{id:ulid}").query(&name, &[&name], None, 0, "");
    }
    model
}

#[test]
#[ignore = "prints figures only"]
fn large_tables() {
    for entities in [50, 100, 200, 400, 800] {
        let model = table(entities);
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let start = Instant::now();
            assert_eq!(dal_spec::prove::prove(&model.0), []);
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{entities} entities, {} patterns: {:.1} ms", model.0.patterns.len(), best * 1e3);
    }
    let model = alike(200);
    let start = Instant::now();
    let findings = dal_spec::prove::prove(&model.0).len();
    println!(
        "200 entities under one key: {findings} findings, {:.0} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
}
