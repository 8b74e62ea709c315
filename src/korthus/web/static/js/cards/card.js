/**
 * Cards as elements. A French card is named as in a record ("9h", "Td"), a Spanish one by rank and suit
 * ("Ro", "7b": R, C, S, 7 … 1 of oros, copas, espadas, bastos). A card of another deck ("plain") is its name.
 */

import { el, setAttribute, setText, svg } from "../dom.js";
import { ensureDeck } from "./deck.js";
import { cardName } from "./text.js";

export { cardMark, cardName, shortName } from "./text.js";

let described = 0;

/**
 * The drawing of a card: an `<svg>` that shows one symbol of the deck, or its name where there is no drawing.
 * @param {string} name
 */
export function cardFace(name, { deck = "french" } = {}) {
  if (deck === "plain") return el("span", { class: "card-face plain", text: name });
  ensureDeck(deck);
  return drawing(`${deck}-${name}`, `card-face ${deck} suit-${name[1]}`);
}

/**
 * A card that can be focused and pressed.
 * @param {string} name
 * @param {object} [options]
 * @param {Deck} [options.deck]
 * @param {string} [options.label] instead of the card's name
 * @param {number} [options.index] tells equal cards apart (two decks): part of its `data-flip` key
 */
export function cardButton(name, { deck = "french", label, index } = {}) {
  return el(
    "button",
    {
      type: "button",
      class: "card",
      "aria-label": label ?? cardName(name, { deck }),
      dataset: { card: name, test: `card-${name}`, flip: index ? `${name}#${index}` : name },
    },
    cardFace(name, { deck }),
  );
}

/**
 * A card that is only looked at.
 * @param {string} name
 * @param {{deck?: string, label?: string}} [options]
 */
export function cardPicture(name, { deck = "french", label } = {}) {
  return el(
    "span",
    { class: "card", role: "img", "aria-label": label ?? cardName(name, { deck }), dataset: { card: name } },
    cardFace(name, { deck }),
  );
}

/**
 * The back of a card; without a label it is decoration.
 * @param {{label?: string, deck?: string}} [options]
 */
export function cardBack({ label, deck = "french" } = {}) {
  ensureDeck(deck);
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return el("span", { class: "card back", ...named }, drawing(`${deck}-back`, `card-face ${deck}`));
}

/**
 * Shows what can be done with a card. What is not given is taken away.
 * @param {HTMLElement} button
 * @param {object} [marks]
 * @param {boolean} [marks.playable] raised and outlined
 * @param {boolean} [marks.selected]
 * @param {boolean} [marks.target] a place for what is selected
 * @param {boolean} [marks.dimmed] cannot be played; stays focusable, to say why
 * @param {string} [marks.reason] why not, read out and shown on focus
 * @param {boolean} [marks.last] part of the last move
 */
export function markCard(button, { playable, selected, target, dimmed, reason, last } = {}) {
  for (const [name, on] of Object.entries({ playable, selected, target, dimmed, last })) {
    button.classList.toggle(name, Boolean(on));
  }
  setAttribute(button, "aria-pressed", selected === undefined ? null : String(Boolean(selected)));
  setAttribute(button, "aria-disabled", dimmed ? "true" : null);
  describe(button, reason);
}

/**
 * @param {HTMLElement} button
 * @param {string|undefined} reason
 */
function describe(button, reason) {
  const old = button.querySelector(".reason");
  if (!reason) {
    old?.remove();
    button.removeAttribute("aria-describedby");
    return;
  }
  if (old) {
    setText(old, reason);
    return;
  }
  described += 1;
  const id = `reason-${described}`;
  // Not a tooltip role: a button's children have no roles of their own; the description is what is read.
  button.append(el("span", { class: "reason", id, text: reason, "aria-hidden": "true" }));
  button.setAttribute("aria-describedby", id);
}

/**
 * @param {string} symbol
 * @param {string} classes
 */
function drawing(symbol, classes) {
  return svg(
    "svg",
    { class: classes, viewBox: "0 0 252 352", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${symbol}` }),
  );
}
