/** A seat at the default table: its name, its numbers, how many cards it holds, and what lies open before it. */

import { cardBack } from "../../cards/card.js";
import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";

/** More backs than this are not drawn; the number says the rest. */
const MOST_BACKS = 10;

/**
 * @typedef {import("./row.js").Row} Row
 * @typedef {import("./scene.js").Shown} Shown
 */

/** A seat's element; `show(facts)` shows what is the case. */
export class Plate {
  #deck;
  /** @type {Map<string, Row>} */
  #rows = new Map();
  #name = el("span", { class: "plate-name df-name" });
  #marks = el("span", { class: "df-marks" });
  #facts = el("ul", { class: "df-facts" });
  #backs = el("span", { class: "df-backs", "aria-hidden": "true" });
  #count = el("span", { class: "df-count", dataset: { test: "held" } });
  #held = el("p", { class: "df-held" }, this.#backs, this.#count);
  #open = el("div", { class: "df-open" });

  /** @param {{seat: number, deck: Deck, makeRow: (zone: Zone) => Row}} options */
  constructor({ seat, deck, makeRow }) {
    this.#deck = deck;
    this.makeRow = makeRow;
    this.element = el(
      "li",
      { class: "plate df-seat", dataset: { seat, test: `seat-${seat}` } },
      el(
        "p",
        { class: "df-who" },
        el("span", { class: "face-place", dataset: { face: seat } }),
        this.#name,
        this.#marks,
      ),
      this.#facts,
      this.#held,
      this.#open,
    );
  }

  /**
   * @param {{seat: number, name: string, turn: boolean, zones: Shown[], marks: string[],
   *   own: boolean}} facts
   */
  show({ seat, name, turn, zones, marks, own }) {
    this.element.classList.toggle("turn", turn);
    setAttribute(this.element, "aria-current", turn ? "true" : null);
    this.#name.textContent = name;
    this.#marks.textContent = marks.join(", ");
    const of = (/** @type {Zone["kind"][]} */ ...kinds) => zones.filter(({ kind }) => kinds.includes(kind));
    showFacts(
      this.#facts,
      of("number", "text").map(({ label, values }) => ({ label, value: values[seat] })),
    );
    const held = own ? null : (of("hidden")[0]?.values[seat] ?? null);
    this.#showHeld(held);
    for (const zone of of("cards", "pile")) this.#row(zone).show(zone, zone.values[seat]);
  }

  /** @param {Zone} zone */
  #row(zone) {
    const known = this.#rows.get(zone.field);
    if (known) return known;
    const row = this.makeRow(zone);
    this.#rows.set(zone.field, row);
    this.#open.append(row.element);
    return row;
  }

  /** @param {number|null} number */
  #showHeld(number) {
    this.#held.hidden = !number;
    if (!number) return;
    const backs = Array.from({ length: Math.min(number, MOST_BACKS) }, (_, at) => at);
    reconcile(this.#backs, backs, String, () => cardBack({ deck: this.#deck }));
    this.#count.textContent = t("web_default.held", { n: number });
  }
}

/**
 * Numbers and words with their labels.
 * @param {HTMLElement} list
 * @param {{label: string, value: Json}[]} facts
 */
export function showFacts(list, facts) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined);
  list.hidden = known.length === 0;
  reconcile(
    list,
    known,
    ({ label }) => label,
    () => el("li", {}, el("span", { class: "df-label" }), " ", el("b", { class: "df-value" })),
    (item, { label, value }) => {
      const [name, worth] = item.children;
      name.textContent = label;
      worth.textContent = String(value);
    },
  );
}
