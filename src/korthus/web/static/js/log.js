/** What has been said at the table: a list that screen readers follow politely. */

import { el } from "./dom.js";
import { t } from "./i18n.js";

/** The most lines that are kept; the oldest go. */
const MOST = 400;

/** A log. `add(notices)` appends the sentences of notices; `say(text)` one sentence of the page's own. */
export function createLog() {
  const list = el("ol", { class: "log-lines" });
  const element = el(
    "div",
    { class: "log", role: "log", "aria-live": "polite", "aria-label": t("web.log"), tabindex: "0" },
    list,
  );

  /**
   * @param {string} text
   * @param {string} kind
   */
  function append(text, kind) {
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
    list.append(el("li", { class: kind, text }));
    while (list.childElementCount > MOST) list.firstElementChild?.remove();
    if (atEnd) element.scrollTop = element.scrollHeight;
  }

  return {
    element,
    /** @param {Notice[]} notices */
    add(notices) {
      for (const { said } of notices) if (said) append(said, "said");
    },
    /** @param {string} text */
    say(text, kind = "said") {
      append(text, kind);
    },
  };
}
