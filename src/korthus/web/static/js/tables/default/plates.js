/** A seat at the default table: its name, its numbers, how many cards it holds, and what lies open before it. */

import { cardBack } from "../../cards/card.js";
import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";

/** More backs than this are not drawn; the number says the rest. */
const MOST_BACKS = 10;

/** A seat's element; `show(facts)` shows what is the case. */
export class Plate {
  #deck;
  #rows = new Map();
  #name = el("span", { class: "df-name" });
  #marks = el("span", { class: "df-marks" });
  #facts = el("ul", { class: "df-facts" });
  #held = el("p", { class: "df-held" });
  #open = el("div", { class: "df-open" });

  /** @param {{seat: number, deck: string, makeRow: (zone: Zone) => {element: Element, show: Function}}} options */
  constructor({ seat, deck, makeRow }) {
    this.#deck = deck;
    this.makeRow = makeRow;
    this.element = el(
      "li",
      { class: "df-seat", dataset: { seat, test: `seat-${seat}` } },
      el("p", { class: "df-who" }, this.#name, this.#marks),
      this.#facts,
      this.#held,
      this.#open,
    );
  }

  /**
   * @param {{seat: number, name: string, turn: boolean, zones: import("./scene.js").Shown[], marks: string[],
   *   own: boolean}} facts
   */
  show({ seat, name, turn, zones, marks, own }) {
    this.element.classList.toggle("turn", turn);
    setAttribute(this.element, "aria-current", turn ? "true" : null);
    this.#name.textContent = name;
    this.#marks.textContent = marks.join(", ");
    const of = (...kinds) => zones.filter(({ kind }) => kinds.includes(kind));
    showFacts(
      this.#facts,
      of("number", "text").map(({ label, values }) => ({ label, value: values[seat] })),
    );
    const held = own ? null : (of("hidden")[0]?.values[seat] ?? null);
    this.#showHeld(held);
    for (const zone of of("cards", "pile")) this.#row(zone).show(zone, zone.values[seat]);
  }

  #row(zone) {
    if (!this.#rows.has(zone.field)) {
      const row = this.makeRow(zone);
      this.#rows.set(zone.field, row);
      this.#open.append(row.element);
    }
    return this.#rows.get(zone.field);
  }

  #showHeld(number) {
    this.#held.hidden = !number;
    if (!number) return;
    const backs = Array.from({ length: Math.min(number, MOST_BACKS) }, (_, at) => at);
    if (!this.backs) {
      this.backs = el("span", { class: "df-backs", "aria-hidden": "true" });
      this.count = el("span", { class: "df-count", dataset: { test: "held" } });
      this.#held.append(this.backs, this.count);
    }
    reconcile(this.backs, backs, String, () => cardBack({ deck: this.#deck }));
    this.count.textContent = t("web_default.held", { n: number });
  }
}

/** Numbers and words with their labels. @param {{label: string, value: Json}[]} facts */
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
