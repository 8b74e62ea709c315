/** The buttons on the bar of a table. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { mark } from "../mark.js";
import { icon } from "./dialogs.js";

/**
 * A button that is a drawing only.
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} key its name in the catalogue
 * @param {string} test
 * @param {() => void} click
 */
export function iconButton(drawing, key, test, click) {
  return el(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": t(key),
      title: t(key),
      dataset: { test },
      on: { click },
    },
    icon(drawing),
  );
}

/**
 * A button with a drawing, and words where there is room; hidden at first.
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} key its name in the catalogue
 * @param {string} test
 * @param {() => void} click
 */
export function toolButton(drawing, key, test, click) {
  return el(
    "button",
    {
      type: "button",
      class: "tool-button",
      "aria-label": t(key),
      title: t(key),
      hidden: true,
      dataset: { test },
      on: { click },
    },
    icon(drawing),
    el("span", { class: "wide", text: t(key), "aria-hidden": "true" }),
  );
}

/** The way home: at a table the header of the house gives its room to the cards. */
export function wayHome() {
  return el(
    "a",
    { class: "brand", href: "/", "aria-label": "korthus", dataset: { test: "bar-home" } },
    mark(),
    el("span", { text: "korthus", "aria-hidden": "true" }),
  );
}
