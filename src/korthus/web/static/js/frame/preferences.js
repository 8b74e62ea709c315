/** The form of the settings; the same at the table and on its own page. */

import { el } from "../dom.js";
import { LANGUAGES, language, setLanguage, t } from "../i18n.js";
import { askToNotify, canNotify } from "../notify.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";

// keys: web.settings.theme.* web.settings.coach.*

/** @type {Record<string, string>} */
const LANGUAGE_NAMES = { en: "English", sv: "Svenska", es: "Español" };

/** A form whose every change counts at once. */
export function preferencesForm() {
  return el(
    "form",
    { class: "stack preferences", on: { submit: (event) => event.preventDefault() } },
    choice(
      "theme",
      "web.settings.theme",
      ["auto", "dark", "light"].map((name) => [name, t(`web.settings.theme.${name}`)]),
    ),
    toggle("four_colour", "web.settings.four_colour"),
    toggle("motion", "web.settings.motion", { on: "auto", off: "off" }),
    slider("trick_rest", "web.settings.trick_rest", { max: 3000, step: 100, say: seconds }),
    toggle("sound", "web.settings.sound", { on: true, off: false }, () => sound("turn")),
    slider("volume", "web.settings.volume", { max: 1, step: 0.05, say: percent, after: () => sound("play") }),
    canNotify() ? toggle("notify", "web.settings.notify", { on: true, off: false }, ask) : null,
    choice(
      "coach",
      "web.settings.coach",
      ["first", "always", "off"].map((name) => [name, t(`web.settings.coach.${name}`)]),
    ),
    languages(),
  );
}

/** The browser asks, and what the person answers there counts. */
function ask() {
  askToNotify()
    .then(() => {
      const box = document.querySelector("#set-notify");
      if (box instanceof HTMLInputElement) box.checked = settings.get("notify");
    })
    .catch(reportError);
}

/** @param {number} ms */
const seconds = (ms) => t("web.settings.seconds", { seconds: (ms / 1000).toLocaleString(language()) });
/** @param {number} part */
const percent = (part) => part.toLocaleString(language(), { style: "percent" });

/**
 * @param {string} name
 * @param {string} key
 * @param {HTMLElement} input
 */
function field(name, key, input) {
  input.id = `set-${name}`;
  input.dataset.test = `set-${name}`;
  return el("div", { class: "field" }, el("label", { for: input.id, text: t(key) }), input);
}

/**
 * @param {string} name
 * @param {string} key
 * @param {string[][]} options values and their words
 */
function choice(name, key, options) {
  const chosen = settings.get(name);
  return field(
    name,
    key,
    el(
      "select",
      { on: { change: (event) => settings.set(name, event.target.value) } },
      options.map(([value, text]) => el("option", { value, text, selected: value === chosen })),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} key
 * @param {{on: boolean|string, off: boolean|string}} values
 * @param {(() => void)|null} after
 */
function toggle(name, key, { on, off } = { on: true, off: false }, after = null) {
  const box = el("input", {
    type: "checkbox",
    id: `set-${name}`,
    checked: settings.get(name) === on,
    dataset: { test: `set-${name}` },
    on: {
      change: () => {
        settings.set(name, box.checked ? on : off);
        after?.();
      },
    },
  });
  return el("div", { class: "field-row" }, box, el("label", { for: `set-${name}`, text: t(key) }));
}

/**
 * @param {string} name
 * @param {string} key
 * @param {{max: number, step: number, say: (value: number) => string, after?: () => void}} range
 */
function slider(name, key, { max, step, say, after }) {
  const shown = el("output", { class: "numbers", for: `set-${name}`, text: say(settings.get(name)) });
  const input = el("input", {
    type: "range",
    min: "0",
    max,
    step,
    value: settings.get(name),
    "aria-valuetext": say(settings.get(name)),
    on: {
      input: () => {
        const value = Number(input.value);
        settings.set(name, value);
        shown.textContent = say(value);
        input.setAttribute("aria-valuetext", say(value));
      },
      change: () => after?.(),
    },
  });
  const box = field(name, key, input);
  box.querySelector("label")?.append(" ", shown);
  return box;
}

function languages() {
  return field(
    "language",
    "web.settings.language",
    el(
      "select",
      { on: { change: (event) => setLanguage(event.target.value).catch(reportError) } },
      LANGUAGES.map((lang) =>
        el("option", { value: lang, text: LANGUAGE_NAMES[lang], lang, selected: lang === language() }),
      ),
    ),
  );
}
