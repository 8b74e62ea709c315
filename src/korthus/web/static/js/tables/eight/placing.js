/** What this person does with the own cards: which one is chosen, and what lies on the boards unlocked. */

import { t } from "../../i18n.js";
import * as drafts from "./draft.js";

/**
 * @typedef {import("./scene.js").State} State
 * @typedef {import("./draft.js").Draft} Draft
 */

const { BOARDS } = drafts;

export class Placing {
  #table;
  /** The hand that the draft belongs to. */
  #number = 0;
  /** Cards that are put on the boards here first, and sent all at once. */
  draft = drafts.nothing();
  /** @type {string|null} */
  chosen = null;
  /** Why something cannot be done, when that was tried. */
  note = "";

  /** @param {import("../base.js").GameTable<import("./scene.js").Game>} table */
  constructor(table) {
    this.#table = table;
  }

  // -- what there is -----------------------------------------------------------------------------------

  /** Another hand begins. */
  begin() {
    this.set(drafts.nothing());
  }

  /** Another draft; nothing is chosen any more. @param {Draft} draft */
  set(draft) {
    this.draft = draft;
    this.chosen = null;
    this.note = "";
  }

  /** @param {string|null} card */
  choose(card) {
    this.chosen = card;
    this.note = "";
  }

  /**
   * A state is to be shown: a draft lives as long as its hand; another board of four takes from it what is too
   * much.
   * @param {State} state
   */
  keep(state) {
    const { view, seat } = state;
    if (this.#number !== view.number || view.phase !== "place") this.draft = drafts.nothing();
    if (this.#number !== view.number) this.chosen = null;
    this.#number = view.number;
    if (this.isDrafting(state)) this.draft = drafts.fitted(this.draft, view.hand, view.splits);
    const mine = seat === null ? [] : [...view.hand, ...(view.placed[seat] ?? []).flat()];
    if (this.chosen !== null && !mine.includes(this.chosen)) this.chosen = null;
  }

  /** Whether cards are put on the boards here first, and sent all at once. @param {State} state */
  isDrafting({ view, seat } = this.#table.state) {
    if (seat === null || this.#table.isStill || view.locked[seat]) return false;
    return view.phase === "place" && view.assignment !== "alternating";
  }

  // -- what can be done --------------------------------------------------------------------------------

  /** Whether the table shows the newest position and it is this person's turn. */
  get isMine() {
    return this.#table.canAct && !this.#table.isStill;
  }

  /** Whether this person may move cards: the own draft at any time before locking, else in turn. */
  get isOpen() {
    const { state, isStill, isCurrent } = this.#table;
    if (isStill || state.seat === null || state.over || !isCurrent) return false;
    return this.isDrafting() ? !state.pending : this.isMine && state.view.phase === "place";
  }

  /** Whether an action is among those that the server lists. @param {string} text */
  lists(text) {
    return (this.#table.state.actions ?? []).some((action) => action.text === text);
  }

  /** @param {string} card */
  canMove(card) {
    if (!this.isOpen) return false;
    if (this.isDrafting()) return true;
    return (this.#table.state.actions ?? []).some(({ action }) => "card" in action && action.card === card);
  }

  /**
   * Whether a card could go to a board.
   * @param {string} card
   * @param {number} board
   */
  fits(card, board) {
    if (!this.isOpen) return false;
    if (!this.isDrafting()) return this.lists(putText(card, board));
    if (drafts.boardOf(this.draft, card) === board) return false;
    return drafts.put(this.draft, card, board, this.#table.state.view.splits) !== null;
  }

  get canLock() {
    if (!this.isMine) return false;
    if (!this.isDrafting()) return this.lists("lock");
    return drafts.left(this.draft, this.#table.state.view.hand).length === 0;
  }

  // -- what lies there ---------------------------------------------------------------------------------

  /** The own cards on the boards, as they are shown. @returns {Draft} */
  get placed() {
    const { scene, bottom } = this.#table;
    const mine = scene?.placed[bottom] ?? null;
    return mine === null ? drafts.nothing() : mine.map((cards) => cards.flatMap(({ card }) => card ?? []));
  }

  /** The board that a card lies on, 0 to 2; -1 if it is still in the hand. @param {string} card */
  boardOf(card) {
    return drafts.boardOf(this.placed, card);
  }

  /** @param {string} card */
  isPlaced(card) {
    return this.boardOf(card) >= 0;
  }

  // -- in words ----------------------------------------------------------------------------------------

  /** What is still to do before the placement can be locked. */
  missing() {
    const { view } = this.#table.state;
    const { scene, bottom } = this.#table;
    const left = scene.hands[bottom].length;
    const drafting = this.isDrafting();
    if (!drafting && !this.isMine) return this.waiting();
    if (left > 0 && !drafting) {
      if (view.take_backs_left === null) return t("web_eight.turn_one"); // EI-5: taking back is free
      const spare = t("web_eight.take_backs", { n: view.take_backs_left[bottom] });
      return `${t("web_eight.turn_one")} · ${spare}`;
    }
    if (left === view.hand.length && left > 0) {
      const { plo } = view;
      return plo === null ? t("web_eight.four_two_two") : t("web_eight.plo_fixed", { board: plo });
    }
    if (left > 0) return t("web_eight.cards_left", { n: left });
    return this.isMine ? t("web_eight.ready") : this.waiting();
  }

  /** Whom everybody waits for. */
  waiting() {
    const { to_act: turn } = this.#table.state.view;
    return turn === null ? "" : t("web_eight.wait", { player: this.#table.name(turn) });
  }
}

/**
 * The action that puts a card on a board.
 * @param {string} card
 * @param {number} board
 */
export const putText = (card, board) => `put ${card} ${BOARDS[board]}`;
