/** The page without its server: a line that says so, and the worker that keeps the page for such moments. */

import { el } from "./dom.js";
import { isSentTogether } from "./files.js";
import { t } from "./i18n.js";

/** The worker keeps these: files, and what is the same for everybody. */
const KEPT = /^\/(files\/|api\/games$)/;

/** A line that is there as long as nobody answers. */
export function offlineLine() {
  const element = el("p", {
    class: "offline-line",
    role: "status",
    hidden: true,
    dataset: { test: "offline" },
  });
  const show = (/** @type {boolean} */ isOpen) => {
    element.textContent = isOpen ? "" : t("web.offline");
    element.hidden = isOpen;
  };
  addEventListener("offline", () => show(false));
  addEventListener("online", () => show(true));
  document.addEventListener("line", (/** @type {any} */ { detail }) => show(detail.open));
  document.addEventListener("language", () => show(element.hidden));
  show(navigator.onLine);
  return element;
}

/** Lets the worker keep what this page has loaded. There is none over plain HTTP from another machine. */
export async function keepForOffline() {
  if (!("serviceWorker" in navigator) || !isSentTogether) return;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ keep: loaded.filter((address) => KEPT.test(new URL(address).pathname)) });
}
