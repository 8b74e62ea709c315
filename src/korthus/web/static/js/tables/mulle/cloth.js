/** The cloth: single cards wrapped by value, builds as framed fans, and what is being taken in the middle. */

import { cardBack, cardFace, cardName } from "../../cards/card.js";
import { el, part, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { spread } from "../spread.js";

/**
 * @typedef {import("../pieces.js").Piece} Piece
 * @typedef {import("./scene.js").Pile} Pile
 * @typedef {{pile: Pile, index: number}} Item a pile and its index on the table
 *
 * @typedef {object} Shown what the cloth shows
 * @property {Pile[]} piles
 * @property {Map<number, import("./choice.js").Mark>} marks by index
 * @property {boolean} choosing whether a card is chosen
 * @property {Set<string>} last the keys of what was played last
 * @property {NameOf} whose how a build of a seat is called
 * @property {number} bottom the seat at the bottom
 */

/** @param {Pile} pile */
const isSingle = (pile) => pile.owner < 0 && pile.cards.length === 1 && !pile.heap;

/** How much of a card is seen of each one that lies under the next in a build. */
const STEP = 0.42;

/** How many cards' widths a pile takes with the gap beside it; what is framed takes some more. @param {Item} item */
const widthOf = ({ pile }) => (isSingle(pile) ? 1.17 : 1.55 + STEP * (pile.cards.length - 1));

/** @type {Record<string, number|undefined>} */
const ARROWS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** A card that lies on the cloth or in a fan: seen, and named by what it lies in. @param {Piece} piece */
export function pieceElement(piece) {
  const card =
    piece.card === null
      ? cardBack()
      : el("span", { class: "card", "aria-hidden": "true" }, cardFace(piece.card));
  card.dataset.flip = piece.key;
  return card;
}

/**
 * Keeps one element for each piece; a piece that shows its face now gets a new one.
 * @param {Element} parent
 * @param {Piece[]} pieces
 * @param {{from?: string|null, to?: string|null, last?: Set<string>|null}} [how]
 */
export function drawPieces(parent, pieces, { from = null, to = null, last = null } = {}) {
  reconcile(
    parent,
    pieces,
    (piece) => `${piece.key}${piece.card ?? ""}`,
    pieceElement,
    (element, piece) => {
      setAttribute(element, "data-from", from);
      setAttribute(element, "data-to", to);
      element.classList.toggle("last", Boolean(last?.has(piece.key)));
    },
  );
}

/**
 * What a pile is called by a screen reader.
 * @param {Pile} pile
 * @param {Shown} table
 */
function nameOf(pile, table) {
  const cards = pile.cards.flatMap(({ card }) => (card === null ? [] : cardName(card)));
  if (isSingle(pile)) return cards[0];
  if (pile.owner < 0) return t("web_mulle.plain_name", { value: pile.value, cards: cards.join(", ") });
  return t("web_mulle.build_name", {
    value: pile.value,
    whose: table.whose(pile.owner),
    state: t(pile.locked ? "web_mulle.locked" : "web_mulle.open"),
    cards: cards.join(", "),
  });
}

/** @param {Pile} pile */
const testOf = (pile) => {
  if (isSingle(pile)) return `pile-${pile.cards[0].card}`;
  return pile.owner < 0 ? `plain-${pile.value}` : `build-${pile.value}`;
};

const padlock = () => el("span", { class: "padlock", "aria-hidden": "true" });

/** @param {(index: number) => void} onTap */
function makePile(onTap) {
  return () => {
    const button = el(
      "button",
      { type: "button", class: "pile" },
      el(
        "span",
        { class: "pile-head", "aria-hidden": "true" },
        el("span", { class: "pile-value" }),
        el("span", { class: "pile-owner" }),
        padlock(),
      ),
      el("span", { class: "pile-cards" }),
      el("span", { class: "pile-badge", "aria-hidden": "true" }),
    );
    button.addEventListener("click", () => onTap(Number(button.dataset.index)));
    return button;
  };
}

/** Draws one pile: its cards, and how it stands to what is chosen. @param {Shown} table */
function updatePile(table) {
  return (/** @type {HTMLButtonElement} */ button, /** @type {Item} */ { pile, index }) => {
    /** @type {import("./choice.js").Mark} */
    const mark = table.marks.get(index) ?? {};
    const single = isSingle(pile);
    button.dataset.index = String(index);
    button.dataset.test = testOf(pile);
    button.className = "pile";
    button.classList.toggle("single", single);
    button.classList.toggle("build", pile.owner >= 0);
    button.classList.toggle("mine", pile.owner >= 0 && pile.owner === table.bottom);
    button.classList.toggle("locked", pile.locked);
    button.classList.toggle("target", Boolean(mark.target));
    button.classList.toggle("possible", Boolean(mark.possible));
    button.classList.toggle("chosen", Boolean(mark.chosen));
    button.classList.toggle("aside", table.choosing && !mark.target && !mark.possible && !mark.chosen);
    button.style.setProperty("--n", String(pile.cards.length));
    part(button, ".pile-value").textContent = single ? "" : String(pile.value);
    part(button, ".pile-owner").textContent = pile.owner >= 0 ? table.whose(pile.owner) : "";
    part(button, ".pile-badge").textContent = mark.group ? String(mark.group) : "";
    const name = nameOf(pile, table);
    const group = mark.group && t("web_mulle.group", { n: mark.group });
    const said = [name, group, mark.chosen && t("web_mulle.chosen")];
    setAttribute(button, "aria-label", said.filter(Boolean).join(", "));
    setAttribute(button, "aria-pressed", table.choosing ? String(Boolean(mark.target || mark.chosen)) : null);
    drawPieces(part(button, ".pile-cards"), pile.cards, { from: ".mulle-stock", last: table.last });
  };
}

/**
 * Which pile the Tab key stops at: those that can be chosen, or else the first.
 * @param {HTMLButtonElement[]} piles
 * @param {boolean} choosing
 */
function setStops(piles, choosing) {
  const open = piles.filter((pile) => pile.matches(".target, .possible, .chosen"));
  const stops = choosing && open.length ? open : piles.slice(0, 1);
  for (const pile of piles) pile.tabIndex = stops.includes(pile) || pile === document.activeElement ? 0 : -1;
}

/**
 * Moves the focus through the piles with the arrow keys.
 * @param {HTMLButtonElement[]} piles
 * @param {string} key
 * @returns {boolean} whether it did
 */
function goThrough(piles, key) {
  const at = piles.findIndex((pile) => pile.contains(document.activeElement));
  const by = ARROWS[key];
  if (at < 0 || by === undefined) return false;
  piles[at].tabIndex = -1;
  const goal = piles[(at + by + piles.length) % piles.length];
  goal.tabIndex = 0;
  goal.focus();
  return true;
}

/**
 * The cloth's elements and its drawing.
 *
 * @param {(index: number) => void} onTap a pile was tapped: its index on the table
 */
export function createCloth(onTap) {
  const singles = el("div", { class: "mulle-singles" });
  const builds = el("div", { class: "mulle-builds" });
  const heap = el("div", { class: "mulle-heap", "aria-hidden": "true" });
  const empty = el("p", { class: "mulle-empty", text: t("web_mulle.table_empty") });
  const lying = el("div", { class: "mulle-spread spread" }, singles, builds, empty);
  const foot = el("div", { class: "mulle-foot" });
  const element = el(
    "section",
    { class: "mulle-cloth", "aria-label": t("web_mulle.table"), dataset: { test: "cloth" } },
    lying,
    heap,
    foot,
  );
  const make = makePile(onTap);

  /** @returns {HTMLButtonElement[]} */
  const piles = () =>
    [...element.querySelectorAll("button.pile")].filter((each) => each instanceof HTMLButtonElement);

  /** @param {Shown} table */
  const show = (table) => {
    const items = table.piles.map((pile, index) => ({ pile, index }));
    const loose = items.filter(({ pile }) => isSingle(pile) && pile.key !== "played");
    loose.sort((one, other) => one.pile.value - other.pile.value || one.index - other.index);
    const framed = items.filter(({ pile }) => !isSingle(pile) && !pile.heap);
    framed.sort((one, other) => one.pile.value - other.pile.value);
    const taken = items.filter(({ pile }) => pile.heap);
    const update = updatePile(table);
    reconcile(
      singles,
      loose,
      ({ pile }) => pile.key,
      make,
      (button, item, at) => {
        update(button, item);
        button.classList.toggle("new-value", at > 0 && loose[at - 1].pile.value !== item.pile.value);
      },
    );
    reconcile(builds, framed, ({ pile }) => pile.key, make, update);
    const pieces = taken.flatMap(({ pile }) => pile.cards);
    heap.style.setProperty("--n", String(Math.max(1, pieces.length)));
    heap.classList.toggle("full", pieces.length > 0);
    const to = taken.length && taken[0].pile.owner >= 0 ? `[data-taken="${taken[0].pile.owner}"]` : null;
    drawPieces(heap, pieces, { from: ".mulle-stock", to });
    empty.hidden = table.piles.length > 0;
    spread(lying, [loose.map(widthOf), framed.map(widthOf)]);
    lying.classList.toggle("framed", framed.length > 0);
    setStops(piles(), table.choosing);
  };

  const arrow = (/** @type {string} */ key) => goThrough(piles(), key);
  return { element, foot, heap, show, arrow, piles };
}
