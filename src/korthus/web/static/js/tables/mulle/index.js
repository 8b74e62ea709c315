/** `<korthus-mulle>`: a table of Mulle. Tap a card, see what it can do, and do it. */

import { markCard, cardName } from "../../cards/card.js";
import { el, focusOn } from "../../dom.js";
import { draggable } from "../../drag.js";
import { t } from "../../i18n.js";
import { glint, rest } from "../../motion.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { handFan } from "../fan.js";
import { tell } from "../telling.js";
import { createFoot, createPanel, createStrip, createTaken } from "./around.js";
import { controlsOf, createBar, freeControls, questionOf } from "./bar.js";
import { Choice } from "./choice.js";
import { createCloth, drawPieces } from "./cloth.js";
import { indicesOf, touching, untargeted, written } from "./options.js";
import { drawPanel, settlement } from "./panel.js";
import { after, sceneOf } from "./scene.js";

/**
 * @typedef {import("./options.js").Option} Option
 * @typedef {import("./scene.js").Game} Game
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").State} State
 * @typedef {import("./scene.js").Step} Step
 * @typedef {MomentOf<Game>} Moment
 * @typedef {{key: string, card: string}} Held a card of the own hand
 * @typedef {"take"|"up"|"down"|"trotta"|"throw"} Way how a play that is put together by hand is meant
 */

/** How long a moment of a play stays before the next, in milliseconds. */
const PAUSES = { play: 140, gather: 520, take: 0, build: 240, deal: 120, turn: 0, settle: 0 };
/** Two taps on a card within this time are a double tap. */
const DOUBLE = 400;

/** Where a browser keeps that its person has taken a mulle before. */
const FIRST = "korthus.told.mulle";

const PLAYS = new Set(["Captured", "MulleTaken", "TabbeScored", "BuildMade", "Discarded"]);

/** @extends {GameTable<Game>} */
class KorthusMulle extends GameTable {
  /** @type {Choice|null} */
  #choice = null;
  /** @type {{piece: string|null, at: number}} */
  #tapped = { piece: null, at: 0 };
  /**
   * Why cards cannot be played, as far as that was asked.
   * @type {Map<string, string>}
   */
  #reasons = new Map();
  #said = "";

