/** What stands on a page that shows nothing yet, because it waits for the server. */

import { el } from "./dom.js";
import { t } from "./i18n.js";

/** How long a page may show nothing before it is said that it is loading, in milliseconds. */
const PATIENCE = 200;

/**
 * Says that a page is loading for as long as it shows nothing, unless it comes at once.
 * @param {HTMLElement} root where the page will be
 * @returns {() => void} ends it
 */
export function sayLoading(root) {
  const line = el("p", {
    class: "page soft",
    role: "status",
    text: t("web.loading"),
    dataset: { test: "loading" },
  });
  const others = new MutationObserver(() => {
    if (root.childElementCount > 1) end();
  });
  const patience = setTimeout(() => {
    if (root.firstElementChild) return;
    root.append(line);
    others.observe(root, { childList: true });
  }, PATIENCE);

  function end() {
    clearTimeout(patience);
    others.disconnect();
    line.remove();
  }
  return end;
}
