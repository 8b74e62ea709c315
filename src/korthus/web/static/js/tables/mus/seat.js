/** One side of the table: name, mano, stones and how far they reach, what was said, and the cards. */

// keys: web_mus.word.* mus.breakdown.* mus.pares.*

import { cardBack, cardName, cardPicture } from "../../cards/card.js";
import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { makeStones, showStones } from "./stones.js";

/**
 * @typedef {import("./faces.js").Face} Face
 * @typedef {Face|{key: string}} Lying a card that is looked at: its face, or a back
 *
 * @typedef {object} Facts what a plate shows
 * @property {number} seat
 * @property {string} name
 * @property {number} stones
 * @property {number|null} target
 * @property {boolean} mano
 * @property {string} makes what the cards make, in words
 * @property {boolean} turn
 * @property {import("./scene.js").Saying|null} saying
 * @property {boolean} old whether that was about something that is over
 */

/** The words of a saying: “Envido 2”. @param {import("./scene.js").Saying} saying */
export function words({ word, amount, lance }) {
  return t(`web_mus.word.${word}`, { amount, lance: lance ? capital(t(`mus.breakdown.${lance}`)) : "" });
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A plate with `show(facts)`. @param {"me"|"them"} where */
export function createPlate(where) {
  const text = el("span", { class: "visually-hidden mus-words" });
  const face = el("span", { class: "face-place" });
  const name = el("span", { class: "plate-name" });
  const mano = el("span", { class: "mus-mano", text: t("web_mus.mano"), title: t("web_mus.mano.why") });
  const makes = el("span", { class: "mus-makes", dataset: { test: `makes-${where}` } });
  const stones = makeStones();
  const number = el("span", { class: "mus-number plate-points" });
  const fill = el("i");
  const bar = el("span", { class: "mus-bar" }, fill);
  const said = el("p", { class: "mus-said", dataset: { test: `said-${where}` } });
  const element = el(
    "div",
    { class: `plate mus-plate ${where}`, dataset: { test: `seat-${where}` } },
    el(
      "p",
      { class: "mus-who" },
      text,
      el("span", { class: "mus-title", "aria-hidden": "true" }, face, name, mano, makes),
    ),
    el("div", { class: "mus-score", "aria-hidden": "true" }, number, stones, bar),
  );

  return {
    element,
    said,
    /** @param {Facts} facts */
    show(facts) {
      text.textContent = inWords(facts);
      name.textContent = facts.name;
      face.dataset.face = String(facts.seat);
      mano.hidden = !facts.mano;
      makes.textContent = facts.makes;
      number.textContent = facts.target === null ? String(facts.stones) : `${facts.stones} / ${facts.target}`;
      showStones(stones, facts.stones);
      bar.hidden = facts.target === null;
      const part = facts.target ? Math.min(1, Math.max(0, facts.stones / facts.target)) : 0;
      fill.style.setProperty("--part", part.toFixed(3));
      element.classList.toggle("turn", facts.turn);
      const spoken = facts.saying ? words(facts.saying) : "";
      said.textContent = spoken;
      said.classList.toggle("ordago", facts.saying?.word === "ordago");
      said.classList.toggle("old", facts.old);
      said.hidden = spoken === "";
    },
  };
}

/** What four cards make: “duples, juego 31”. @param {Mus.Holding|null} holding */
export function makesWords(holding) {
  if (!holding) return "";
  const sum = t(holding.is_juego ? "mus.juego_of" : "mus.punto_of", { points: holding.points });
  return holding.pares ? `${t(`mus.pares.${holding.pares}`)}, ${sum}` : sum;
}

/** @param {Facts} facts */
function inWords({ name, stones, target, mano, turn, makes }) {
  let seat =
    target === null
      ? t("web_mus.seat", { name, stones })
      : `${name}: ${t("web_mus.towards", { stones, target })}`;
  if (mano) seat = t("web_mus.seat.mano", { seat });
  if (turn) seat = t("web_mus.seat.turn", { seat });
  return makes ? `${seat}. ${makes}` : seat;
}

/** A row of cards that are only looked at: backs, or faces once they are known. @param {string} where */
export function createRow(where) {
  const element = el("ul", { class: `mus-row ${where}`, dataset: { test: `cards-${where}` } });
  return {
    element,
    /**
     * @param {{name: string, held: number, faces: Face[]|null}} facts
     */
    show({ name, held, faces }) {
      const label = faces ? t("web_mus.cards_of.shown", { name }) : t("web_mus.cards_of", { name, n: held });
      element.setAttribute("aria-label", label);
      const backs = Array.from({ length: held }, (_, index) => ({ key: `back-${index}` }));
      reconcile(element, faces ?? backs, (face) => face.key, makeCard);
    },
  };
}

/** @param {Lying} face */
function makeCard(face) {
  const spanish = { deck: "spanish" };
  const name = "rank" in face ? face.rank + face.suit : null;
  const card =
    name === null ? cardBack(spanish) : cardPicture(name, { ...spanish, label: cardName(name, spanish) });
  card.dataset.flip = `row-${face.key}`;
  card.dataset.from = ".mus-slate";
  return el("li", {}, card);
}
