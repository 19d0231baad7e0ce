//! Records in RON and JSON: what comes of each file in `records/`, right or wrong.

mod record_text;

use std::fs;

#[test]
fn each_file_is_read_as_its_snapshot_says() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_suffix("");
    settings.set_omit_expression(true);
    insta::glob!("records/*.{ron,json}", |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(path).unwrap_or_default();
        settings.set_snapshot_path(path.parent().unwrap_or(path));
        settings.bind(|| insta::assert_snapshot!(name.replace('.', "-"), record_text::shown(&name, &bytes)));
    });
}
