/** A row of open cards, or the top of a pile, on the default table. Cards can be tapped wherever they lie. */

import { cardName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { handFan } from "../fan.js";

/** @typedef {import("./scene.js").Lying} Lying */

export class Row {
  /** @type {Lying[]} */
  #entries = [];
  #options;
  #count = el("span", { class: "df-pile-count", "aria-hidden": "true" });

  /**
   * @param {Zone} zone
   * @param {object} options
   * @param {Deck} options.deck
   * @param {(button: HTMLButtonElement, card: string, key: string) => void} options.mark
   * @param {(card: string, key: string) => void} options.onPick
   * @param {(button: HTMLButtonElement) => void} options.made
   * @param {(seat: number) => string} options.name
   */
  constructor(zone, options) {
    this.#options = options;
    this.field = zone.field;
    this.fan = handFan([], {
      deck: options.deck,
      label: zone.label,
      mark: (button, card, index) => this.#mark(button, card, index),
      onPick: (card, button) => options.onPick(card, this.#key(button)),
      made: (button) => options.made(button),
    });
    this.element = el(
      "div",
      { class: `df-zone df-${zone.kind}`, dataset: { zone: zone.field } },
      el("span", { class: "df-label", "aria-hidden": "true", text: zone.label }),
      this.fan,
      this.#count,
    );
  }

  /** Shows cards; of a pile the last. @param {Zone} zone @param {Lying[]} lying */
  show(zone, lying) {
    const pile = zone.kind === "pile";
    this.#entries = pile ? lying.slice(-1) : lying;
    this.element.classList.toggle("empty", lying.length === 0);
    this.#count.textContent = pile && lying.length ? String(lying.length) : "";
    const label = pile ? t("web_default.pile", { label: zone.label, n: lying.length }) : zone.label;
    this.fan.show(
      this.#entries.map(({ card }) => card),
      { label },
    );
  }

  /** The codes of the cards that can be tapped here. */
  get cards() {
    return this.#entries.map(({ card }) => card);
  }

  /** Shows again which cards can be tapped. */
  remark() {
    for (const [index, button] of this.fan.buttons().entries()) {
      this.#mark(button, button.dataset.card ?? "", index);
    }
  }

  /** @param {HTMLButtonElement} button */
  #key(button) {
    return `${this.field}/${button.dataset.flip}`;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   * @param {number} index
   */
  #mark(button, card, index) {
    const seat = this.#entries[index]?.seat ?? null;
    const { deck, name } = this.#options;
    const by = seat === null ? "" : name(seat);
    const said = cardName(card, { deck });
    button.setAttribute("aria-label", by ? `${said}, ${by}` : said);
    const caption =
      button.querySelector(".df-by") ?? el("span", { class: "card-by df-by", "aria-hidden": "true" });
    if (by) {
      caption.textContent = by;
      if (!caption.isConnected) button.append(caption);
    } else caption.remove();
    this.#options.mark(button, card, this.#key(button));
  }
}
