use hoyle::code::Library;
fn main() {
    let mut lib = Library::new();
    let mut names = vec![];
    for f in std::env::args().skip(1) {
        let quiet = f.starts_with('-');
        let f = f.trim_start_matches('-').to_string();
        let t = std::fs::read_to_string(&f).unwrap();
        let n = lib.put(&f, t);
        if !quiet {
            names.push(n);
        }
    }
    for n in names {
        let start = std::time::Instant::now();
        let l = lib.load(&n);
        println!("== {n}: code {} diagnostics {} in {:?}", l.code.is_some(), l.diagnostics.len(), start.elapsed());
        for d in &l.diagnostics {
            let (line, col) = lib.sources().line_column(d.span);
            let file = lib
                .sources()
                .get(d.span.file)
                .map(|f| f.name.rsplit('/').next().unwrap().to_string())
                .unwrap_or_default();
            println!(
                "{} {:?} {file}:{line}:{col} [{}] {}{}",
                d.number,
                d.severity,
                lib.sources().text(d.span).lines().next().unwrap_or("").chars().take(60).collect::<String>(),
                d.message,
                d.help.as_ref().map(|h| format!("  ? {h}")).unwrap_or_default()
            );
            for (s, w) in &d.others {
                let (l, c) = lib.sources().line_column(*s);
                println!("      at {l}:{c} {w}");
            }
        }
        if let Some(c) = l.code {
            println!(
                "   laws {} clauses {} rights {} facts {} statuses {} coverage {:?}",
                c.laws.len(),
                c.clauses.len(),
                c.rights.len(),
                c.facts.len(),
                c.statuses.len(),
                c.coverage()
            );
        }
    }
}
