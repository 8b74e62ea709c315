/** Stylesheets that come with what they belong to, not with every page. */

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/**
 * Resolves when a stylesheet is in force, or could not be had: a page without it can still be used.
 * @param {string} href
 */
export function loadStyle(href) {
  if (!asked.has(href)) asked.set(href, ask(href));
  return asked.get(href);
}

/** @param {string} href */
function ask(href) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      asked.delete(href);
      link.remove();
      resolve(null);
    });
    document.head.append(link);
  });
}
