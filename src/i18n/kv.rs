//! Texts of the KV planner.
texts! {
    /// A text of the KV planner.
    KvText {
    KvPerToken: "每个 token {0} 字节；长度 {1} 的一条序列 {2}。长度和并发各自线性。", "{0} bytes per token; {2} for one sequence of {1} tokens. Linear in length, linear in concurrency.";
    AxisConcurrency: "行：并发", "Rows: concurrency";
    AxisLength: "列：长度", "Columns: length";
    PictureLabel: "KV cache 随长度增长的曲线，每条线一个并发；横线是这张卡还能给它的显存。数据同上表。", "The KV cache against length, one line per concurrency; the level line is what the card has left for it. The table above holds the same numbers.";
    PictureLength: "每条序列的 token", "tokens per sequence";
    PictureKv: "KV cache，GiB", "KV cache, GiB";
    PictureLimit: "能给 KV 的 {0}", "{0} for the cache";
    PictureConcurrency: "并发", "concurrency";
    PictureFailed: "图没有载入；上面的表里是同样的数字。", "The picture could not be loaded; the table above holds the same numbers.";
    Save: "存为 {0}", "Save as {0}";
        Planner: "按 P99 和峰值排坐标", "Axes from P99 and the peak";
        PlannerLead: "上下文按 P99，不按平均；并发按峰值 × 1.5。填两个数，表格和当前设置一起换。", "Contexts by P99, not the mean; concurrency by 1.5 × the peak. Two numbers set the table and the present setting.";
        P99: "上下文 P99", "context at P99";
        Peak: "并发峰值", "peak concurrency";
        Plan: "按并发 {0} × 长度 {1} 规划", "Plan for concurrency {0} × length {1}";
        Frontier: "边界：这张卡最多能到哪里", "The frontier: how far this card goes";
        FrontierLead: "每条线是一种 KV 精度：线下放得下，线上放不下（留 10%）。圆点是当前设置。数字在下表。", "One line for each cache format: below it fits, above it does not (10 % kept). The dot is the present setting. The table below holds the numbers.";
        FrontierLabel: "最长上下文随并发下降的边界线，每种 KV 精度一条，两轴都是对数。当前设置：并发 {0}，长度 {1}。数据见下表。", "The longest context falls as concurrency rises, one line for each cache format, both axes logarithmic. The present setting: concurrency {0}, length {1}. The table below holds the numbers.";
        FrontierTable: "留 10% 时的最长上下文，token", "Longest context with 10 % kept, tokens";
        NoFrontier: "其余各项已经用到九成以上，KV 没有地方。", "The other lines take nine tenths of the card or more; there is no room for a cache.";
        AxisX: "并发序列", "concurrent sequences";
        AxisY: "每条的 token", "tokens per sequence";
        Here: "当前", "now";
        SideBySide: "几个模型、几种 KV 精度并排", "Several models and cache formats side by side";
        SideLead: "同一张卡、同一个并发 {0} 和长度 {1}。并发和上下文的上限都按留 10% 算。", "The same card, concurrency {0} and length {1}. Both ceilings keep 10 %.";
        Model: "模型", "model";
        Weights: "权重", "weights";
        PerToken: "每 token 字节", "bytes per token";
        Setting: "当前并发 × 长度", "concurrency × length now";
        Most: "最多并发", "most sequences";
        Longest: "最长上下文", "longest context";
        Use: "采用", "use";
        AddModel: "加一个模型…", "Add a model…";
        Drop: "移除 {0}", "Remove {0}";
        OwnTable: "{0} 的表", "the table of {0}";
        Other: "切到测定口径", "By the measured method";
        LessonNote: "课程口径：KV = 每 token 字节 × 长度 × 并发。测定口径再算 16 token 一块的取整、滑动窗口的余量、共享前缀和草稿模型。", "The lesson's method: bytes per token × length × concurrency. The measured one adds blocks of 16 tokens, the windows' margin, a shared prefix and a draft model.";
    }
}