  bar = createBar((option) => this.#preview(option));
  cloth = createCloth((index) => this.#tapPile(index));
  fan = handFan([], {
    label: t("web_mulle.hand"),
    made: (button) => this.#makeCard(button),
    mark: (button, card, at) => this.#markCard(button, card, at),
  });
  them = createStrip();
  mine = el("div", { class: "mulle-backs large", role: "img" });
  foot = createFoot();
  myTaken = createTaken();
  panel = createPanel();
  hand = el("div", { class: "mulle-hand" }, this.fan, this.mine);

  // -- what is there ---------------------------------------------------------------------------------

  build() {
    this.fit({ card: [6.1, 7.5], lying: [6.6, 8], lowCard: [11, 5], lowLying: [11, 4.6] });
    this.classList.add("mulle");
    this.toggleAttribute("data-still", this.isStill);
    this.cloth.foot.append(...this.foot.parts, this.myTaken.element);
    this.replaceChildren(
      el("div", { class: "mulle-felt seat-table" }, this.them.element, this.cloth.element),
      el("div", { class: "mulle-mine seat-mine" }, this.bar.element, this.hand),
      this.panel.element,
    );
  }

  /** @param {HTMLButtonElement} button */
  #makeCard(button) {
    draggable(button, {
      targets: () => (this.#ready ? [...this.cloth.piles(), this.cloth.element] : []),
      onLift: () => this.#lift(this.#pieceOf(button)),
      onDrop: (target) => this.#drop(target),
      onTap: () => this.#tapCard(this.#pieceOf(button)),
    });
    button.addEventListener("focus", () => this.#explain(button));
  }

  /**
   * The piece of a button in the hand.
   * @param {HTMLButtonElement} button
   * @returns {Held|null}
   */
  #pieceOf(button) {
    const { flip, card } = button.dataset;
    const own = this.scene.hands[this.bottom].some(({ key }) => key === flip);
    return own && flip && card ? { key: flip, card } : null;
  }

  // -- drawing ---------------------------------------------------------------------------------------

  /**
   * See `GameTable`.
   * @param {State} state
   * @param {Scene|null} before
   */
  sceneOf(state, before) {
    return sceneOf(state.view, state.hands ?? null, before);
  }

  forget() {
    this.#choice = null;
    this.#reasons.clear();
  }

  /**
   * @param {Mulle.AnyEvent} event
   * @param {Moment} moment
   * @returns {Step[]}
   */
  steps(event, { events, at }) {
    if (event.type === "OmgangEnded") return [{ scene: this.scene, what: "settle" }];
    const steps = after(this.scene, event);
    // Cards that are turned up at once are dealt face up.
    if (event.type !== "RondStarted" || events[at + 1]?.type !== "HandDealt") return steps;
    this.scene = steps[0].scene;
    return [];
  }

  /** @param {Step} step */
  enter({ what }) {
    if (what === "settle") return;
    sound(what === "take" || what === "gather" ? "take" : "play");
  }

  /**
   * @param {Step} step
   * @param {Moment} moment
   */
  async linger({ what }, { event, events, at }) {
    if (what === "settle") {
      if (event.type === "OmgangEnded") {
        const telling = settlement(event, [this.bottom, this.top], (seat) => this.name(seat));
        await tell(this, telling);
      }
      return;
    }
    const won = what === "gather" ? gains(events, at) : [];
    if (!won.length) {
      await rest(PAUSES[what]);
      return;
    }
    sound("win");
    for (const words of won) await glint(this.cloth.heap, words);
    await this.#tellFirst(events[at + 1]);
  }

  /** The first mulle that somebody takes in this browser is told of. @param {Mulle.AnyEvent} event */
  async #tellFirst(event) {
    if (event.type !== "MulleTaken" || event.seat !== this.state.seat) return;
    if (localStorage.getItem(FIRST)) return;
    localStorage.setItem(FIRST, "1");
    await tell(this, { title: t("web_mulle.first"), about: t("web_terms.mulle.mulle") });
  }

  /**
   * Keeps the last sentence about a play, to be read while the other thinks.
   * @param {State["log"]} notices
   */
  hear(notices) {
    const undone = notices.findLastIndex(({ event }) => event.type === "UndoDone");
    if (undone >= 0) this.#said = "";
    const about = notices.slice(undone + 1).findLast((notice) => PLAYS.has(notice.event.type) && notice.said);
    if (about?.said) this.#said = about.said;
  }

  /**
   * @param {State} state
   * @param {Step|null} step
   */
  draw(state, step) {
    const moving = step !== null;
    const { view } = state;
    const marks = moving ? null : this.#choice?.marks(view.called);
    this.cloth.show({
      piles: this.scene.table,
      marks: marks ?? new Map(),
      choosing: !moving && this.#choice !== null,
      last: this.scene.last,
      whose: (seat) =>
        seat === state.seat ? t("web_mulle.yours") : t("web_mulle.owner", { player: this.name(seat) }),
      bottom: this.bottom,
    });
    this.#drawHands(state);
    this.#drawThem(state, moving);
    if (!moving) {
      this.foot.show(view);
      drawPanel(this.panel.body, {
        view,
        order: [this.bottom, this.top],
        name: (seat) => this.name(seat),
      });
    }
    this.#drawBar(state, moving);
    this.toggleAttribute("data-my-turn", !moving && this.#ready);
  }

  /** @param {State} state */
  #drawHands(state) {
    const own = this.scene.hands[this.bottom];
    const cards = own.flatMap(({ card }) => card ?? []);
    const open = cards.length === own.length;
    this.fan.hidden = !open;
    this.mine.hidden = open;
    if (open) this.fan.show(cards, { label: this.#handName(state) });
    else {
      drawPieces(this.mine, own, { from: ".mulle-stock" });
      const held = t("web_mulle.held", { player: this.name(this.bottom), n: own.length });
      this.mine.setAttribute("aria-label", held);
    }
  }

  /** @param {State} state */
  #handName(state) {
    if (state.seat !== null) return t("web_mulle.hand");
    return t("web_mulle.hand_of", { player: this.name(this.bottom) });
  }

  /**
   * @param {State} state
   * @param {boolean} moving
   */
  #drawThem({ view }, moving) {
    const [mine, theirs] = [this.bottom, this.top];
    const { hands, taken } = this.scene;
    const toAct = !moving && view.to_act === theirs;
    this.them.show({ seat: theirs, player: this.name(theirs), pieces: hands[theirs], toAct });
    this.them.taken.show(theirs, taken[theirs], this.name(theirs));
    this.myTaken.show(mine, taken[mine], this.name(mine));
    if (!moving) this.them.showScore(view.totals[mine], view.totals[theirs]);
  }

  // -- choosing --------------------------------------------------------------------------------------

  /** Whether a card can be chosen now: it is this person's turn, and the table shows it. */
  get #ready() {
    return this.canAct && !this.isStill;
  }

