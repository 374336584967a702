//! Texts of the accuracy page.

texts! {
    /// A text of the accuracy page.
    AccuracyText {
    Heading: "实测口径的误差", "The measured method's error";
    Lead: "{0} 个真实测量值，{1} 类，模型修订版 {2}。误差 = 预测 ÷ 实测 − 1。这张表由测试的同一次运行生成，不是手填的。", "{0} figures measured on real software and cards, in {1} families; model revision {2}. Error = predicted ÷ measured − 1. The table is printed by the same run that the tests hold to their bounds, never typed.";
    TableCaption: "每一类的误差", "Error of each family";
    Family: "类别", "family";
    Count: "个数", "count";
    Mean: "平均", "mean";
    Median: "中位", "median";
    Max: "最大", "largest";
    Bound: "测试上限（平均 / 最大）", "test's bound (mean / largest)";
    Worst: "误差最大的一例", "the worst case";
    ScatterCaption: "预测（纵）对实测（横），GiB，两轴对数；斜线是完全一致。数据就是下面的表。", "Predicted (up) against measured (across), GiB, both axes logarithmic; on the line they agree. The tables below are the same data.";
    Cases: "每一例", "Case by case";
    CasesLead: "点一例就按它的设置打开计算器。", "A case opens the calculator at its setting.";
    Case: "例", "case";
    Measured: "实测", "measured";
    Predicted: "预测", "predicted";
    Error: "误差", "error";
    Source: "来源", "source";
    Apart: "单列、不计入的例子", "Cases that stand apart";
    ApartLead: "这些例子在类别的公式之外，误差照写，原因也写明。", "These lie outside their family's formula; their error is stated, and why.";
    Open: "条件不全的公开记录", "Published runs that state too little";
    OpenLead: "没写明批大小、长度或配方：只给出未知量允许的范围，不计入。", "Batch, length or recipe is not stated: the range that the unknowns allow, not counted.";
    Counting: "公开训练记录的中位数取决于怎么数：一张表给出同一设置的六个长度，按六例计；有些记录是在第一次选取之后、从来源里找到条件才补进来的。未计入的见下。", "The median of the published training runs depends on what is counted: one table gives six lengths of one setting and counts as six; some runs were added after a first selection, when their setup was found stated in the source. What is not counted stands below.";
    Range: "允许的范围", "range allowed";
    Unknown: "没写明的", "not stated";
    Rest: "另有 {0} 条记录连这些也没写，或用了计算器没有的设置。", "{0} more state none of these, or use settings that the calculator has no key for.";
    }
}
