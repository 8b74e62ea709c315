/** What a person has chosen so far: a card, what it can do, and which of that is shown on the cloth. Pure. */

import { optionsOf, touching } from "./options.js";

/**
 * @typedef {import("./options.js").Option} Option
 * @typedef {{target?: boolean, possible?: boolean, chosen?: boolean, group?: number|null}} Mark how a pile
 *   stands to a choice; `group`: the number of the group in which it is taken
 */

/** @param {Option} option */
const isTake = (option) => option.kind === "take";

export class Choice {
  /**
   * The options that remain where one of several is asked for; null: all of them.
   * @type {Option[]|null}
   */
  subset = null;
  /** Which of equal captures is shown. */
  tie = 0;
  /** Whether the options were gone through by keys. */
  stepped = false;
  /** Why something cannot be done, when that was asked. */
  note = "";

  /**
   * @param {{key: string, card: string}} piece the card
   * @param {import("./options.js").Listed[]|null} actions what the server lists; null where a play is put together by hand
   */
  constructor(piece, actions) {
    this.piece = piece;
    this.options = actions === null ? [] : optionsOf(actions, piece.card);
    /** @type {Option|null} */
    this.shown = this.options[0] ?? null;
    /**
     * The indices of the piles of a play that is put together by hand.
     * @type {Set<number>|null}
     */
    this.free = actions === null ? new Set() : null;
  }

  /** What can be done as far as it is narrowed down. */
  get open() {
    return this.subset ?? this.options;
  }

  /** The one thing that the card can do, if it is one. */
  get only() {
    return this.options.length === 1 ? this.options[0] : null;
  }

  /** The captures among what can be done. */
  get takes() {
    return this.open.filter(isTake);
  }

  /** Asks for one of these options; null: of all again. @param {Option[]|null} options */
  narrow(options) {
    Object.assign(this, { subset: options, tie: 0, shown: this.options[0] ?? null, note: "" });
    if (options) [this.shown] = options;
  }

  /** @param {Option} option */
  preview(option) {
    Object.assign(this, { shown: option, note: "" });
  }

  /** Shows the next of several captures that take equally much. @param {number} by */
  cycle(by) {
    const { takes } = this;
    if (!takes.length) return;
    this.tie = (this.tie + by + takes.length) % takes.length;
    this.shown = takes[this.tie];
  }

  /** Goes on to the next of all options. @param {number} by */
  step(by) {
    const options = this.open;
    if (!options.length) return;
    const at = this.shown ? options.indexOf(this.shown) : -1;
    const shown = options[(at + by + options.length) % options.length];
    Object.assign(this, { shown, stepped: true, note: "", tie: Math.max(0, this.takes.indexOf(shown)) });
  }

  /** Adds a pile to a play that is put together by hand, or takes it out. @param {number} index */
  toggle(index) {
    if (!this.free?.delete(index)) this.free?.add(index);
  }

  /** How each pile of a table stands to the choice, by index. @param {string[]} called how actions name them */
  marks(called) {
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    for (const index of called.keys()) {
      if (this.free) marks.set(index, { possible: true, chosen: this.free.has(index) });
      else if (touching(this.open, index, called).length) marks.set(index, { possible: true });
    }
    const { shown } = this;
    shown?.groups.forEach((group, at) => {
      for (const index of group) marks.set(index, { target: true, group: isTake(shown) ? at + 1 : null });
    });
    return marks;
  }
}
