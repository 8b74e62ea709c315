/** The page's words. They come with the scripts that use them; another language is fetched as a whole. */

import { wordsAt } from "./files.js";
import { settings } from "./settings.js";

export const LANGUAGES = ["en", "sv", "es"];

/** @type {Record<string, string>} */
let texts = {};
let current = "en";

/** The language in use. */
export function language() {
  return current;
}

/** Whether the catalogue has a key. @param {string} key */
export function has(key) {
  return Object.hasOwn(texts, key);
}

/** The keys of the catalogue that begin so. @param {string} start */
export const keysOf = (start) => Object.keys(texts).filter((key) => key.startsWith(start));

/**
 * The text of a key with its `{placeholders}` filled; `key.one` when n is 1, and `{n:card|cards}` is the
 * first word for one, else the second. Marks for the terminal (`[brass]…[/]`) are left out.
 * @param {string} key
 * @param {Record<string, unknown>} params
 * @throws {Error} the catalogue lacks the key
 */
export function t(key, params = {}) {
  const chosen = Number(params.n) === 1 && has(`${key}.one`) ? `${key}.one` : key;
  if (!has(chosen)) throw new Error(`no text for ${key} in ${current}`);
  return texts[chosen]
    .replace(/\[\/?[a-z_. ]*\]/g, "")
    .replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (_, name, one, many) =>
      String(params[name]) === "1" ? one : many,
    )
    .replace(/\{(\w+)\}/g, (hole, name) => (name in params ? String(params[name]) : hole));
}

/**
 * A number as people of the language write it.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
export function number(value, options = {}) {
  return new Intl.NumberFormat(current, options).format(value);
}

/** Fetches the words of the language that the settings, or else the browser, ask for. */
export async function loadLanguage() {
  await speak(preferred());
}

/**
 * Changes the language for good, and fires `language` on the document when the words are there.
 * @param {string} lang
 */
export async function setLanguage(lang) {
  settings.set("language", lang);
  await speak(preferred());
  document.dispatchEvent(new CustomEvent("language", { detail: { language: current } }));
}

function preferred() {
  const asked = settings.get("language");
  const wishes = asked === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()) : [asked];
  return wishes.find((lang) => LANGUAGES.includes(lang)) ?? "en";
}

/**
 * Adds words that came with a script; those of another language than the one in use are not needed.
 * @param {string} lang
 * @param {Record<string, string>} words
 */
export function learn(lang, words) {
  if (isMute()) current = lang;
  if (lang === current) texts = { ...texts, ...words };
}

const isMute = () => Object.keys(texts).length === 0;

/** @param {string} lang */
async function speak(lang) {
  if (lang !== current || isMute()) {
    const answer = await fetch(wordsAt(lang));
    if (!answer.ok) throw new Error(`the words of ${lang} did not come (${answer.status})`);
    texts = await answer.json();
    current = lang;
  }
  document.documentElement.lang = lang;
}
