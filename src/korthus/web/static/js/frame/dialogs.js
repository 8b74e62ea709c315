/** Windows and drawers over the table, and short notes at its edge. */

import { Refused } from "../api.js";
import { el, svg } from "../dom.js";
import { t } from "../i18n.js";
import { note } from "../note.js";

export { note };

let opened = 0;

/**
 * Opens a dialog with a heading and a button to close it. The browser keeps focus inside and gives it back.
 * @param {string} title
 * @param {Child} content
 * @param {{kind?: "window"|"drawer", test: string, onClose?: () => void}} options
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { kind = "window", test, onClose }) {
  opened += 1;
  const heading = `dialog-${opened}`;
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    { class: kind, "aria-labelledby": heading, dataset: { test } },
    el(
      "div",
      { class: "dialog-head" },
      // The heading is focused and read first: a key that was meant for the table presses no button.
      el("h2", { id: heading, text: title, tabindex: "-1", autofocus: true }),
      el(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": t("web.close"),
          dataset: { test: `${test}-close` },
          on: { click: () => dialog.close() },
        },
        icon("close"),
      ),
    ),
    el("div", { class: "stack" }, content),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  // A press on the shade beside a drawer puts it away.
  dialog.addEventListener("click", (/** @type {Json} */ event) => {
    if (event.target === dialog && !inside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {HTMLElement} dialog
 * @param {MouseEvent} press
 */
function inside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/**
 * Runs what may be refused; a refusal becomes a note. Anything else is a fault and goes on.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T|undefined>}
 */
export async function noting(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error.reason);
    return undefined;
  }
}

const ICONS = {
  close: "M6 6 18 18M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M5 6h14M5 11h14M5 16h9",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  auto: "M6 8h12v9H6zM12 8V4M9.5 12v1M14.5 12v1M4 11v3M20 11v3",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  result: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3 5M17 6h3c0 3-1 5-3 5M12 14v4M8 20h8",
};

/** A small drawing for a button. @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}
