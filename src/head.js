// Runs before the first paint: language, theme and whether the address asks for another state than the default one.
// It is put inline into the page's head and its sha256 into the CSP by src/bin/prerender.rs.
(function (root) {
  var query = new URLSearchParams(location.search);
  // Storage throws in a sandboxed frame.
  function stored(key) { try { return localStorage.getItem("vram-ledger:" + key) } catch (e) { return "" } }
  function ask(key, known) {
    var asked = [query.get(key), stored(key)];
    for (var i = 0; i < 2; i++) {
      var word = String(asked[i] || "").trim().toLowerCase();
      if (known.test(word)) return word;
    }
    return "";
  }
  var zh = /^zh/i.test(ask("lang", /^(zh|en)$/) || navigator.language || "");
  root.lang = zh ? "zh-CN" : "en";
  var theme = ask("theme", /^(light|dark)$/);
  if (/^auto$/i.test(query.get("theme"))) theme = "";
  // Without the attribute the stylesheet follows the system.
  if (theme) root.setAttribute("data-theme", theme);
  root.classList.add("js", "loading");
  var names = /^(view|lang|theme|unit|embed|ui|lock|v)$/;
  query.forEach(function (value, key) { if (value && !names.test(key)) root.classList.add("pending") });
  if (query.get("embed") === "1") root.classList.add("embed");
  var view = query.get("view");
  if (/^[a-z]+$/.test(view || "") && view !== "ledger") root.setAttribute("data-view", view);
  if (query.get("ui") === "compact") root.classList.add("compact");
  // boot.js itself may not arrive.
  addEventListener("error", function (event) {
    if (event.target && event.target.tagName === "SCRIPT") { root.classList.remove("loading"); root.classList.add("failed") }
  }, true);
})(document.documentElement);
