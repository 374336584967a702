//! Texts that the page's own module does not carry: of the command line, of copied tables, of printed questions.

texts! {
    /// A text of the tools beside the page.
    ToolText {
    QuizHeading: "三道自测题", "Three questions";
    QuizLead: "答案里的数字都由账本算出。", "Every number in an answer is computed by the ledger.";
    QuizOne: "单选", "one answer";
    QuizMany: "多选", "several answers";
    QuizSubmit: "提交", "Answer";
    QuizRight: "答对了。", "Right.";
    QuizWrong: "还不对，看看每个选项的说明。", "Not yet: read the note under each option.";
    QuizTry: "在计算器里试", "Try it in the calculator";
    QuizPick: "先选一个答案。", "Choose an answer first.";
    NothingFits: "{0}：取最小值也放不下。先看 cuts。", "{0}: even the least value does not fit. See cuts first.";
    NoLink: "{0} 里没有链接。", "{0} has no link in it.";
    NothingDepends: "{0}：当前配置的显存和它无关。", "{0}: nothing of this setting's memory depends on it.";
    TableLegend: "其余各项之外，KV cache 还有 {0}。× 放不下，~ 余量不到 10%。", "Beside the other lines the cache has {0}. × does not fit, ~ leaves less than 10 %.";
    FileUnreadable: "{0} 打不开：{1}", "{0} cannot be opened: {1}";
    ImportRead: "读到：{0}，{1} 参数，每 token KV {2} 字节。", "Read: {0}, {1} parameters, {2} bytes of KV per token.";
    ImportQuantised: "文件说权重是 {0}：权重精度要自己选。", "The file says the weights are {0}: set the weights' format yourself.";
    Line: "项目", "line";
    Size: "大小", "size";
    Arithmetic: "算式", "arithmetic";
    Cut: "动作", "cut";
    Saves: "省", "saves";
    Price: "代价", "price";
    Change: "改动", "change";
    Used: "已用", "used";
    MeasuredTotal: "{0}（{1} 到 {2}），最满的时刻：{3}", "{0} ({1} to {2}), fullest at: {3}";
    }
}
