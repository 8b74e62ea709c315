/** Who sits here: a name that is asked for once and kept. */

import { fieldOf } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { settings } from "../../settings.js";

/** Signs in a name at most. */
const LONGEST = 24;

/** The name for a table where nobody else reads it: the kept one, or a guest's. */
export const nameOrGuest = () => settings.get("name") || t("web_home.guest");

/** A field for the name that keeps what is typed. */
export function nameField() {
  return el(
    "label",
    { class: "name-field" },
    el("span", { text: t("web_home.name") }),
    el("input", {
      type: "text",
      value: settings.get("name"),
      maxlength: LONGEST,
      placeholder: t("web_home.guest"),
      autocomplete: "nickname",
      dataset: { test: "name" },
      on: { change: (event) => settings.set("name", event.target.value.trim()) },
    }),
  );
}

/** The kept name; if there is none, a window asks. @returns {Promise<string|null>} null if it was closed */
export function askName() {
  const known = settings.get("name");
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const field = el("input", {
      type: "text",
      required: true,
      maxlength: LONGEST,
      autocomplete: "nickname",
      dataset: { test: "ask-name" },
    });
    const form = el(
      "form",
      { method: "dialog", class: "stack" },
      el("h2", { text: t("web_home.name.ask"), id: "ask-name-title" }),
      fieldOf(t("web_home.name"), field),
      el("p", { class: "soft small", text: t("web_home.name.kept") }),
      el(
        "div",
        { class: "rows" },
        el("button", {
          class: "button primary",
          text: t("web_home.go_on"),
          dataset: { test: "ask-name-ok" },
        }),
        el("button", {
          type: "button",
          class: "button quiet",
          text: t("web_home.cancel"),
          on: { click: () => dialog.close() },
        }),
      ),
    );
    /** @type {HTMLDialogElement} */
    const dialog = el("dialog", { class: "window", "aria-labelledby": "ask-name-title" }, form);
    form.addEventListener("submit", () => settings.set("name", field.value.trim()));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(settings.get("name") || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
