//! Host memory: what sleep level 1, offload and paged optimizers put there. It takes no card memory.
use super::config::{Config, Offload};
use super::formula::Formula;
use super::formula::build::sum;
use super::item::{Basis, Item, Owner, Phase, Role};
use super::phases::{Run, at};
use super::sharding::{self, Kind};
use super::{Line, optimizer_states, serving, weights};

/// The host's lines, per card of the trainer or the engine.
pub(super) fn lines(run: &Run<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let config: &Config = run.config;
    let line = |item, owner, at: Vec<(Phase, Formula)>| Line {
        item,
        owner,
        role: Role::Train,
        at,
        basis: Basis::Formula,
    };
    let away: Vec<Phase> = if run.returns() {
        super::phases::ENGINE.to_vec()
    } else {
        run.moments()
    };
    if run.swaps(Offload::Params) {
        let own = sharding::share(run, Kind::Weights, weights::measured::base(run));
        let critic = weights::measured::critic_host(run, Offload::Params);
        let weights = sum([own].into_iter().chain(critic));
        lines.push(line(Item::HostWeights, Owner::Trainer, at(&away, &weights)));
    }
    if run.residents.trains
        && let Some(own) = optimizer_states::host(run)
    {
        let critic = weights::measured::critic_host(run, Offload::Optimizer);
        let states = sum([own].into_iter().chain(critic));
        let all = run.moments();
        let paged = config.opt == super::optimizer::Optimizer::Paged8bit;
        let when: &[Phase] = if paged { &all } else { &away };
        lines.push(line(
            Item::HostOptimizerStates,
            Owner::Trainer,
            at(when, &states),
        ));
    }
    if run.colocated() && config.sleep == 1 {
        let weights = serving::weights_formula(run);
        lines.push(line(
            Item::HostWeights,
            Owner::Engine,
            at(run.train(), &weights),
        ));
    }
    lines
}
