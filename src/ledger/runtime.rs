//! What the driver and libraries keep on every card.
use super::Line;
use super::config::Config;
use super::formula::Symbol;
use super::formula::build::{num, product};
use super::item::{Basis, Item, Owner, Role};
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
