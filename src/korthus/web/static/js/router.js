/** Which page an address names, and going from one to another without loading anew. */

/** @type {[RegExp, string, string[]][]} */
const ROUTES = [
  [/^\/$/, "home", []],
  [/^\/t\/([^/]+)\/?$/, "table", ["code"]],
  [/^\/rules\/([^/]+)\/?$/, "rules", ["game"]],
  [/^\/replay\/([^/]+)\/?$/, "replay", ["code"]],
  [/^\/review\/([^/]+)\/?$/, "review", ["code"]],
  [/^\/verify\/?$/, "verify", []],
  [/^\/verify\/([^/]+)\/?$/, "verify", ["code"]],
  [/^\/stats\/?$/, "stats", []],
  [/^\/settings\/?$/, "settings", []],
  [/^\/explore\/([^/]+)\/?$/, "explore", ["game"]],
  [/^\/learn\/?$/, "learn", []],
  [/^\/learn\/([^/]+)\/?$/, "learn", ["game"]],
  [/^\/learn\/([^/]+)\/(\d+)\/?$/, "lesson", ["game", "number"]],
  [/^\/puzzles\/?$/, "puzzles", []],
  [/^\/puzzles\/([^/]+)\/?$/, "puzzle", ["game"]],
  [/^\/puzzles\/([^/]+)\/([^/]+)\/?$/, "puzzle", ["game", "id"]],
  [/^\/tournament\/?$/, "tournament", []],
  [/^\/tournament\/([^/]+)\/?$/, "tournament", ["code"]],
  [/^\/analysis\/([^/]+)\/?$/, "analysis", ["game"]],
];

/**
 * The page of a path and its parameters, or null: `/t/abc` is `{name: "table", params: {code: "abc"}}`.
 * @param {string} pathname
 */
export function route(pathname) {
  for (const [pattern, name, names] of ROUTES) {
    const found = pattern.exec(pathname);
    if (found) {
      const values = found.slice(1).map(decoded);
      if (values.includes(null)) return null;
      return { name, params: Object.fromEntries(names.map((each, i) => [each, values[i]])) };
    }
  }
  return null;
}

/**
 * The text that a part of an address stands for, or null where its bytes are no text, as in `%E0%A4%A`.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Goes to an address of this page. @param {string} href */
export function navigate(href, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
}

/**
 * Calls `show` whenever the address names another page, by a link or by the browser's buttons.
 * @param {() => void} show
 */
export function listen(show) {
  let shown = location.pathname + location.search;
  addEventListener("popstate", () => {
    const now = location.pathname + location.search;
    // Only the part behind # is different: the page itself listens to that.
    if (now === shown) return;
    shown = now;
    show();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !ours(link, event)) return;
    event.preventDefault();
    navigate(link.href);
  });
}

/**
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
function ours(link, event) {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return false;
  if (link.pathname === location.pathname && link.hash) return false;
  return route(link.pathname) !== null;
}
