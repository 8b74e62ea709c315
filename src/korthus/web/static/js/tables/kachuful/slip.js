/** Where the score sheet lies: beside a wide table, in a drawer over a narrow one. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";

/** From this width of the table on, in px, there is room beside it. */
const WIDE = 880;

/**
 * @param {HTMLElement} table whose width decides
 * @param {HTMLElement} sheet
 */
export function createSlip(table, sheet) {
  const aside = el("aside", { class: "kf-side", "aria-label": t("web_kachuful.sheet"), tabindex: "0" });
  const close = el("button", {
    type: "button",
    class: "button small kf-tool",
    text: "×",
    "aria-label": t("web_kachuful.sheet.close"),
    dataset: { test: "sheet-close" },
    on: { click: () => drawer.close() },
  });
  const inside = el("div", {
    class: "kf-drawer-sheet",
    tabindex: "0",
    role: "region",
    "aria-label": t("web_kachuful.sheet"),
  });
  const drawer = el(
    "dialog",
    {
      class: "kf-drawer",
      "aria-label": t("web_kachuful.sheet"),
      on: { click: (event) => event.target === drawer && drawer.close() },
    },
    close,
    inside,
  );
  const button = el("button", {
    type: "button",
    class: "button small kf-tool",
    text: t("web_kachuful.sheet"),
    "aria-haspopup": "dialog",
    "aria-keyshortcuts": "s",
    dataset: { test: "sheet-open", key: "S" },
    on: { click: () => drawer.showModal() },
  });

  function settle() {
    const wide = table.clientWidth >= WIDE;
    table.classList.toggle("wide", wide);
    aside.hidden = !wide;
    button.hidden = wide;
    if (wide && drawer.open) drawer.close();
    const home = wide ? aside : inside;
    if (sheet.parentElement !== home) home.append(sheet);
  }

  const watch = new ResizeObserver(settle);
  watch.observe(table);
  settle();

  return {
    aside,
    drawer,
    button,
    /** Opens or closes the drawer, where there is one. */
    toggle() {
      if (button.hidden) return;
      if (drawer.open) drawer.close();
      else drawer.showModal();
    },
    end: () => watch.disconnect(),
  };
}
