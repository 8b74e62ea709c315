/** Where the score sheet lies: beside a wide table, in a drawer over a narrow one. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";

/** From this width of the table on, in px, there is room beside it, unless the table is low. */
const WIDE = 880;
/** A table that is not higher than this, in px, has its own hand beside it; see css/seat.css. */
const LOW = 480;

/** The sheet's place, and the button that opens the drawer. */
export class Slip {
  #table;
  #sheet;
  #watch = new ResizeObserver(() => this.#settle());
  #inside = el("div", {
    class: "kf-drawer-sheet",
    tabindex: "0",
    role: "region",
    "aria-label": t("web_kachuful.sheet"),
  });
  aside = el("aside", { class: "kf-side", "aria-label": t("web_kachuful.sheet"), tabindex: "0" });
  /** @type {HTMLDialogElement} */
  drawer = el(
    "dialog",
    {
      class: "kf-drawer",
      "aria-label": t("web_kachuful.sheet"),
      on: { click: (event) => event.target === this.drawer && this.drawer.close() },
    },
    el("button", {
      type: "button",
      class: "button small kf-tool",
      text: "×",
      "aria-label": t("web_kachuful.sheet.close"),
      dataset: { test: "sheet-close" },
      on: { click: () => this.drawer.close() },
    }),
    this.#inside,
  );
  button = el("button", {
    type: "button",
    class: "button small kf-tool",
    text: t("web_kachuful.sheet"),
    "aria-haspopup": "dialog",
    "aria-keyshortcuts": "s",
    dataset: { test: "sheet-open", key: "S" },
    on: { click: () => this.drawer.showModal() },
  });

  /**
   * @param {HTMLElement} table whose width decides
   * @param {HTMLElement} sheet
   */
  constructor(table, sheet) {
    this.#table = table;
    this.#sheet = sheet;
    this.#watch.observe(table);
    this.#settle();
  }

  /** Opens or closes the drawer, where there is one. */
  toggle() {
    if (this.button.hidden) return;
    if (this.drawer.open) this.drawer.close();
    else this.drawer.showModal();
  }

  /** Stops looking at the table's width. */
  end() {
    this.#watch.disconnect();
  }

  #settle() {
    const wide = this.#table.clientWidth >= WIDE && this.#table.clientHeight > LOW;
    this.#table.classList.toggle("wide", wide);
    this.aside.hidden = !wide;
    this.button.hidden = wide;
    if (wide && this.drawer.open) this.drawer.close();
    const home = wide ? this.aside : this.#inside;
    if (this.#sheet.parentElement !== home) home.append(this.#sheet);
  }
}
