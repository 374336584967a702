// Starts the page: keeps the root of the chosen language, loads the module by the names that Trunk wrote, lets it hydrate.
// A classic script, so that it also runs in a sandboxed frame without CORS, where no module loads, and can say so.
(async () => {
  const root = document.documentElement;
  const zh = root.lang.startsWith("zh");
  const app = document.getElementById(zh ? "zh" : "en");
  document.getElementById(zh ? "en" : "zh").remove();
  app.id = "app";

  const open = new URL(location.href);
  open.searchParams.delete("embed");
  for (const link of document.querySelectorAll(".boot-open")) link.href = open.href;

  const url = name => new URL(document.querySelector(`meta[name="${name}"]`).content, document.baseURI).href;
  const load = async name => {
    const module = await import(url(name + "-js"));
    await module.default({ module_or_path: url(name + "-wasm") });
    return module;
  };
  // Modules that the first view does not need: pictures, and the core by itself. A failed load may be tried again.
  const loaded = {};
  const once = name => () => loaded[name] ??= load(name).catch(error => { delete loaded[name]; throw error });
  globalThis.vramCharts = once("charts");
  globalThis.vramCore = once("core");
  // Views that load when opened come with a sheet of their own; one may be shown once both are there.
  let styled;
  const sheet = () => styled ??= new Promise((done, failed) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: url("views-css"), onload: done, onerror: failed });
    document.head.append(link);
  }).catch(error => { styled = null; throw error });
  const benches = { measured: once("measured"), workbench: once("workbench") };
  globalThis.vramWorkbench = module => sheet().then(benches[module]);

  // A text that was printed when the page was built, fetched when its view is opened.
  globalThis.vramText = async name => {
    await sheet();
    const { content, dataset } = document.querySelector(`meta[name="text-${name}"]`);
    const answer = await fetch(new URL(content, document.baseURI), { integrity: dataset.integrity });
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  };

  // A frame tells its parent how tall it is and what it shows, and takes a query from its parent alone.
  if (root.classList.contains("embed") && parent !== self) {
    const tell = message => parent.postMessage({ v: 1, id: self.name, ...message }, "*");
    let told = 0;
    new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height !== told) tell({ type: "vram-ledger:height", height: told = height });
    }).observe(document.body);
    addEventListener("vram-ledger:state", event => tell({ type: "vram-ledger:state", query: event.detail }));
    addEventListener("message", event => {
      const asked = event.source === parent && event.data;
      if (asked && asked.type === "vram-ledger:set" && typeof asked.query === "string")
        dispatchEvent(new CustomEvent("vram-ledger:set", { detail: asked.query }));
    });
  }

  try {
    await load("app");
    root.classList.add("live");
  } catch (error) {
    console.error(error);
    root.classList.add("failed");
  }
  root.classList.remove("loading");
})();
