//! What the driver and libraries keep on every card.
use super::Line;
use super::config::Config;
use super::formula::Symbol;
use super::formula::build::{num, product};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::phases::{self, Run};
use super::units::ByteUnit;

/// The allowance for the CUDA context and fragmentation on the card of `role`; absent where it is set to nothing.
pub(super) fn context(config: &Config, role: Role) -> Option<Line> {
    (config.context.0 > 0).then(|| {
        let formula = product([
            num(Symbol::ContextGib, config.context.as_f64()),
            num(Symbol::BytesPerGib, ByteUnit::GiB.bytes() as f64),
        ]);
        Line::always(
            Item::Context,
            Owner::Runtime,
            role,
            Basis::Assumption,
            formula,
        )
    })
}

/// The same allowance at every moment of the card.
pub(super) fn measured_context(run: &Run<'_>, role: Role) -> Option<Line> {
    let mut line = context(run.config, role)?;
    let formula = line.at.pop().map(|(_, formula)| formula)?;
    line.at = match role {
        Role::Train => run.always(&formula),
        Role::Engine => phases::at(&[Phase::Rollout], &formula),
    };
    Some(line)
}

/// cuBLAS keeps 32 MiB from Hopper on and 8 MiB before (PyTorch's CUDABlas.cpp, by compute capability: sm90 and sm120
/// 32, sm80 and sm89 8).
const WORKSPACE_NEW: f64 = 32.0;
const WORKSPACE_OLD: f64 = 8.0;
/// Ids of cards from Hopper on begin so.
const NEW: &[&str] = &[
    "h100", "h200", "h800", "h20", "gh200", "b100", "b200", "b300", "gb", "rtx-50", "rtx-pro",
];

/// The matrix library's workspace on the training card; none on cards of other makers.
pub(super) fn workspace(run: &Run<'_>, role: Role) -> Option<Line> {
    let card = run.config.gpu;
    (role == Role::Train && card.vendor == "NVIDIA").then(|| {
        let new = NEW.iter().any(|start| card.id.starts_with(start));
        let mib = if new { WORKSPACE_NEW } else { WORKSPACE_OLD };
        let formula = product([
            num(Symbol::WorkspaceMib, mib),
            num(Symbol::BytesPerMib, ByteUnit::MiB.bytes() as f64),
        ]);
        Line {
            item: Item::Workspace,
            owner: Owner::Runtime,
            role,
            at: phases::at(run.train(), &formula),
            basis: Basis::Exact,
        }
    })
}
