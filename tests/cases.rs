//! Every case under its code: the ruling meets what the case expects, and the report is as its snapshot keeps it.

mod common;

use std::collections::BTreeMap;

use hoyle::report::text::{Style, text};

/// One case: read, ruled, held against its expectations, drawn.
fn case(engines: &BTreeMap<String, hoyle::engine::Engine>, file: &std::path::Path) -> Result<String, String> {
    let code = file.parent().and_then(|folder| folder.file_name()).map(|name| name.to_string_lossy().into_owned());
    let code = code.ok_or("a case stands in the folder of its code")?;
    let engine = engines.get(&code).ok_or_else(|| format!("there is no code {code}"))?;
    let (sources, records) = common::records(file);
    let mut out = String::new();
    for (place, record) in records.iter().enumerate() {
        if record.code.as_deref() != Some(code.as_str()) {
            return Err(format!("the record names {:?} and stands in the folder of {code}", record.code));
        }
        if record.expect.is_empty() {
            return Err("the record expects nothing".to_string());
        }
        let report = common::ruled(engine, &sources, record, place + 1);
        let lines = report.lines();
        let unmet = common::unmet(record, &lines);
        if !unmet.is_empty() {
            return Err(format!("not met:\n  {}\nlines:\n  {}", unmet.join("\n  "), lines.join("\n  ")));
        }
        out.push_str(&text(&report, Style { ascii: true, ..Style::default() }));
    }
    Ok(out)
}

/// All cases are tried before any failure is told, so that one run shows everything.
#[test]
fn every_case_is_ruled_as_expected() {
    let engines = common::engines();
    let mut faults = Vec::new();
    let mut cases = 0;
    for file in common::CODES.iter().flat_map(|code| common::cases_of(code)) {
        cases += 1;
        let tried = std::panic::catch_unwind(|| case(&engines, &file));
        let name = file.strip_prefix(common::cases_folder()).unwrap_or(&file).display().to_string();
        match tried {
            Ok(Ok(_)) => {}
            Ok(Err(fault)) => faults.push(format!("{name}: {fault}")),
            Err(panic) => {
                faults.push(format!("{name}: {}", panic.downcast_ref::<String>().cloned().unwrap_or_default()))
            }
        }
    }
    assert!(cases > 0, "no case was found");
    assert!(faults.is_empty(), "{} of {cases} cases:\n\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn reports_are_as_kept() {
    let engines = common::engines();
    insta::glob!("cases/*/*.ron", |file| {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(file.parent().unwrap_or(file));
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.set_omit_expression(true);
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let drawn = case(&engines, file).unwrap_or_else(|fault| fault);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), drawn));
    });
}
