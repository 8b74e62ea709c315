/** A player's plate: name, dealer and turn marks, tricks wanted and won as two rows of squares, points. */

// keys: kachuful.column.bid kachuful.column.won

import { el, part, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { cardName } from "../../cards/card.js";
import { held, rankOf, suitOf, symbolOf } from "./held.js";

/** Squares of one row; more than this many are written as a number. */
const MOST_SQUARES = 13;

/**
 * @typedef {object} Plate
 * @property {number} seat
 * @property {string} name
 * @property {number|null} bid
 * @property {number} won
 * @property {number|null} needs  tricks that are missing to its bid; below 0, it has too many
 * @property {number} points
 * @property {number|null} gain   what the round that just ended gave
 * @property {boolean} dealer
 * @property {boolean} turn
 * @property {string[]|null} cards the open hand, in a replay
 */

/**
 * The plate of a seat in a scene.
 * @param {import("./scene.js").Scene} scene
 * @param {number} seat
 * @param {string} name
 * @param {string[]|null} cards
 * @returns {Plate}
 */
export function plateOf(scene, seat, name, cards = null) {
  return {
    seat,
    name,
    bid: scene.bids[seat],
    won: scene.won[seat],
    needs: scene.needs[seat],
    points: scene.totals[seat],
    gain: scene.gains?.[seat] ?? null,
    dealer: scene.dealer === seat,
    turn: scene.turn === seat,
    cards,
  };
}

/** A new, empty plate. @param {Plate} plate */
export function makePlate({ seat }) {
  return el(
    "li",
    { class: "plate kf-seat", dataset: { seat, test: `seat-${seat}` } },
    el("span", { class: "visually-hidden kf-words" }),
    el(
      "span",
      { class: "kf-plate", "aria-hidden": "true" },
      el(
        "span",
        { class: "kf-name" },
        el("span", { class: "face-place", dataset: { face: seat } }),
        el("span", { class: "plate-name" }),
        el("span", { class: "kf-dealer" }),
      ),
      el("span", { class: "kf-points plate-points" }),
      el("span", { class: "kf-squares" }, row("wanted", "bid"), row("won", "won")),
      el("span", { class: "kf-gain" }),
    ),
    el("span", { class: "kf-open", "aria-hidden": "true" }),
  );
}

/**
 * @param {string} kind
 * @param {"bid"|"won"} column
 */
const row = (kind, column) =>
  el("span", { class: `kf-row kf-${kind}`, dataset: { label: t(`kachuful.column.${column}`) } });

/**
 * Shows a plate's facts.
 * @param {HTMLElement} element
 * @param {Plate} plate
 */
export function showPlate(element, plate) {
  /** @param {string} name */
  const find = (name) => part(element, `.kf-${name}`);
  element.classList.toggle("turn", plate.turn);
  element.classList.toggle("kf-deals", plate.dealer);
  element.classList.toggle("kept", plate.needs === 0);
  find("words").textContent = inWords(plate);
  part(element, ".plate-name").textContent = plate.name;
  find("points").textContent = String(plate.points);
  squares(find("wanted"), plate.bid, () => "");
  find("wanted").dataset.count ||= "–";
  squares(find("won"), plate.bid === null && plate.won === 0 ? null : plate.won, (index) =>
    plate.bid !== null && index >= plate.bid ? "over" : "",
  );
  find("gain").textContent = plate.gain === null ? "" : signed(plate.gain);
  find("gain").classList.toggle("good", plate.gain !== null && plate.gain > 0);
  reconcile(find("open"), held(plate.cards ?? []), (card) => card, chip);
}

/**
 * @param {HTMLElement} parent
 * @param {number|null} count
 * @param {(index: number) => string} kind
 */
function squares(parent, count, kind) {
  parent.classList.toggle("none", count === null);
  parent.dataset.count = count === null ? "" : String(count);
  const shown =
    count === null || count > MOST_SQUARES ? [] : Array.from({ length: count }, (_, index) => index);
  reconcile(
    parent,
    shown,
    (index) => index,
    () => el("i"),
    (square, index) => square.setAttribute("class", kind(index)),
  );
}

/** @param {string} card */
const chip = (card) =>
  el("span", {
    class: `card-text kf-chip suit-${suitOf(card)}`,
    text: `${rankOf(card)}${symbolOf(suitOf(card))}`,
  });

/** A gain as it is said: +13, 0, −2. @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/** @param {Plate} plate */
function inWords({ name, bid, won, points, gain, dealer, turn, cards }) {
  let seat =
    bid === null
      ? t("web_kachuful.seat.no_bid", { name, points })
      : t("web_kachuful.seat", { name, bid, won, points });
  if (dealer) seat = t("web_kachuful.seat.dealer", { seat });
  if (turn) seat = t("web_kachuful.seat.turn", { seat });
  const more = [];
  if (gain !== null) more.push(t("web_kachuful.gain", { points: signed(gain) }));
  if (cards?.length) {
    const named = held(cards).map((card) => cardName(card));
    more.push(t("web_kachuful.hand_of", { name, cards: named.join(", ") }));
  }
  return [seat, ...more].join(". ");
}