  get #table() {
    return this.state.view.table;
  }

  /** How an action names each pile of the table. */
  get #called() {
    return this.state.view.called;
  }

  /** @param {Held} piece */
  #select(piece) {
    const choice = new Choice(piece, this.state.actions);
    this.#choice = choice;
    this.redraw();
    return choice;
  }

  /** @param {Held|null} piece */
  #lift(piece) {
    if (this.#ready && piece) this.#select(piece);
  }

  #clear() {
    this.#choice = null;
    this.redraw();
  }

  /** @param {Held|null} piece */
  #tapCard(piece) {
    if (!this.#ready || !piece) return;
    const before = this.#choice;
    const twice = this.#tapped.piece === piece.key && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { piece: piece.key, at: performance.now() };
    if (before?.piece.key !== piece.key) {
      const choice = this.#select(piece);
      if (this.byKey) this.bar.primary()?.focus();
      else if (twice) this.#commit(choice.only);
    } else if (this.byKey && before.stepped) this.#commit(before.shown);
    else if (twice) this.#commit(before.only);
    else this.#clear();
  }

  /** @param {number} index */
  #tapPile(index) {
    const choice = this.#choice;
    if (!this.#ready || !choice) return;
    if (choice.free) {
      choice.toggle(index);
      this.redraw();
      return;
    }
    const found = touching(choice.open, index, this.#called);
    if (found.length) this.#decide(choice, found);
    // Says why a pile is nothing for the chosen card.
    else this.#sayWhy(choice, written.take(choice.piece.card, [this.#called[index]]));
  }

  /** @param {HTMLElement} target */
  #drop(target) {
    const choice = this.#choice;
    if (!this.#ready || !choice) return;
    if (target.classList.contains("pile")) {
      this.#tapPile(Number(target.dataset.index));
      return;
    }
    if (choice.free) return;
    const found = untargeted(choice.options);
    if (found.length) this.#decide(choice, found);
    else if (choice.options.length) this.#sayWhy(choice, written.throw(choice.piece.card));
  }

  /**
   * Does the one thing that remains, or asks which.
   * @param {Choice} choice
   * @param {Option[]} options
   */
  #decide(choice, options) {
    if (options.length === 1) this.#commit(options[0]);
    else this.#narrow(choice, options);
  }

  /**
   * @param {Choice} choice
   * @param {Option[]|null} options
   */
  #narrow(choice, options) {
    choice.narrow(options);
    this.redraw();
    if (this.byKey) this.bar.primary()?.focus();
  }

  /**
   * @param {Choice} choice
   * @param {string} text
   */
  async #sayWhy(choice, text) {
    const reason = await this.reason(text);
    if (!reason || choice !== this.#choice) return;
    choice.note = reason;
    this.redraw();
  }

  /** @param {Option} option */
  #preview(option) {
    if (!this.#choice || this.#choice.shown === option) return;
    this.#choice.preview(option);
    this.redraw();
  }

  /**
   * @param {Choice} choice
   * @param {number} by
   */
  #cycle(choice, by) {
    choice.cycle(by);
    this.redraw();
  }

  /** @param {Choice} choice */
  #back(choice) {
    if (choice.subset) {
      this.#narrow(choice, null);
      return;
    }
    this.#clear();
    focusOn(this.fan.querySelector(`[data-flip="${choice.piece.key}"]`));
  }

  /** @param {Option|null} option */
  #commit(option) {
    if (option) this.#send(option.text);
  }

  /**
   * @param {Choice} choice
   * @param {Way} way
   */
  #commitFree({ piece, free }, way) {
    const piles = [...(free ?? [])].map((index) => this.#called[index]);
    this.#send(written[way](piece.card, piles));
  }

  /** @param {string} text */
  async #send(text) {
    if (!this.#ready) return;
    const done = this.act(text);
    this.redraw();
    if (!(await done)) this.redraw();
  }

  // -- what is shown of a choice ---------------------------------------------------------------------

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   * @param {number} at
   */
  #markCard(button, card, at) {
    const piece = this.scene.hands[this.bottom][at];
    button.dataset.flip = piece.key;
    button.dataset.from = ".mulle-stock";
    const special = this.state.view.special.find(([each]) => each === card);
    if (special) {
      const [, value] = special;
      button.dataset.counts = String(value);
      const name = t("web_mulle.counts", { card: cardName(card), value });
      button.setAttribute("aria-label", name);
    }
    const ready = this.#ready;
    const selected = this.#choice?.piece.key === piece.key;
    const playable =
      ready && (this.state.actions === null || this.state.actions.some(({ action }) => action.card === card));
    markCard(button, {
      playable,
      selected: this.state.seat === null ? undefined : selected,
      dimmed: ready && !playable,
      reason: ready && !playable ? this.#reasons.get(card) : undefined,
    });
  }

  /** Asks why a card cannot be played, when somebody looks at it. @param {HTMLButtonElement} button */
  async #explain(button) {
    const { card } = button.dataset;
    if (!card || !button.classList.contains("dimmed") || this.#reasons.has(card)) return;
    const reason = await this.reason(written.throw(card));
    this.#reasons.set(card, reason || t("web_mulle.nothing", { card: cardName(card) }));
    this.redraw();
  }

  /**
   * @param {State} state
   * @param {boolean} moving
   */
  #drawBar(state, moving) {
    if (!moving && this.#choice && this.myTurn) this.#drawChoice(this.#choice);
    else this.bar.show({ words: this.#idleWords(state, moving), quiet: moving || !this.#ready });
  }

  /** @param {Choice} choice */
  #drawChoice(choice) {
    const { piece, shown, subset, tie, free, note } = choice;
    const name = t("web_mulle.doings", { card: cardName(piece.card) });
    if (free) {
      const controls = freeControls([...free], { free: (way) => this.#commitFree(choice, way) });
      this.bar.show({ words: t("web_mulle.free"), name, controls });
      return;
    }
    /** @type {import("./bar.js").Hands} */
    const hands = {
      commit: (option) => this.#commit(option),
      cycle: (by) => this.#cycle(choice, by),
      narrow: (options) => this.#narrow(choice, options),
      back: () => this.#back(choice),
    };
    const moment = { at: tie, narrowed: subset !== null, table: this.#table };
    const question = subset ? questionOf(subset, piece.card) : null;
    this.bar.show({
      words:
        note ||
        question ||
        shown?.label ||
        this.#reasons.get(piece.card) ||
        t("web_mulle.nothing", { card: cardName(piece.card) }),
      name,
      controls: controlsOf(choice.open, moment, hands),
    });
  }

  /**
   * @param {State} state
   * @param {boolean} moving
   */
  #idleWords(state, moving) {
    const { to_act: turn } = state.view;
    if (moving || state.pending) return this.#said;
    if (state.over) return t("web_mulle.over");
    if (turn === null) return this.#said;
    if (turn < 0) return t("web_mulle.dealing");
    const who =
      turn === state.seat
        ? t("web_mulle.choose_card")
        : t(state.seat === null ? "web_mulle.watching" : "web_mulle.wait", { player: this.name(turn) });
    return this.#said ? `${this.#said} ${who}` : who;
  }

  /** See `GameTable`. @param {import("./options.js").Listed} choice */
  pointedAt({ action, effect }) {
    const indices = effect ? indicesOf(effect) : [];
    return {
      from: this.cardsNamed([action.card], this.fan),
      to: this.cloth.piles().filter(({ dataset }) => indices.includes(Number(dataset.index))),
    };
  }

  // -- keyboard --------------------------------------------------------------------------------------

  /**
   * See `GameTable.keys`. Arrows go through what can be done, or through the piles; Esc goes back.
   * @param {KeyboardEvent} event
   */
  keys(event) {
    const choice = this.#choice;
    if (event.key === "Escape" && choice) {
      this.#back(choice);
      return true;
    }
    const inside = (/** @type {Element} */ element) => element.contains(document.activeElement);
    if (inside(this.cloth.element)) return this.cloth.arrow(event.key);
    if (!choice) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      choice.step(event.key === "ArrowDown" ? 1 : -1);
      this.redraw();
      return true;
    }
    if (inside(this.bar.element) && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      this.#arrowBar(choice, event.key === "ArrowRight" ? 1 : -1);
      return true;
    }
    return false;
  }

  /**
   * @param {Choice} choice
   * @param {number} by
   */
  #arrowBar(choice, by) {
    const buttons = this.bar.buttons();
    const at = buttons.findIndex((button) => button.contains(document.activeElement));
    if (buttons[at]?.dataset.test === "action-take" && choice.takes.length > 1) {
      this.#cycle(choice, by);
      return;
    }
    buttons[(at + by + buttons.length) % buttons.length].focus();
  }
}

/**
 * What rises from a capture: the mulles and the tabbe that follow it.
 * @param {Mulle.AnyEvent[]} events
 * @param {number} at
 */
function gains(events, at) {
  const words = [];
  for (const event of events.slice(at + 1)) {
    if (event.type === "MulleTaken") words.push(t("web_mulle.mulle_points", { n: event.points }));
    else if (event.type === "TabbeScored") words.push(t("web_mulle.tabbe_point"));
    else break;
  }
  return words;
}

customElements.define("korthus-mulle", KorthusMulle);
