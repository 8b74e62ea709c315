/** What the tables of all games share. A table draws views and offers actions; it knows no rule. */

import { Refused } from "../api.js";
import { cardButton } from "../cards/card.js";
import { el, reconcile, setAttribute } from "../dom.js";
import { t } from "../i18n.js";
import { flip, hurry, rest } from "../motion.js";
import { StillSession } from "../session.js";
import { sound } from "../sound.js";

/** So many changes may wait to be drawn before the table stops lingering. */
const BACKLOG = 3;
/** More news than this at once (after a long absence) are not shown one by one. */
const MOST_NEWS = 40;

/**
 * The base of `<korthus-mulle>` and the others: the one loop by which a table follows its game.
 *
 * A table shows one *scene* after another: plain data about what lies where. A new state comes with notices.
 * Each notice's event leads from the scene that is shown over some steps to the next one, and every step is
 * drawn with its cards moving to their places, told to the log and left to stand for a while. At the end the
 * scene of the state itself is drawn, so that the table says what is the case whatever became of the show.
 *
 * A subclass implements
 * - `build()`: makes its elements, once;
 * - `sceneOf(state, before)`: the scene of a state, where cards may keep their keys from the one before;
 * - `steps(event, moment)`: the steps that an event leads through from `this.scene`;
 * - `draw(state, step)`: draws `this.scene`; `step` is null when the table shows the state itself;
 *
 * and where it has something to add, `enter` (a step begins: a sound), `linger` (how long a step stands),
 * `hear` (notices are shown now), `forget` (what was chosen in the position before), `settled` (the state is
 * shown), `drawMine` (an action is under way or answered), `patience` and `keys`.
 *
 * `this.state` is the session's newest state, `this.shown` the one that the table shows.
 *
 * @typedef {object} Step
 * @property {any} scene
 * @property {string} what what happens, in the game's own words
 * @property {boolean} [tells] the notice is told when this step lies there; without one, before the first step
 * @property {number} [duration] how long its cards move, in milliseconds
 *
 * @typedef {{event: any, events: any[], at: number, state: TableState}} Moment an event, its place among
 *   those that came with it, and the state they lead to
 */
