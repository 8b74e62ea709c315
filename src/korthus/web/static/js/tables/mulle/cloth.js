/** The cloth: single cards wrapped by value, builds as framed fans, and what is being taken in the middle. */

import { cardBack, cardFace, cardName } from "../../cards/card.js";
import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";

const isSingle = (pile) => pile.owner < 0 && pile.cards.length === 1 && !pile.heap;

/** A card that lies on the cloth or in a fan: seen, and named by what it lies in. */
export function pieceElement(piece) {
  const card =
    piece.card === null
      ? cardBack()
      : el("span", { class: "card", "aria-hidden": "true" }, cardFace(piece.card));
  card.dataset.flip = piece.key;
  return card;
}

/** Keeps one element for each piece; a piece that shows its face now gets a new one. */
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

/** What a pile is called by a screen reader. */
function nameOf(pile, table) {
  const cards = pile.cards.map((piece) => cardName(piece.card));
  if (isSingle(pile)) return cards[0];
  if (pile.owner < 0) return t("web_mulle.plain_name", { value: pile.value, cards: cards.join(", ") });
  return t("web_mulle.build_name", {
    value: pile.value,
    whose: table.whose(pile.owner),
    state: t(pile.locked ? "web_mulle.locked" : "web_mulle.open"),
    cards: cards.join(", "),
  });
}

const testOf = (pile) => {
  if (isSingle(pile)) return `pile-${pile.cards[0].card}`;
  return pile.owner < 0 ? `plain-${pile.value}` : `build-${pile.value}`;
};

const padlock = () => el("span", { class: "padlock", "aria-hidden": "true" });

function makePile(onTap) {
  return (item) => {
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
    button.addEventListener("click", () => onTap(Number(button.dataset.place)));
    button.dataset.place = item.place;
    return button;
  };
}

/** Draws one pile: its cards, and how it stands to what is chosen. */
function updatePile(table) {
  return (button, { pile, place, fresh }) => {
    const mark = table.marks.get(place) ?? {};
    const single = isSingle(pile);
    button.dataset.place = place;
    button.dataset.test = testOf(pile);
    button.className = "pile";
    button.classList.toggle("single", single);
    button.classList.toggle("build", pile.owner >= 0);
    button.classList.toggle("mine", pile.owner >= 0 && pile.owner === table.bottom);
    button.classList.toggle("locked", pile.locked);
    button.classList.toggle("new-value", fresh);
    button.classList.toggle("target", Boolean(mark.target));
    button.classList.toggle("possible", Boolean(mark.possible));
    button.classList.toggle("chosen", Boolean(mark.chosen));
    button.classList.toggle("aside", table.choosing && !mark.target && !mark.possible && !mark.chosen);
    button.style.setProperty("--n", String(pile.cards.length));
    button.querySelector(".pile-value").textContent = single ? "" : String(pile.value);
    button.querySelector(".pile-owner").textContent = pile.owner >= 0 ? table.whose(pile.owner) : "";
    button.querySelector(".pile-badge").textContent = mark.group ?? "";
    const name = nameOf(pile, table);
    const group = mark.group && t("web_mulle.group", { n: mark.group });
    const said = [name, group, mark.chosen && t("web_mulle.chosen")];
    setAttribute(button, "aria-label", said.filter(Boolean).join(", "));
    setAttribute(button, "aria-pressed", table.choosing ? String(Boolean(mark.target || mark.chosen)) : null);
    drawPieces(button.querySelector(".pile-cards"), pile.cards, { from: ".mulle-stock", last: table.last });
  };
}

/** Which pile the Tab key stops at: those that can be chosen, or else the first. */
function setStops(root, choosing) {
  const piles = [...root.querySelectorAll(".pile")];
  const open = piles.filter((pile) => pile.matches(".target, .possible, .chosen"));
  const stops = choosing && open.length ? open : piles.slice(0, 1);
  for (const pile of piles) pile.tabIndex = stops.includes(pile) || pile === document.activeElement ? 0 : -1;
}

/**
 * The cloth's elements and its drawing.
 *
 * @param {(place: number) => void} onTap a pile was tapped: its place on the table
 */
export function createCloth(onTap) {
  const singles = el("div", { class: "mulle-singles" });
  const builds = el("div", { class: "mulle-builds" });
  const heap = el("div", { class: "mulle-heap", "aria-hidden": "true" });
  const empty = el("p", { class: "mulle-empty", text: t("web_mulle.table_empty") });
  const foot = el("div", { class: "mulle-foot" });
  const element = el(
    "section",
    { class: "mulle-cloth", "aria-label": t("web_mulle.table"), dataset: { test: "cloth" } },
    el("div", { class: "mulle-spread" }, singles, builds, empty),
    heap,
    foot,
  );
  const make = makePile(onTap);

  /** @param {{piles, marks, choosing, last, whose, bottom}} table */
  const show = (table) => {
    const items = table.piles.map((pile, place) => ({ pile, place }));
    const loose = items.filter(({ pile }) => isSingle(pile) && pile.key !== "played");
    loose.sort((one, other) => one.pile.value - other.pile.value || one.place - other.place);
    loose.forEach((item, at) => {
      item.fresh = at > 0 && loose[at - 1].pile.value !== item.pile.value;
    });
    const framed = items.filter(({ pile }) => !isSingle(pile) && !pile.heap);
    framed.sort((one, other) => one.pile.value - other.pile.value);
    const taken = items.filter(({ pile }) => pile.heap);
    const update = updatePile(table);
    reconcile(singles, loose, ({ pile }) => pile.key, make, update);
    reconcile(builds, framed, ({ pile }) => pile.key, make, update);
    const pieces = taken.flatMap(({ pile }) => pile.cards);
    heap.style.setProperty("--n", String(Math.max(1, pieces.length)));
    heap.classList.toggle("full", pieces.length > 0);
    const to = taken.length && taken[0].pile.owner >= 0 ? `[data-taken="${taken[0].pile.owner}"]` : null;
    drawPieces(heap, pieces, { from: ".mulle-stock", to });
    empty.hidden = table.piles.length > 0;
    element.classList.toggle("crowded", loose.length + 2 * framed.length > 14);
    setStops(element, table.choosing);
  };

  /** Moves the focus through the piles with the arrow keys. Returns whether it did. */
  const arrow = (key) => {
    const piles = [...element.querySelectorAll(".pile")];
    const at = piles.indexOf(document.activeElement);
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (at < 0 || by === undefined) return false;
    piles[at].tabIndex = -1;
    const goal = piles[(at + by + piles.length) % piles.length];
    goal.tabIndex = 0;
    goal.focus();
    return true;
  };
  return { element, foot, heap, show, arrow, piles: () => [...element.querySelectorAll(".pile")] };
}
