//! The page's own texts.
texts! {
    /// A text of the page.
    Text {
    // The frame.
    Title: "显存账本", "VRAM Ledger";
    DocumentTitle: "显存账本 · VRAM Ledger", "VRAM Ledger · 显存账本";
    Tagline: "大模型训练与推理的显存，逐项给出算式", "where the GPU memory of an LLM run goes, with the arithmetic";
    SkipToResult: "跳到结果", "Skip to the result";
    Views: "视图", "Views";
    OtherLanguage: "English", "中文";
    ThemeTitle: "切换浅色与深色", "Light or dark";
    Settings: "设置", "Settings";
    Answer: "结论", "Answer";
    FootPrivacy: "所有计算都在浏览器里完成，不发送任何数据。", "Everything is computed in your browser; nothing is sent anywhere.";
    Measured: "实测口径", "measured method";
    FootMethod: "课程口径：名义参数量，各项相加。1 GiB = 2^30 字节，1 GB = 10^9 字节。", "The lesson's method: nominal sizes, the sum of all lines. 1 GiB = 2^30 bytes, 1 GB = 10^9 bytes.";
    OpenInFull: "在新窗口完整打开", "Open in full";
    GroupModel: "模型", "Model";
    GroupTraining: "训练", "Training";
    GroupEngine: "采样与推理", "Sampling and serving";
    GroupCard: "显卡", "Card";
    CustomModel: "自定义模型", "custom model";
    SameAsModel: "与策略模型相同", "same as the policy";
    NoModel: "无", "none";
    ModelFact: "精确 {0} 参数；课程按 {1} 估算", "exactly {0} parameters; the lesson takes {1}";
    CustomFact: "{0}：{1} 参数", "{0}: {1} parameters";
    CardFact: "= {0} = {1}", "= {0} = {1}";
    ImportConfig: "导入 config.json…", "Import a config.json…";
    // The answer.
    Left: "还剩", "left";
    OverBy: "超出", "over by";
    Total: "合计", "total";
    FullestCard: "最满的一张卡", "fullest card";
    CardEnd: "{0}", "{0}";
    SpokenBar: "{0}：用了 {1}，共 {2}。{3}", "{0}: {1} of {2} used. {3}";
    TheLedger: "逐项", "Line by line";
    LargestLine: "最大的一项", "largest";
    BasisLabel: "依据：", "Basis:";
    SetBy: "由“{0}”设定", "set by “{0}”";
    Pin: "设为对比基线", "Pin as baseline";
    Unpin: "取消基线", "Unpin baseline";
    OnlyInBaseline: "只在基线里有", "only in the baseline";
    NeedsShape: "需要模型结构，未计入", "needs the model's shape; not counted";
    // Cuts.
    TheCuts: "放不下时先动哪一刀", "What to cut first";
    Apply: "应用", "Apply";
    PriceJoin: "；代价：", "; price: ";
    // Notices.
    LinkErrors: "链接里有读不懂的内容，其余照常计算", "Parts of the link could not be used; the rest is computed";
    LinkNotes: "关于这个链接", "About this link";
    Dismiss: "收起", "Dismiss";
    // KV.
    KvHeading: "KV cache：并发 × 长度", "KV cache: concurrency × length";
    KvCorner: "{0}，并发 ＼ 长度", "{0}, concurrency ＼ length";
    KvCellLabel: "并发 {0}，长度 {1}：{2}，{3}", "concurrency {0}, length {1}: {2}, {3}";
    KvLegend: "其余各项之外，这张卡还能给 KV cache {0}。× 放不下，~ 不到 10% 余量。点一格就用它的设置。", "Beside the other lines the card has {0} for the KV cache. × does not fit, ~ leaves less than 10 %. Press a cell to take its setting.";
    KvNeedsShape: "只知道参数量，KV cache 算不出来：导入 config.json。", "Only the size is known; a KV cache needs the model's shape: import a config.json.";
    // Share.
    Share: "分享", "Share";
    ShareHeading: "分享这份账本", "Share this ledger";
    Close: "关闭", "Close";
    ShareLink: "链接", "Link";
    ShareEmbed: "嵌入课程页面", "Embed in a page";
    ShareMarkdown: "Markdown", "Markdown";
    ShareText: "纯文本", "Plain text";
    ShareCsv: "CSV", "CSV";
    ShareJson: "JSON", "JSON";
    Copy: "复制", "Copy";
    Copied: "已复制", "Copied";
    CopyFailed: "没能复制：文字已选中，请手动复制。", "Could not copy: the text is selected, copy it by hand.";
    LinkTooLong: "这个链接有 {0} 个字符，超过 2000，有些软件会截断。可以改存成 JSON 文件，再从“导入”里打开。", "This link has {0} characters, over 2,000; some programs cut such links. Save it as a JSON file instead and open it under Import.";
    SaveJson: "存成 JSON 文件", "Save as a JSON file";
    EmbedTitle: "显存账本", "VRAM Ledger";
    FixLanguage: "链接里写明当前语言", "Name the present language in the link";
    // Import.
    ImportHeading: "导入模型的 config.json", "Import a model's config.json";
    ImportLead: "粘贴全文，或选择、拖入文件；框架的启动命令、Python 配置、YAML 也可以。文件只在浏览器里读。", "Paste all of it, or choose or drop the file; a framework's command, Python configuration or YAML will do too. It is read in your browser only.";
    ImportText: "config.json 的内容", "Contents of config.json";
    ImportFile: "选择文件", "Choose a file";
    ImportUse: "使用", "Use it";
    ImportSample: "填入 Qwen3-8B 的例子", "Fill in Qwen3-8B's as an example";
    ImportSaved: "这是本页存下的配置，使用后恢复全部设置。", "A configuration saved by this page: using it restores every setting.";
    ImportUnreadable: "文件读不出来：请另存为 UTF-8 文本再试。", "The file could not be read: save it as UTF-8 text and try again.";
    // Printed texts.
    TextLoading: "正在载入…", "Loading…";
    TextFailed: "这部分没有载入：检查网络后重试，计算器本身不受影响。", "This part could not be loaded: check the network and try again; the calculator itself is not affected.";
    TryAgain: "重试", "Try again";
    Now: "当前配置：", "Now: ";
    NotHereNow: "当前配置没有这一行。", "The present setting has no such line.";
}
}