export class GameTable extends HTMLElement {
  /**
   * The session whose table this is.
   * @type {Session}
   */
  session = /** @type {any} */ (null);
  /**
   * The scene that is being shown.
   * @type {any}
   */
  scene = null;
  /**
   * The state that the table shows; null while it shows how it came about.
   * @type {TableState|null}
   */
  shown = null;
  /** Whether this person's last touch of the table was a key. */
  byKey = false;
  /** @type {Promise<void>} */
  #queue = Promise.resolve();
  #waiting = 0;
  /** @type {{version: number, known: Map<string, Promise<string>>}} */
  #reasons = { version: -1, known: new Map() };
  /** @type {(() => void)|null} */
  #skip = null;
  #onChange = (/** @type {any} */ event) => this.feed(event.detail);
  #onPending = () => {
    setAttribute(this, "aria-busy", this.session.state.pending ? "true" : null);
    // An answer unlocks the table just before the position that follows from it is heard: look after that.
    queueMicrotask(() => {
      if (this.shown) this.drawMine();
    });
  };

  /** The session's newest state. */
  get state() {
    return this.session.state;
  }

  /** The seat at the bottom. */
  get bottom() {
    return this.state.seat ?? 0;
  }

  /** The seat across, where two play. */
  get top() {
    return 1 - this.bottom;
  }

  /** Whether this is a picture of a game: nothing can be played, and steps may come faster than motion. */
  get isStill() {
    return this.session instanceof StillSession;
  }

  /** Begins to show a session (a `TableSession` or a `StillSession`) that has a view. @param {Session} session */
  attach(session) {
    this.session = session;
    this.classList.add("game-table");
    this.addEventListener("keydown", () => (this.byKey = true), { capture: true });
    this.addEventListener("pointerdown", () => (this.byKey = false), { capture: true });
    this.build();
    this.feed({ previous: null, state: session.state, notices: [] });
    session.addEventListener("change", this.#onChange);
    session.addEventListener("pending", this.#onPending);
  }

  /** Stops showing it. */
  detach() {
    this.session.removeEventListener("change", this.#onChange);
    this.session.removeEventListener("pending", this.#onPending);
    this.skip();
    hurry(false);
  }

  /**
   * Draws a change when those before it are drawn.
   * @param {Change} detail
   * @returns {Promise<void>} when it is drawn
   */
  feed(detail) {
    this.#waiting += 1;
    hurry(this.#waiting > BACKLOG);
    this.#queue = this.#queue.then(async () => {
      if (detail.state.view) await this.update(detail);
    });
    // One drawing that fails must not stop those that follow; the error itself is the page's to report.
    this.#queue = this.#queue
      .catch((error) => reportError(error))
      .then(() => {
        this.#waiting -= 1;
        hurry(this.#waiting > BACKLOG);
      });
    return this.#queue;
  }

  /** When everything fed so far is drawn. */
  get drawn() {
    return this.#queue;
  }

  // -- the loop --------------------------------------------------------------------------------------

  /** Leads from what is shown to a state. @param {Change} change */
  async update({ previous, state, notices }) {
    const moved = previous?.version !== state.version;
    if (moved) {
      this.shown = null;
      this.forget();
    }
    if (previous?.view && this.scene && notices.length && !this.#isOldNews(notices, state)) {
      await this.#play(notices, state).finally(() => this.#settle(state));
    } else {
      this.hear(previous ? notices : state.log);
      await this.#settle(state);
      this.tell(notices);
    }
    this.settled();
    if (moved && notices.length && this.canAct) sound("turn");
  }

  /**
   * Whether there is too much to tell, or what was told before has been taken back.
   * @param {Notice[]} notices
   * @param {TableState} state
   */
  #isOldNews(notices, state) {
    const { news, behind } = this.patience(state);
    if (notices.length > news || Math.abs(this.state.version - state.version) > behind) return true;
    return notices.some(({ event }) => event.type === "UndoDone");
  }

  /**
   * Shows what happened, one thing after the other.
   * @param {Notice[]} notices
   * @param {TableState} state
   */
  async #play(notices, state) {
    this.shown = null;
    const events = notices.map((notice) => notice.event);
    for (const [at, notice] of notices.entries()) {
      const moment = { event: notice.event, events, at, state };
      this.hear([notice]);
      const steps = this.steps(notice.event, moment);
      const telling = steps.findIndex((step) => step.tells);
      if (telling < 0) this.tell([notice]);
      for (const [turn, step] of steps.entries()) {
        this.enter(step, moment);
        await this.move(step.scene, state, step);
        if (turn === telling) this.tell([notice]);
        await this.linger(step, moment);
      }
    }
  }

  /** Shows a state as it is. @param {TableState} state */
  #settle(state) {
    this.shown = state;
    return this.move(this.sceneOf(state, this.scene), state);
  }

  /**
   * Draws a scene with its cards moving to their places.
   * @param {any} scene
   * @param {TableState} state
   * @param {Step|null} step
   */
  move(scene, state, step = null) {
    this.scene = scene;
    return flip(this, () => this.draw(state, step), { duration: step?.duration });
  }

  /** Draws again what is shown: something else is chosen. */
  redraw() {
    this.draw(this.state, null);
  }

  /** Notices are shown now: time to say them. @param {Notice[]} notices */
  tell(notices) {
    if (notices.length) this.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: { notices } }));
  }

  /** Waits, unless somebody goes on. @param {number} ms */
  async pause(ms) {
    /** @type {Promise<void>} */
    const skipped = new Promise((done) => (this.#skip = done));
    await Promise.race([rest(ms), skipped]);
    this.#skip = null;
  }

  /** Whether the table waits. */
  get isPausing() {
    return this.#skip !== null;
  }

  /** Goes on before a pause has ended. */
  skip() {
    this.#skip?.();
  }

  // -- what a game brings ----------------------------------------------------------------------------

  build() {}

  /**
   * @param {TableState} state
   * @param {any} before the scene that is shown
   * @returns {any}
   */
  sceneOf(state, before) {
    return state.view;
  }

  /**
   * @param {any} event
   * @param {Moment} moment
   * @returns {Step[]}
   */
  steps(event, moment) {
    return [];
  }

  /**
   * @param {TableState} state
   * @param {Step|null} step
   */
  draw(state, step) {}

  /**
   * @param {Step} step
   * @param {Moment} moment
   */
  enter(step, moment) {}

  /**
   * @param {Step} step
   * @param {Moment} moment
   * @returns {Promise<void>|void}
   */
  linger(step, moment) {}

  /** @param {Notice[]} notices */
  hear(notices) {}

  forget() {}

  settled() {}

  drawMine() {}

  /**
   * How much is shown event by event: news at once, and positions that the table may be behind.
   * @param {TableState} state
   */
  patience(state) {
    return { news: MOST_NEWS, behind: this.isStill ? 0 : Number.POSITIVE_INFINITY };
  }

  /**
   * A key was pressed.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it was used
   */
  keys(event) {
    return false;
  }

  // -- what a game asks ------------------------------------------------------------------------------

  /** Whether the table shows the newest position. */
  get isCurrent() {
    return this.shown !== null && this.shown.version === this.state.version;
  }

  /** Whether this person can act in what is being shown. */
  get canAct() {
    return this.isCurrent && this.myTurn;
  }

  /** Whether this browser's person is to act, and nothing is under way. */
  get myTurn() {
    const { seat, to_act: turn, pending, over } = this.state;
    return seat !== null && turn === seat && !pending && !over;
  }

  /** Does an action. A refusal is shown by the frame; returns whether it was accepted. @param {string} text */
  async act(text) {
    try {
      await this.session.act(text);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== "PENDING") this.complain(error.reason);
      return false;
    }
  }

  /** Shows a sentence of trouble to the person. @param {string} reason */
  complain(reason) {
    this.dispatchEvent(new CustomEvent("complaint", { bubbles: true, detail: { reason } }));
  }

  /**
   * Why an action would be refused now; an empty text if it would not. Asked once per position.
   * @param {string} text
   * @returns {Promise<string>}
   */
  async why(text) {
    const { version } = this.state;
    if (this.#reasons.version !== version) this.#reasons = { version, known: new Map() };
    const { known } = this.#reasons;
    const before = known.get(text);
    if (before) return before;
    const asked = this.session.request("why", { text }).then(({ legal, reason }) => (legal ? "" : reason));
    known.set(text, asked);
    asked.catch(() => known.delete(text));
    return asked;
  }

  /** Why an action would be refused, or why that cannot be asked now. @param {string} text */
  async reason(text) {
    try {
      return await this.why(text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.reason;
    }
  }

  /** What an action says: its label, else its text. @param {string} text */
  label(text) {
    return this.state.actions?.find((action) => action.text === text)?.label ?? text;
  }

  /** What the one at a seat is called here. @param {number} seat */
  name(seat) {
    if (seat === this.state.seat) return t("web.you");
    return this.state.players.find((player) => player.seat === seat)?.name ?? t("web.seat", { n: seat + 1 });
  }

  /**
   * A hand of cards; see `handFan`.
   * @param {string[]} cards
   * @param {FanOptions} options
   */
  handFan(cards = [], options = {}) {
    return handFan(cards, options);
  }
}

/**
 * A hand as a fan that overlaps when there is little room, and one stop of the Tab key: arrows, Home and End
 * go through it, Enter and Space pick. Its `show(cards, options)` shows other cards; options not given stay;
 * its `buttons()` are the cards.
 * @typedef {object} FanOptions
 * @property {"french"|"spanish"} [deck]
 * @property {string} [label] what the hand is called
 * @property {(name: string, button: HTMLButtonElement, index: number) => void} [onPick]
 * @property {(button: HTMLButtonElement, name: string, index: number) => void} [mark] called for each card at
 *   each `show`, for `markCard`
 * @property {(button: HTMLButtonElement, name: string) => void} [made] called once for each new button
 *
 * @typedef {HTMLDivElement & {show: (names: string[], more?: FanOptions) => Fan,
 *   buttons: () => HTMLButtonElement[]}} Fan
 *
 * @param {string[]} cards names; equal ones are told apart by order
 * @param {FanOptions} options
 * @returns {Fan}
 */
export function handFan(cards = [], options = {}) {
  /** @type {FanOptions & {label: string}} */
  let chosen = { deck: "french", label: t("web.your_hand"), ...options };
  const row = el("div", { class: "fan-row" });
  /** @type {any} */
  const fan = el("div", { class: "fan", role: "group", "aria-label": chosen.label }, row);

  const buttons = () => /** @type {HTMLButtonElement[]} */ ([...row.children]);

  /** @param {HTMLButtonElement} button */
  function stop(button) {
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
  }

  /**
   * @param {string} name
   * @param {number} ordinal
   */
  function make(name, ordinal) {
    const button = cardButton(name, { deck: chosen.deck, index: ordinal });
    button.addEventListener("click", () => chosen.onPick?.(name, button, buttons().indexOf(button)));
    button.addEventListener("focus", () => stop(button));
    chosen.made?.(button, name);
    return button;
  }

  fan.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => goThrough(buttons(), event));
  fan.buttons = buttons;

  fan.show = (/** @type {string[]} */ names, /** @type {FanOptions} */ more = {}) => {
    chosen = { ...chosen, ...more };
    fan.setAttribute("aria-label", chosen.label);
    row.style.setProperty("--n", String(Math.max(2, names.length)));
    const seen = new Map();
    const items = names.map((name) => {
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return { name, ordinal: seen.get(name) - 1 };
    });
    reconcile(
      row,
      items,
      ({ name, ordinal }) => `${name}#${ordinal}`,
      ({ name, ordinal }) => make(name, ordinal),
      (button, { name }, index) => chosen.mark?.(button, name, index),
    );
    const all = buttons();
    if (all.length && !all.some((button) => button.tabIndex === 0 && button.hasAttribute("tabindex")))
      stop(all[0]);
    return fan;
  };
  return fan.show(cards);
}

/**
 * Arrows, Home and End go through some cards.
 * @param {HTMLButtonElement[]} cards
 * @param {KeyboardEvent} event
 */
function goThrough(cards, event) {
  const at = cards.findIndex((card) => event.target instanceof Node && card.contains(event.target));
  /** @type {Record<string, number>} */
  const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: cards.length - 1 };
  const goal = goals[event.key];
  if (at < 0 || goal === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  cards[(goal + cards.length) % cards.length].focus();
}
