//! The pipeline step of the READMEs, run as a pipeline runs it.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of the README's workflow that call the gate, and the file they read.
fn commands(readme: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(readme)).unwrap();
    let block = text
        .split("```yaml")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .find(|block| block.contains("vram-ledger gate"))
        .unwrap_or_else(|| panic!("{readme} has no workflow with the gate"));
    assert!(!block.contains('\t'), "YAML has no tabs");
    for part in ["on:", "jobs:", "runs-on:", "steps:", "actions/checkout"] {
        assert!(block.contains(part), "{readme}: {part}");
    }
    block
        .lines()
        .filter_map(|line| line.trim().strip_prefix("run: "))
        .filter(|run| run.contains("vram-ledger gate"))
        .map(String::from)
        .collect()
}

/// Runs a step as Actions does: bash -e, in the repository's folder.
fn step(folder: &Path, run: &str) -> (i32, String, String) {
    let tool = Path::new(env!("CARGO_BIN_EXE_vram-ledger"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", tool.display(), std::env::var("PATH").unwrap());
    let summary = folder.join("summary.md");
    let _ = fs::remove_file(&summary);
    let output = Command::new("bash")
        .args(["-e", "-c", run])
        .current_dir(folder)
        .env("PATH", path)
        .env("GITHUB_STEP_SUMMARY", &summary)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        fs::read_to_string(summary).unwrap_or_default(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[cfg(unix)]
#[test]
fn the_readme_s_step_refuses_what_does_not_fit() {
    let both = ["README.md", "README.zh-CN.md"];
    for (number, readme) in both.into_iter().enumerate() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pipeline-{number}"));
        fs::create_dir_all(folder.join("deploy")).unwrap();
        let runs = commands(readme);
        assert_eq!(runs.len(), 1, "{runs:?}");
        let run = &runs[0];
        let file = run
            .split_whitespace()
            .skip_while(|word| *word != "--link")
            .nth(1)
            .expect("the step reads the link from a file");
        let readme_text = fs::read_to_string(root().join(readme)).unwrap();
        assert!(
            readme_text.contains(&format!("`{file}`")),
            "{readme} says what {file} is"
        );
        let with = |links: &str| {
            fs::write(folder.join(file), links).unwrap();
            step(&folder, run)
        };
        let fits = "https://example.org/vram/?v=1&task=serve&model=llama-3.1-8b&gpu=a100-80gb&conc=16&len=8192\n";
        let (code, summary, err) = with(fits);
        assert_eq!((code, err.as_str()), (0, ""), "{summary}");
        assert!(summary.contains('✅'), "{summary}");
        let over = "# peak × 1.5 at the P99\nv=1&task=serve&model=llama-2-7b&gpu=a100-80gb&conc=32&len=8192\n";
        let (code, summary, err) = with(over);
        assert_eq!(code, 1);
        assert!(
            summary.contains('❌') && summary.contains("conc=14"),
            "{summary}"
        );
        assert!(err.contains("conc=14"), "{err}");
        // Several links: the gravest ending holds.
        let (code, summary, _) = with(&[fits, over].concat());
        assert_eq!(code, 1);
        assert!(
            summary.contains('✅') && summary.contains('❌'),
            "{summary}"
        );
        let (code, _, err) = with(&[fits, "cnc=4\n", over].concat());
        assert_eq!(code, 2);
        assert!(err.contains("cnc"), "{err}");
        // No link is no declaration; no file is none either.
        assert_eq!(with("# nothing yet\n\n").0, 2);
        fs::remove_file(folder.join(file)).unwrap();
        assert_eq!(step(&folder, run).0, 2);
    }
}

#[test]
fn a_query_and_a_file_are_one_too_many() {
    let (code, _, err) = super::cli(&["gate", "mb=1", "--link", "somewhere"]);
    assert_eq!(code, 2);
    assert!(err.contains("--link"), "{err}");
}
