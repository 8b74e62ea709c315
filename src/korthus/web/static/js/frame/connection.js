/** The lamp that says whether the server is heard, and the sheet for when nothing more can be. */

import { clear, el } from "../dom.js";
import { t } from "../i18n.js";

// keys: web.connection.*

/** A lamp with its word. */
export class ConnectionLamp {
  #word = el("span");
  element = el(
    "span",
    { class: "connection", dataset: { state: "connecting", test: "connection" } },
    this.#word,
  );

  /** @param {Connection} connection */
  draw(connection) {
    this.element.dataset.state = connection;
    this.#word.textContent = t(`web.connection.${connection}`);
  }
}

/**
 * Nothing can be played here: says so, why, and where to go.
 * @param {HTMLElement} root
 * @param {string} title a key of the catalogue
 * @param {string} why
 */
export function showEnded(root, title, why) {
  clear(root);
  root.append(
    el(
      "section",
      { class: "sheet notice-sheet", role: "alert" },
      el("h1", { text: t(title) }),
      el("p", { text: why }),
      el("a", { class: "button primary", href: "/", text: t("web.lost.home") }),
    ),
  );
}
