/**
 * How modules that travel together in one file find each other. The server puts this at the head of the
 * first bundle and calls `start` at its end; no module imports it.
 */

/**
 * A module as `web/delivery/scripts.py` writes it.
 * @typedef {(give: (names: Record<string, () => any>) => void, use: (name: string) => any,
 *   load: (path: string) => Promise<any>, at: (path: string) => string) => void} Factory
 * @typedef {{modules: Record<string, Factory>, language: string, words: Record<string, string>}} Bundle
 */

/** @type {Map<string, Factory>} */
const factories = new Map();
/** @type {Map<string, Record<string, any>>} */
const made = new Map();
/** The bundles that are on their way. @type {Map<string, Promise<void>>} */
const coming = new Map();

/**
 * What a module exports; it is made when it is first used.
 * @param {string} name
 * @returns {Record<string, any>}
 */
function use(name) {
  const known = made.get(name);
  if (known) return known;
  const factory = factories.get(name);
  if (!factory) throw new Error(`${name} was not sent`);
  /** @type {Record<string, any>} */
  const exported = {};
  made.set(name, exported);
  const give = (/** @type {Record<string, () => any>} */ names) => {
    for (const [each, get] of Object.entries(names)) {
      Object.defineProperty(exported, each, { get, enumerable: true });
    }
  };
  try {
    const from = (/** @type {string} */ path) => new URL(path, `page:/${name}`).pathname.slice(1);
    factory(
      give,
      use,
      (path) => load(from(path)),
      (path) => use("js/files.js").fileAt(from(path)),
    );
  } catch (error) {
    made.delete(name);
    throw error;
  }
  return exported;
}

/** What `import(…)` means here. @param {string} name */
async function load(name) {
  if (!factories.has(name)) {
    const bundle = coming.get(name) ?? bring(name).finally(() => coming.delete(name));
    coming.set(name, bundle);
    await bundle;
  }
  return use(name);
}

/** @param {string} name */
async function bring(name) {
  const address = use("js/files.js").bundleAt(name, use("js/i18n.js").language());
  if (!address) throw new Error(`there is no ${name}`);
  let bundle;
  try {
    bundle = await import(address);
  } catch (error) {
    await refresh(address);
    throw error;
  }
  learn(bundle);
}

/**
 * A file that is gone belongs to a page that the server has since replaced: this one is loaded anew, once.
 * @param {string} address
 */
async function refresh(address) {
  const { status } = await fetch(address);
  if (status !== 404 || sessionStorage.getItem("korthus.refreshed") === address) return;
  sessionStorage.setItem("korthus.refreshed", address);
  location.reload();
  await new Promise(() => {}); // until the reload comes
}

/** @param {Bundle} bundle */
function learn({ modules, language, words }) {
  for (const [name, factory] of Object.entries(modules)) {
    if (!factories.has(name)) factories.set(name, factory);
  }
  use("js/i18n.js").learn(language, words);
}

/**
 * Begins with the first bundle.
 * @param {Bundle} bundle
 * @param {string} name the module that opens the page
 */
export function start(bundle, name) {
  learn(bundle);
  use(name);
}
