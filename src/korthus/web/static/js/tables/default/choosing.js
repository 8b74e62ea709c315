/** Choosing among the legal actions by tapping cards: those remain that name every card tapped so far. */

import { without } from "./scene.js";

export class Choosing {
  /** What was tapped, in order. @type {{key: string, card: string}[]} */
  #tapped = [];
  /** @type {Choice[]} */
  #actions = [];

  /** Begins anew with other actions. @param {Choice[]} actions */
  begin(actions) {
    this.#actions = actions;
    this.#tapped = [];
  }

  get isEmpty() {
    return this.#tapped.length === 0;
  }

  /** The actions that name every tapped card. */
  get left() {
    return this.#naming(this.#tapped.map(({ card }) => card));
  }

  /**
   * The actions to offer as buttons: those that are left, and before the first tap those without a card.
   * @param {Set<string>} visible
   */
  offered(visible) {
    if (!this.isEmpty) return this.left;
    return this.#actions.filter(({ cards = [] }) => !cards.some((card) => visible.has(card)));
  }

  /** @param {string} key */
  has(key) {
    return this.#tapped.some((each) => each.key === key);
  }

  /** Whether an action names this card beside those tapped. @param {string} card */
  goesWith(card) {
    return this.#naming([...this.#tapped.map((each) => each.card), card]).length > 0;
  }

  /** Whether any action names this card. @param {string} card */
  isNamed(card) {
    return this.#naming([card]).length > 0;
  }

  /**
   * A card was tapped: it is chosen too, or chosen alone if it does not go with the others, or given back.
   * @returns {Choice|null} the action to play: the only one left, when a chosen card is tapped again
   * @param {string} key
   * @param {string} card
   */
  tap(key, card) {
    if (this.has(key)) {
      const { left } = this;
      if (left.length === 1) return left[0];
      this.#tapped = this.#tapped.filter((each) => each.key !== key);
    } else if (this.goesWith(card)) this.#tapped.push({ key, card });
    else if (this.isNamed(card)) this.#tapped = [{ key, card }];
    return null;
  }

  clear() {
    this.#tapped = [];
  }

  /** @param {string[]} cards */
  #naming(cards) {
    return this.#actions.filter((action) => without(cards, action.cards ?? []).length === 0);
  }
}
