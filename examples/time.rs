use hoyle::code::Library;
fn main() {
    let files: Vec<(String, String)> = std::env::args()
        .skip(1)
        .map(|f| {
            let t = std::fs::read_to_string(&f).unwrap();
            (f, t)
        })
        .collect();
    for _ in 0..5 {
        let s = std::time::Instant::now();
        let mut lib = Library::new();
        let names: Vec<String> = files.iter().map(|(f, t)| lib.put(f, t.clone())).collect();
        let parsed = s.elapsed();
        for n in &names {
            let s = std::time::Instant::now();
            lib.load(n);
            eprint!("{n} {:?} ", s.elapsed());
        }
        eprintln!("parse {parsed:?} all {:?}", s.elapsed());
    }
}
