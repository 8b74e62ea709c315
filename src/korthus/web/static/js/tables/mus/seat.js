/** One side of the table: name, mano, stones and how far they reach, what was said, and the cards. */

// keys: web_mus.word.* mus.breakdown.*

import { cardBack, cardName, cardPicture } from "../../cards/card.js";
import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { makeStones, showStones } from "./stones.js";

/** The words of a saying: “Envido 2”. */
export function words({ word, amount, lance }) {
  return t(`web_mus.word.${word}`, { amount, lance: lance ? capital(t(`mus.breakdown.${lance}`)) : "" });
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A plate with `show(facts)`. */
export function createPlate(where) {
  const text = el("span", { class: "visually-hidden mus-words" });
  const name = el("span", { class: "mus-name" });
  const mano = el("span", { class: "mus-mano", text: t("web_mus.mano"), title: t("web_mus.mano.why") });
  const stones = makeStones();
  const number = el("span", { class: "mus-number" });
  const fill = el("i");
  const bar = el("span", { class: "mus-bar" }, fill);
  const said = el("p", { class: "mus-said", dataset: { test: `said-${where}` } });
  const element = el(
    "div",
    { class: `mus-plate ${where}`, dataset: { test: `seat-${where}` } },
    el(
      "p",
      { class: "mus-who" },
      text,
      el("span", { class: "mus-title", "aria-hidden": "true" }, name, mano),
    ),
    el("div", { class: "mus-score", "aria-hidden": "true" }, number, stones, bar),
  );

  return {
    element,
    said,
    /**
     * @param {object} facts
     * @param {string} facts.name
     * @param {number} facts.stones
     * @param {number|null} facts.target
     * @param {boolean} facts.mano
     * @param {boolean} facts.turn
     * @param {object|null} facts.saying
     * @param {boolean} facts.old whether that was about something that is over
     */
    show(facts) {
      text.textContent = inWords(facts);
      name.textContent = facts.name;
      mano.hidden = !facts.mano;
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

function inWords({ name, stones, target, mano, turn }) {
  let seat =
    target === null
      ? t("web_mus.seat", { name, stones })
      : `${name}: ${t("web_mus.towards", { stones, target })}`;
  if (mano) seat = t("web_mus.seat.mano", { seat });
  return turn ? t("web_mus.seat.turn", { seat }) : seat;
}

/** A row of cards that are only looked at: backs, or faces once they are known. */
export function createRow(where) {
  const element = el("ul", { class: `mus-row ${where}`, dataset: { test: `cards-${where}` } });
  return {
    element,
    /**
     * @param {{name: string, held: number, faces: object[]|null}} facts faces: see faces.js
     */
    show({ name, held, faces }) {
      const label = faces ? t("web_mus.cards_of.shown", { name }) : t("web_mus.cards_of", { name, n: held });
      element.setAttribute("aria-label", label);
      const backs = Array.from({ length: held }, (_, place) => ({ key: `back-${place}`, back: true }));
      const items = faces ?? backs;
      reconcile(element, items, (face) => face.key, makeCard);
    },
  };
}

function makeCard(face) {
  const spanish = { deck: "spanish" };
  const card = face.back
    ? cardBack(spanish)
    : cardPicture(face.rank + face.suit, {
        ...spanish,
        label: cardName(face.rank + face.suit, spanish),
      });
  card.dataset.flip = `row-${face.key}`;
  card.dataset.from = ".mus-slate";
  return el("li", {}, card);
}
