/**
 * Words of the table, explained where they stand: by a tap, by the pointer resting on them, and by the keyboard.
 * A game's words are in the catalogue: `web_terms.<game>.<term>` says what it is, `….word` how it is written.
 */

// keys: web_terms.*

import { cardsIn } from "./cards/text.js";
import { el } from "./dom.js";
import { keysOf, language, t } from "./i18n.js";

/** @typedef {{key: string, forms: string[]}} Term */

/** How long the pointer rests before a word is explained, in milliseconds. */
const REST = 350;
/** The least distance to the edge of the window, in pixels. */
const EDGE = 8;

/** @type {Map<string, Term[]>} */
const known = new Map();

/** The words of a game. @param {string} game @returns {Term[]} */
function termsOf(game) {
  const name = `${language()} ${game}`;
  const found =
    known.get(name) ??
    keysOf(`web_terms.${game}.`)
      .filter((key) => key.endsWith(".word"))
      .map((key) => ({ key: key.slice(0, -".word".length), forms: t(key).split(", ") }));
  known.set(name, found);
  return found;
}

/** A word with its explanation behind it. @param {string} word @param {string} key */
const term = (word, key) =>
  el("span", {
    class: "term",
    role: "button",
    tabindex: "0",
    "aria-expanded": "false",
    dataset: { term: key },
    text: word,
  });

/**
 * A text in which each word of the game is explained, once; cards in it are drawn.
 * @param {string} game
 * @param {string} text
 * @returns {(string|HTMLElement)[]}
 */
export function explained(game, text) {
  /** @type {(string|HTMLElement)[]} */
  let parts = [text];
  for (const { key, forms } of termsOf(game)) {
    const word = new RegExp(`(?<![\\p{L}\\d])(?:${forms.join("|")})(?![\\p{L}\\d])`, "iu");
    const at = parts.findIndex((part) => typeof part === "string" && word.test(part));
    if (at < 0) continue;
    const part = String(parts[at]);
    const [found] = /** @type {RegExpExecArray} */ (word.exec(part));
    const start = part.search(word);
    const around = [part.slice(0, start), term(found, key), part.slice(start + found.length)];
    parts = parts.toSpliced(at, 1, ...around);
  }
  return parts.flatMap((part) => (typeof part === "string" ? cardsIn(part) : [part]));
}

// -- the note ------------------------------------------------------------------------------------------

const words = el("p");
const note = el("div", { class: "term-note", id: "term-note", popover: "auto", role: "note" }, words);
/** @type {HTMLElement|null} */
let open = null;
let hovering = false;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let resting;

note.addEventListener("toggle", (event) => {
  if (/** @type {ToggleEvent} */ (event).newState === "closed") forget();
});

function forget() {
  open?.setAttribute("aria-expanded", "false");
  open?.removeAttribute("aria-describedby");
  open = null;
}

/** Explains a word beside it. @param {HTMLElement} word */
function show(word) {
  if (open === word) return;
  close();
  // Inside what is open already: whatever lies outside a dialog cannot be reached, and one note closes another.
  (word.closest("dialog, [popover]") ?? document.body).append(note);
  words.textContent = t(String(word.dataset.term));
  note.showPopover();
  open = word;
  word.setAttribute("aria-expanded", "true");
  word.setAttribute("aria-describedby", note.id);
  const box = word.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const left = Math.min(Math.max(EDGE, box.left), innerWidth - width - EDGE);
  const below = box.bottom + EDGE + height < innerHeight;
  note.style.left = `${left}px`;
  note.style.top = `${below ? box.bottom + EDGE : Math.max(EDGE, box.top - height - EDGE)}px`;
}

function close() {
  clearTimeout(resting);
  hovering = false;
  if (note.matches(":popover-open")) note.hidePopover();
  forget();
}

/** @param {Event} event @returns {HTMLElement|null} */
const termAt = (event) => (event.target instanceof Element ? event.target.closest(".term") : null);

/** Lets words be explained; once for the page. */
export function explainTerms() {
  document.addEventListener(
    "click",
    (event) => {
      const word = termAt(event);
      if (!word) return;
      // What lies below (a lane, a row) is not meant.
      event.stopPropagation();
      const again = open === word && !hovering;
      hovering = false;
      if (again) close();
      else show(word);
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const word = termAt(event);
      if (!word || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      if (open === word) close();
      else show(word);
    },
    true,
  );
  document.addEventListener("pointerover", (event) => {
    const word = termAt(event);
    clearTimeout(resting);
    if (word && event.pointerType === "mouse" && open !== word) {
      resting = setTimeout(() => {
        show(word);
        hovering = true;
      }, REST);
    } else if (!word && hovering && !note.contains(/** @type {Node} */ (event.target))) close();
  });
}
