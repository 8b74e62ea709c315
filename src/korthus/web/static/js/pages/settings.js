/** How this person likes the table. Everything stays in this browser. */

import { radios } from "../controls.js";
import { el } from "../dom.js";
import { number, t } from "../i18n.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { nameField } from "./parts/person.js";
import { pageOf, sheetOf } from "./parts/sheets.js";

// keys: web_home.theme.* web_home.motion.* web_home.coach.*

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** @param {HTMLElement} root */
export default async function mount(root) {
  root.append(
    pageOf(
      "narrow",
      t("web_home.settings"),
      t("web_home.settings.about"),
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
          text: (/** @type {number} */ ms) =>
            t("web_home.seconds", { seconds: number(ms / 1000, ONE_DIGIT) }),
        }),
      ),
      group("web_home.settings.learning", choice("coach", ["first", "always", "off"])),
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
  return sheetOf("settings-group", t(key), ...fields);
}

/**
 * @param {string} name
 * @param {Json[]} values
 */
function choice(name, values) {
  return radios({
    name,
    legend: el("legend", { text: t(`web_home.${name}`) }),
    values,
    chosen: settings.get(name),
    choose: (value) => settings.set(name, value),
    textOf: (value) => t(`web_home.${name}.${value}`),
    look: "settings-choice",
    row: "field-row",
  });
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
