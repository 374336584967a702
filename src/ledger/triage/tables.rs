//! Tables: nvidia-smi as a table and as CSV, and torch.cuda.memory_summary.
use super::scan::{Scan, Size};
use super::{Cause, Log, Source, What};

/// Reads the tables of a text, line by line.
pub(super) fn read(lines: &str, log: &mut Log) {
    let mut columns: Option<(usize, usize)> = None;
    for line in lines.lines() {
        // No row of a table is longer; what is, is not looked at.
        if line.len() > 1000 || line.is_empty() {
            continue;
        }
        if line.contains('|') {
            if line.contains("MiB / ") {
                card(line, log);
            } else if !process(line, log) {
                summary(line, log);
            }
        } else if line.contains("memory.") && line.contains("memory.total") {
            columns = csv_columns(line);
        } else if line.contains(" MiB") && line.contains(", ") {
            csv(line, columns, log);
        }
    }
}

/// `| 30%   65C    P2   320W / 450W |  22100MiB / 24564MiB |    100%      Default |`, and the rows of MIG.
fn card(line: &str, log: &mut Log) {
    let Some(cell) = line.split('|').find(|cell| cell.contains("MiB / ")) else {
        return;
    };
    let mut scan = Scan::of(cell);
    let Some(used) = scan.size() else { return };
    if !scan.behind("/", 4) {
        return;
    }
    let Some(total) = scan.size() else { return };
    fullest(log, used, total);
}

/// A card's use; of several cards the fullest counts.
fn fullest(log: &mut Log, used: Size, total: Size) {
    if log
        .readings
        .size(What::DriverUsed)
        .is_none_or(|old| old <= used.bytes)
    {
        log.readings.put(What::DriverUsed, used);
        log.readings.put(What::Total, total);
    }
    seen(log);
}

fn seen(log: &mut Log) {
    log.by(Source::NvidiaSmi);
    log.because(Cause::DriverView);
}

/// `|    0   N/A  N/A      1234      C   python        22094MiB |`.
fn process(line: &str, log: &mut Log) -> bool {
    if !line.contains("MiB |") {
        return false;
    }
    let computes = line
        .split_whitespace()
        .any(|word| matches!(word, "C" | "C+G" | "G"));
    let size = line
        .split_whitespace()
        .find(|word| word.ends_with("MiB"))
        .and_then(|word| Scan::of(word).size());
    if let (true, Some(size)) = (computes, size) {
        let count = log.readings.count(What::Processes).unwrap_or(0);
        log.readings
            .put_count(What::Processes, count.saturating_add(1));
        log.readings.most(What::Process, size);
        seen(log);
        return true;
    }
    false
}

/// Columns of total and used in `name, memory.total [MiB], memory.used [MiB]`.
fn csv_columns(line: &str) -> Option<(usize, usize)> {
    let at = |name: &str| line.split(',').position(|column| column.contains(name));
    Some((at("memory.total")?, at("memory.used")?))
}

/// A column that is a number of MiB and nothing else: prose with sizes in it is no table.
fn cell(column: &str) -> Option<Size> {
    let digits = column.trim().strip_suffix(" MiB")?;
    let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    whole.then(|| Scan::of(column).size()).flatten()
}

/// `NVIDIA L4, 23034 MiB, 21000 MiB`; without a header the larger is the total.
fn csv(line: &str, columns: Option<(usize, usize)>, log: &mut Log) {
    let size = |at: usize| cell(line.split(',').nth(at)?);
    let pair = match columns {
        Some((total, used)) => size(total).zip(size(used)),
        None => {
            let mut sizes = line.split(',').filter_map(cell);
            match (sizes.next(), sizes.next()) {
                (Some(a), Some(b)) if a.bytes >= b.bytes => Some((a, b)),
                (Some(a), Some(b)) => Some((b, a)),
                (Some(_), None) | (None, _) => None,
            }
        }
    };
    let Some((total, used)) = pair else { return };
    fullest(log, used, total);
}

/// `| Allocated memory      |  21000 MiB |  22000 MiB |    300 GiB |    280 GiB |`.
fn summary(line: &str, log: &mut Log) {
    let mut cells = line.trim().trim_start_matches('|').split('|');
    let name = cells.next().unwrap_or_default();
    if name.contains("CUDA OOMs:") || line.contains("cudaMalloc retries:") {
        for (words, what) in [
            ("CUDA OOMs:", What::Failures),
            ("cudaMalloc retries:", What::Retries),
        ] {
            let mut scan = Scan::of(line);
            if scan.behind(words, 200)
                && let Some(count) = scan.count()
            {
                log.readings.put_count(what, count);
            }
        }
        log.by(Source::MemorySummary);
        log.because(Cause::Summary);
        return;
    }
    let rows = [
        (
            "Allocated memory",
            What::Allocated,
            Some(What::PeakAllocated),
        ),
        (
            "GPU reserved memory",
            What::Reserved,
            Some(What::PeakReserved),
        ),
        ("Non-releasable memory", What::Split, None),
    ];
    let Some((_, now, peak)) = rows.iter().find(|(row, _, _)| name.trim() == *row) else {
        return;
    };
    let mut next = || cells.next().and_then(|cell| Scan::of(cell).size());
    let (current, most) = (next(), next());
    if let Some(size) = current {
        log.readings.put(*now, size);
    }
    if let (Some(what), Some(size)) = (peak, most) {
        log.readings.put(*what, size);
    }
    log.readings.idle();
    log.by(Source::MemorySummary);
    log.because(Cause::Summary);
}
