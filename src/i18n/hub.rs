//! Texts of the look-up of a model on a hub.
use super::Locale;
use crate::hub::{Failure, NotAModel};

texts! {
    /// A text of the look-up.
    HubText {
    Heading: "或从模型库读取", "Or look it up on a hub";
    Lead: "只在你按下“读取”时才联网，只访问下面写出的这一个地址；别的什么也不发送。", "The network is used only when you press Load, and only for the one address shown below; nothing else is sent.";
    Model: "模型（org/name 或网址）", "model (org/name or its address)";
    Hub: "模型库地址", "hub address";
    Address: "将访问：{0}", "will ask: {0}";
    Load: "读取", "Load";
    Cancel: "取消", "Cancel";
    Loading: "正在读取 {0} …", "Loading {0} …";
    Done: "已读入上面的文本框，请核对后使用。", "It is in the box above: check it, then use it.";
    }
}

impl NotAModel {
    /// What is the matter, and what to type.
    pub const fn sentence(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            NotAModel::Empty => (
                "写一个 org/name，例如 Qwen/Qwen3-0.6B。",
                "Type an org/name such as Qwen/Qwen3-0.6B.",
            ),
            NotAModel::Form => (
                "这不像模型名：要 org/name（字母、数字、- _ .），或模型页的网址。",
                "This is no model's name: give org/name (letters, digits, - _ .) or the address of its page.",
            ),
            NotAModel::OtherKind => (
                "这是数据集或空间的网址：要模型页的网址。",
                "This is a data set's or a space's address: give a model's.",
            ),
            NotAModel::Hub => (
                "模型库地址要以 https:// 开头（本机可用 http://localhost）。",
                "The hub's address must begin with https:// (http://localhost on your own machine).",
            ),
        };
        locale.pick(zh, en)
    }
}

impl Failure {
    /// What happened, and what to do.
    pub const fn sentence(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Failure::Offline => (
                "现在没有网络。连上网再试，或把 config.json 的内容粘贴到上面。",
                "There is no network now. Try again when there is, or paste config.json's text above.",
            ),
            Failure::TimedOut => (
                "15 秒内没有回答。再试一次，换一个镜像，或粘贴 config.json 的内容。",
                "No answer within 15 seconds. Try again, use a mirror, or paste config.json's text.",
            ),
            Failure::Blocked => (
                "请求被拦下：地址不通，或这个站点不允许网页读取（CORS）。换一个镜像，或在新窗口打开上面的地址后粘贴内容。",
                "The request was blocked: the host cannot be reached or does not let pages read it (CORS). Use a mirror, or open the address above in a new window and paste the text.",
            ),
            Failure::Gated => (
                "这个模型要登录或同意条款（401/403），网页读不到。登录后打开上面的地址，把内容粘贴进来。",
                "This model asks for a login or its licence's acceptance (401/403): the page cannot read it. Open the address above when logged in and paste the text.",
            ),
            Failure::Missing => (
                "没有这个模型，或它没有 config.json（404）。核对大小写和组织名。",
                "No such model, or it has no config.json (404). Check the spelling and the organisation.",
            ),
            Failure::Busy => (
                "请求太多（429），过一会再试。",
                "Too many requests (429): try again in a while.",
            ),
            Failure::Refused => (
                "模型库回答了错误。过一会再试，或粘贴 config.json 的内容。",
                "The hub answered with an error. Try again later, or paste config.json's text.",
            ),
            Failure::TooLarge => (
                "文件太大，不像 config.json。",
                "The file is too large for a config.json.",
            ),
        };
        locale.pick(zh, en)
    }
}
