/** How this person likes the table. Everything stays in this browser. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { nameField } from "./parts/person.js";

// keys: web_home.theme.* web_home.motion.*

/** @param {HTMLElement} root */
export default async function mount(root) {
  root.append(
    el(
      "div",
      { class: "page narrow" },
      el("h1", { text: t("web_home.settings") }),
      el("p", { class: "soft", text: t("web_home.settings.about") }),
      group("web_home.settings.you", nameField()),
      group(
        "web_home.settings.look",
        choice("theme", ["auto", "dark", "light"]),
        check("four_colour", "web_home.four_colour"),
      ),
      group(
        "web_home.settings.pace",
        choice("motion", ["auto", "off"]),
        slider("trick_rest", {
          key: "web_home.trick_rest",
          most: 3000,
          step: 100,
          text: (/** @type {number} */ ms) => t("web_home.seconds", { seconds: (ms / 1000).toFixed(1) }),
        }),
      ),
      group(
        "web_home.settings.sound",
        check("sound", "web_home.sound", () => settings.get("sound") && sound("turn")),
        slider("volume", {
          key: "web_home.volume",
          most: 1,
          step: 0.05,
          text: (/** @type {number} */ part) => `${Math.round(part * 100)} %`,
          done: () => settings.get("sound") && sound("play"),
        }),
      ),
    ),
  );
}

/**
 * @param {string} key
 * @param {Json} fields
 */
function group(key, ...fields) {
  return el("section", { class: "sheet settings-group" }, el("h2", { text: t(key) }), fields);
}

/**
 * @param {string} name
 * @param {Json[]} values
 */
function choice(name, values) {
  return el(
    "fieldset",
    { class: "settings-choice" },
    el("legend", { text: t(`web_home.${name}`) }),
    values.map((value) =>
      el(
        "label",
        { class: "field-row" },
        el("input", {
          type: "radio",
          name,
          value,
          checked: settings.get(name) === value,
          dataset: { test: `${name}-${value}` },
          on: { change: () => settings.set(name, value) },
        }),
        el("span", { text: t(`web_home.${name}.${value}`) }),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} key
 */
function check(name, key, done = () => {}) {
  return el(
    "label",
    { class: "field-row" },
    el("input", {
      type: "checkbox",
      checked: settings.get(name),
      dataset: { test: name },
      on: {
        change: (event) => {
          settings.set(name, event.target.checked);
          done();
        },
      },
    }),
    el("span", { text: t(key) }),
  );
}

/**
 * @param {string} name
 * @param {Json} more
 */
function slider(name, { key, most, step, text, done = () => {} }) {
  const shown = el("output", { class: "numbers", text: text(settings.get(name)) });
  return el(
    "label",
    { class: "field" },
    el("span", {}, t(key), " ", shown),
    el("input", {
      type: "range",
      min: 0,
      max: most,
      step,
      value: settings.get(name),
      dataset: { test: name },
      on: {
        input: (event) => {
          settings.set(name, Number(event.target.value));
          shown.textContent = text(settings.get(name));
        },
        change: done,
      },
    }),
  );
}
