//! The rows of the ledger, who owns each, and the moments at which they are counted.
use crate::words;

words! {
    /// A row of the ledger. Names are the contract's; rows may be added, never renamed.
    Item {
        /// Weights of the model that is trained (or the frozen base under LoRA and QLoRA).
        PolicyWeights = "policy_weights",
        /// Gradients of the trainable parameters.
        Gradients = "gradients",
        /// Optimizer states, in the lesson with the fp32 master weights.
        OptimizerStates = "optimizer_states",
        /// fp32 master weights where they are counted apart.
        MasterWeights = "master_weights",
        /// LoRA adapter's weights; what trains them stands with gradients and optimizer states.
        Adapter = "adapter",
        /// Activations kept for the backward pass.
        Activations = "activations",
        /// Logits and log-probabilities.
        Logits = "logits",
        /// Frozen reference model for the KL term.
        ReferenceModel = "reference_model",
        /// PPO's critic: weights, gradients, optimizer states.
        Critic = "critic",
        /// Reward model.
        RewardModel = "reward_model",
        /// The inference engine's own copy of the weights.
        EngineWeights = "engine_weights",
        /// KV cache demanded by concurrency × length.
        KvCache = "kv_cache",
        /// What the engine holds beside weights and KV cache.
        EngineRuntime = "engine_runtime",
        /// cuBLAS workspace.
        Workspace = "workspace",
        /// Communication buckets.
        Buckets = "buckets",
        /// CUDA context and fragmentation allowance.
        Context = "context",
        /// Host memory: weights that sleep or are offloaded.
        HostWeights = "host_weights",
        /// Host memory: optimizer states that are offloaded or paged.
        HostOptimizerStates = "host_optimizer_states",
    }

    /// Whose memory a row is: decides its card and its hue.
    Owner {
        /// The training process.
        Trainer = "trainer",
        /// The inference engine.
        Engine = "engine",
        /// The driver and libraries.
        Runtime = "runtime",
    }

    /// A moment of one step.
    Phase {
        /// The lesson's only moment: everything at once, summed.
        Sum = "sum",
        /// Sampling.
        Rollout = "rollout",
        /// New weights copied to the engine.
        WeightSync = "weight_sync",
        /// Log-probabilities without gradient.
        Logprob = "logprob",
        /// Forward pass.
        Forward = "forward",
        /// Backward pass of the loss.
        LossBackward = "loss_backward",
        /// Backward pass of the layers: the first one in hand.
        LayerBackward = "layer_backward",
        /// Backward pass of the last layer in hand, when most gradients are there.
        LastLayerBackward = "last_layer_backward",
        /// Backward pass of the embedding, when all gradients are there.
        EmbeddingBackward = "embedding_backward",
        /// Optimizer step.
        OptimizerStep = "optimizer_step",
    }

    /// How far a row's number can be trusted.
    Basis {
        /// Counted from the architecture.
        Exact = "exact",
        /// A formula whose inputs are all known.
        Formula = "formula",
        /// A formula with a constant fitted to real runs.
        Calibrated = "calibrated",
        /// Taken as given; may be set.
        Assumption = "assumption",
    }

    /// Which card a row sits on.
    Role {
        /// A training card (under colocate the engine sits here too).
        Train = "train",
        /// A card of the engine's own.
        Engine = "engine",
    }

    /// What the total says of the card.
    Verdict {
        /// At least 10 % of the card is free.
        Fits = "fits",
        /// It fits with less than 10 % free.
        Tight = "tight",
        /// It does not fit.
        Over = "over",
    }
}
