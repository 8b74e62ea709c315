/** What the tables of all games share. A table draws views and offers actions; it knows no rule. */

import { Refused } from "../api.js";
import { setAttribute } from "../dom.js";
import { t } from "../i18n.js";
import { flip, hurry, rest } from "../motion.js";
import { showFaces } from "../people.js";
import { StillSession } from "../session.js";
import { sound } from "../sound.js";
import { Coached } from "./coached.js";
import { FocusKeeper } from "./keeping_focus.js";
import { Pointer } from "./pointing.js";

/** Changes that may wait to be drawn before the table stops lingering. */
const BACKLOG = 3;
/** More news than this at once (after a long absence) are not shown one by one. */
const MOST_NEWS = 40;

/** @typedef {[across: number, down: number]} Fit */

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
 * shown), `drawMine` (an action is under way or answered), `focusPlace`, `patience` and `keys`.
 *
 * `this.state` is the session's newest state, `this.shown` the one that the table shows.
 *
 * @template {GameTypes} [G=GameTypes]
 */
export class GameTable extends HTMLElement {
  /**
   * The session whose table this is.
   * @type {Session}
   */
  session = /** @type {any} */ (null);
  /**
   * The scene that is being shown; there is one from the first drawing on.
   * @type {G["scene"]}
   */
  scene = /** @type {any} */ (null);
  /**
   * The state that the table shows; null while it shows how it came about.
   * @type {StateOf<G>|null}
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
  #pointer = new Pointer(this);
  #coached = new Coached(this);
  #focus = new FocusKeeper(this);
  #onChange = (/** @type {any} */ event) => this.feed(event.detail);
  #onPending = () => {
    setAttribute(this, "aria-busy", this.session.state.pending ? "true" : null);
    // An answer unlocks the table just before the position that follows from it is heard: look after that.
    queueMicrotask(() => {
      if (!this.shown) return;
      this.drawMine();
      this.#keepFocus();
    });
  };

  /** The session's newest state: what the server sends of a game is what its rules say. @returns {StateOf<G>} */
  get state() {
    return /** @type {Json} */ (this.session.state);
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
    this.#focus.start();
    this.build();
    this.feed({ previous: null, state: this.state, notices: [] });
    session.addEventListener("change", this.#onChange);
    session.addEventListener("pending", this.#onPending);
  }

  /**
   * Says how many cards would fill the table, `[across, down]`: held ones and lying ones, and both in a low
   * window. What is not said is as in `seat.css`.
   * @param {{card?: Fit, lying?: Fit, lowCard?: Fit, lowLying?: Fit}} cards
   */
  fit({ card, lying, lowCard, lowLying }) {
    const said = { card, lying, "low-card": lowCard, "low-lying": lowLying };
    for (const [name, fit] of Object.entries(said)) {
      if (!fit) continue;
      this.style.setProperty(`--${name}-across`, String(fit[0]));
      this.style.setProperty(`--${name}-down`, String(fit[1]));
    }
  }

  /** Stops showing it. */
  detach() {
    this.session.removeEventListener("change", this.#onChange);
    this.session.removeEventListener("pending", this.#onPending);
    this.#focus.end();
    this.skip();
    hurry(false);
  }

  /**
   * Draws a change when those before it are drawn.
   * @param {ChangeOf<G>} detail
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

  /** Leads from what is shown to a state. @param {ChangeOf<G>} change */
  async update({ previous, state, notices }) {
    const moved = previous?.version !== state.version;
    if (moved) {
      this.#pointer.clear();
      this.#coached.show([]);
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
    if (this.isCurrent) this.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    if (moved && notices.length && this.canAct) sound("turn");
  }

  /**
   * Whether there is too much to tell, or what was told before has been taken back.
   * @param {Notice<G["event"]>[]} notices
   * @param {StateOf<G>} state
   */
  #isOldNews(notices, state) {
    const { news, behind } = this.patience(state);
    if (notices.length > news || Math.abs(this.state.version - state.version) > behind) return true;
    return notices.some(({ event }) => event.type === "UndoDone");
  }

  /**
   * Shows what happened, one thing after the other.
   * @param {Notice<G["event"]>[]} notices
   * @param {StateOf<G>} state
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

  /** Shows a state as it is. @param {StateOf<G>} state */
  #settle(state) {
    this.shown = state;
    return this.move(this.sceneOf(state, this.scene), state);
  }

  /**
   * Draws a scene with its cards moving to their places.
   * @param {G["scene"]} scene
   * @param {StateOf<G>} state
   * @param {G["step"]|null} step
   */
  move(scene, state, step = null) {
    this.scene = scene;
    return flip(this, () => this.#draw(state, step), { duration: step?.duration });
  }

  /** Draws again what is shown: something else is chosen. */
  redraw() {
    this.#draw(this.state, null);
  }

  /**
   * @param {StateOf<G>} state
   * @param {G["step"]|null} step
   */
  #draw(state, step) {
    this.draw(state, step);
    showFaces(this, state);
    this.#pointer.draw();
    this.#coached.draw();
    this.#keepFocus();
  }

  /** Whoever points needs no place for the keyboard. */
  #keepFocus() {
    if (this.byKey) this.#focus.keep();
  }

  /**
   * A key was pressed, here or elsewhere on the page.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it was used
   */
  press(event) {
    if (!this.keys(event)) return false;
    this.byKey = true;
    this.#focus.enter();
    return true;
  }

  /**
   * Shows an action on the cloth until the position changes; null takes the marks away.
   * @param {Choice<G["action"], G["effect"]>|null} choice
   */
  point(choice) {
    if (choice) this.#pointer.show(() => this.pointedAt(choice));
    else this.#pointer.clear();
  }

  /** Says on the cards what the coach says, until the position changes. @param {Tip[]} tips */
  coach(tips) {
    this.#coached.show(tips);
  }

  /**
   * Somebody looks at something: what the coach says of it, and what it would take is lit.
   * @param {EventTarget|null} target
   */
  lookAt(target) {
    const tip = this.#coached.tipAt(target);
    this.#coached.light(tip);
    return tip;
  }

  /** Notices are shown now: time to say them. @param {Notice<G["event"]>[]} notices */
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
   * @param {StateOf<G>} state
   * @param {G["scene"]|null} before the scene that is shown
   * @returns {G["scene"]}
   */
  sceneOf(state, before) {
    throw new Error(`${this.localName} makes no scene of a state`);
  }

  /**
   * @param {G["event"]} event
   * @param {MomentOf<G>} moment
   * @returns {G["step"][]}
   */
  steps(event, moment) {
    return [];
  }

  /**
   * @param {StateOf<G>} state
   * @param {G["step"]|null} step
   */
  draw(state, step) {}

  /**
   * @param {G["step"]} step
   * @param {MomentOf<G>} moment
   */
  enter(step, moment) {}

  /**
   * @param {G["step"]} step
   * @param {MomentOf<G>} moment
   * @returns {Promise<void>|void}
   */
  linger(step, moment) {}

  /** @param {Notice<G["event"]>[]} notices */
  hear(notices) {}

  forget() {}

  settled() {}

  /**
   * What an action is about on this table: the cards it names, unless a game knows better.
   * @param {Choice<G["action"], G["effect"]>} choice
   * @returns {import("./pointing.js").Pointed}
   */
  pointedAt({ cards = [] }) {
    return { from: this.cardsNamed(cards) };
  }

  /**
   * Where a tip of the coach belongs: on what its action is played with, unless a game knows better.
   * @param {Tip} tip
   * @returns {import("./coached.js").Place}
   */
  coachedAt(tip) {
    const listed = this.state.actions?.find(({ text }) => text === tip.text);
    const { from = [], to = [] } = this.pointedAt(listed ?? tip);
    return from.length ? { at: from.slice(0, 1), to } : { at: to.slice(0, 1) };
  }

  /**
   * The cards on this table with some names, one element for each as far as there are.
   * @param {string[]} names
   * @param {ParentNode} [within]
   * @returns {HTMLElement[]}
   */
  cardsNamed(names, within = this) {
    const found = [.../** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("button.card"))];
    return names.flatMap((name) => {
      const at = found.findIndex(({ dataset }) => dataset.card === name);
      return at < 0 ? [] : found.splice(at, 1);
    });
  }

  drawMine() {}

  /**
   * Where the keyboard goes when what it was at is gone; null lets it wait in the hand until there is a place.
   * @returns {Element|null}
   */
  focusPlace() {
    return this.handStop;
  }

  /** The card at which the Tab key stops: in the hand, which comes last, or wherever there are cards. */
  get handStop() {
    const stops = [...this.querySelectorAll('.fan .card[tabindex="0"]')];
    return stops.findLast((card) => card.checkVisibility()) ?? null;
  }

  /**
   * How much is shown event by event: news at once, and positions that the table may be behind.
   * @param {StateOf<G>} state
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
}
