/** Kachuful: seats around an oval, the trick between them, bids, tricks and a score sheet. */

// keys: kachuful.suit.*

import { markCard, cardName } from "../../cards/card.js";
import { unmarked } from "../../cards/text.js";
import { el, focusOn, reconcile, setAttribute, setText } from "../../dom.js";
import { draggable } from "../../drag.js";
import { t } from "../../i18n.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { handFan } from "../fan.js";
import { Bids } from "./bids.js";
import { held, symbolOf, trumpSuit } from "./held.js";
import { after, sceneOf } from "./scene.js";
import { around, onOval, place } from "./places.js";
import { makePlate, plateOf, showPlate } from "./seats.js";
import { createSheet } from "./sheet.js";
import { Slip } from "./slip.js";
import { showTrick } from "./trick.js";

/**
 * @typedef {import("./scene.js").Game} Game
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").State} State
 * @typedef {import("./scene.js").Step} Step
 * @typedef {MomentOf<Game>} Moment
 *
 * @typedef {{button: HTMLButtonElement, card: string}} Selected
 */

/** Between two things that come in one message, in ms. */
const BEAT = 260;
/** Positions behind the newest from which a watcher sees where the game is, not how it got there. */
const TOO_FAR_BEHIND = 6;
/** How many rounds of a long game the schedule shows. */
const WINDOW = 13;

/** @extends {GameTable<Game>} */
class KachufulTable extends GameTable {
  /** @type {Selected|null} */
  #selected = null;
  #lastOpen = false;

  parts = {
    round: el("p", { class: "kf-round" }, el("span"), el("span", { class: "kf-each" })),
    schedule: el("ol", { class: "kf-schedule", "aria-label": t("kachuful.schedule") }),
    last: el("button", {
      type: "button",
      class: "button small kf-tool",
      text: t("web_kachuful.last"),
      "aria-keyshortcuts": "b",
      dataset: { test: "last-trick", key: "B" },
      on: { click: () => this.#toggleLast() },
    }),
    suit: el("span", { class: "kf-suit" }),
    now: el("p", { class: "kf-now-trump", dataset: { test: "trump" } }),
    seats: el("ul", { class: "kf-seats", "aria-label": t("web_kachuful.seats") }),
    trick: el("ul", { class: "kf-trick", "aria-label": t("web_kachuful.trick") }),
    caption: el("p", { class: "kf-caption", "aria-live": "polite" }),
    target: el("button", {
      type: "button",
      class: "button primary kf-target",
      hidden: true,
      dataset: { test: "play" },
      on: { click: () => this.#playSelected() },
    }),
    me: el("ul", { class: "kf-me", "aria-label": t("web.you") }),
    prompt: el("p", { class: "prompt kf-prompt", role: "status" }),
  };
  sheet = createSheet();
  slip = /** @type {Slip} */ (/** @type {unknown} */ (null));
  bids = new Bids({
    onBid: (count) => this.#act(`bid ${count}`),
    onBarred: (count) => this.#explain(`bid ${count}`),
  });
  fan = handFan([], {
    label: t("kachuful.your_hand"),
    mark: (button, card) => this.#mark(button, card),
    made: (button, card) => this.#furnish(button, card),
  });
  trump = el("p", { class: "kf-trump", "aria-hidden": "true" }, this.parts.suit);
  cloth = el(
    "div",
    { class: "kf-cloth", on: { click: () => this.skip() } },
    this.trump,
    this.parts.seats,
    this.parts.trick,
    this.bids.element,
    this.parts.caption,
    this.parts.target,
  );

  build() {
    this.fit({ card: [5.5, 8.6], lying: [6.8, 12], lowCard: [10, 4.4], lowLying: [14, 6.5] });
    // It looks at the width of the table, which an element cannot do before it is made.
    this.slip = new Slip(this, this.sheet.element);
    const { round, now, schedule, last, me, prompt } = this.parts;
    this.append(
      el(
        "div",
        { class: "kf-board seat-table" },
        el(
          "div",
          { class: "kf-head" },
          el("div", { class: "kf-where" }, round, now),
          schedule,
          el("div", { class: "kf-tools" }, last, this.slip.button),
        ),
        this.cloth,
      ),
      el("div", { class: "kf-mine seat-mine" }, me, prompt, this.fan),
      this.slip.aside,
      this.slip.drawer,
    );
  }

  detach() {
    super.detach();
    this.slip.end();
  }

  // -- from one moment to the next -----------------------------------------------------------------

  /** See `GameTable`. @param {State} state */
  sceneOf({ view }) {
    return sceneOf(view);
  }

  forget() {
    this.#lastOpen = false;
    this.#selected = null;
  }

  /** @param {State} state */
  patience({ seat, view }) {
    // Between two turns of one player everybody else bids or plays twice at most.
    return { news: 4 * view.seats + 8, behind: seat === null ? TOO_FAR_BEHIND : 2 * view.seats };
  }

  /** @param {Kachuful.AnyEvent} event */
  steps(event) {
    return after(this.scene, event);
  }

  /** @param {Step} step */
  enter({ what }) {
    if (what === "play" || what === "take") sound(what);
  }

  /**
   * @param {Step} step
   * @param {Moment} moment
   */
  async linger({ what, scene }, { events, at }) {
    if (what === "win") await this.pause(settings.get("trick_rest"));
    else if (what === "score") {
      if (this.state.seat !== null && (scene.gains?.[this.state.seat] ?? 0) > 0) sound("win");
      await this.pause(1.5 * settings.get("trick_rest"));
    } else if (what === "bid") await this.pause(BEAT / 2);
    else if (what === "play" && events[at + 1]?.type === "CardPlayed") await this.pause(BEAT);
  }

  // -- drawing -------------------------------------------------------------------------------------

  get #actions() {
    return this.shown?.actions ?? [];
  }

  draw() {
    const { scene } = this;
    const seats = scene.bids.length;
    this.dataset.phase = scene.phase;
    this.style.setProperty("--seats", String(seats));
    this.classList.toggle("crowd", seats > 5);
    this.classList.toggle("watching", this.state.seat === null);
    this.#drawHead(scene);
    this.#drawSeats(scene, seats);
    this.#drawTrick(scene, seats);
    this.drawMine();
    this.sheet.show(
      scene,
      Array.from({ length: seats }, (_, seat) => this.name(seat)),
    );
  }

  /** @param {Scene} scene */
  #drawHead({ round, schedule, cards, trump, last }) {
    const { parts } = this;
    const over = trump === null;
    const [which, each] = parts.round.children;
    which.textContent = over
      ? t("kachuful.head.over")
      : t("kachuful.head.round", { round, rounds: schedule.length });
    each.textContent = over ? "" : ` · ${t("kachuful.head.cards", { n: cards })}`;
    parts.last.classList.toggle("kf-later", last === null);
    parts.last.setAttribute("aria-pressed", String(this.#lastOpen));
    const suit = trumpSuit(trump);
    this.trump.dataset.suit = suit ?? "none";
    parts.suit.textContent = suit ? symbolOf(suit) : "";
    parts.now.hidden = over;
    parts.now.textContent = suit
      ? t("kachuful.trump", { symbol: symbolOf(suit), suit: t(`kachuful.suit.${trump}`) })
      : t("kachuful.trump.none");
    this.#drawSchedule(round, schedule);
  }

  /**
   * @param {number} round
   * @param {number[]} schedule
   */
  #drawSchedule(round, schedule) {
    const here = round - 1;
    const first = Math.max(0, Math.min(here - Math.floor(WINDOW / 2), schedule.length - WINDOW));
    const shown = schedule.map((cards, number) => ({ cards, number })).slice(first, first + WINDOW);
    reconcile(
      this.parts.schedule,
      shown,
      ({ number }) => number,
      () => el("li"),
      (item, { cards, number }) => {
        item.textContent = String(cards);
        item.setAttribute("class", number < here ? "done" : number === here ? "now" : "later");
        setAttribute(item, "aria-current", number === here ? "step" : null);
      },
    );
  }

  /**
   * @param {Scene} scene
   * @param {number} seats
   */
  #drawSeats(scene, seats) {
    const mine = this.state.seat;
    const hands = this.shown?.hands ?? null;
    const plates = around(seats, this.bottom).map((seat) =>
      plateOf(scene, seat, this.name(seat), hands?.[seat] ?? null),
    );
    const others = plates.filter(({ seat }) => seat !== mine);
    reconcile(
      this.parts.seats,
      others,
      ({ seat }) => seat,
      makePlate,
      (element, plate) => {
        place(element, onOval(plate.seat, seats, this.bottom));
        showPlate(element, plate);
      },
    );
    const own = plates.filter(({ seat }) => seat === mine);
    this.parts.me.hidden = own.length === 0;
    reconcile(this.parts.me, own, ({ seat }) => seat, makePlate, showPlate);
  }

  /**
   * @param {Scene} scene
   * @param {number} seats
   */
  #drawTrick(scene, seats) {
    const { trick, caption } = this.parts;
    const before = this.#lastOpen ? scene.last : null;
    const again = before !== null;
    const { played, winner } = before ?? { played: scene.trick, winner: scene.winner };
    this.cloth.classList.toggle("again", again);
    caption.textContent = before ? t("web_kachuful.last.won_by", { name: this.name(before.winner) }) : "";
    showTrick(trick, played, {
      seats,
      bottom: this.bottom,
      winner,
      name: (seat) => this.name(seat),
    });
  }

  drawMine() {
    const { scene } = this;
    const open = this.canAct;
    const watching = this.state.seat === null;
    this.fan.hidden = watching;
    this.fan.show(watching ? [] : held(scene.hand));
    const bidding = open && scene.phase === "bid";
    if (bidding) {
      const counts = this.#actions.flatMap(({ action }) => (action.type === "Bid" ? action.count : []));
      const { cards, bidSum: made } = scene;
      const barred = this.shown?.view?.barred_bid ?? null;
      this.bids.show({ counts, barred, cards, made, label: (count) => this.#bidLabel(count) });
    } else this.bids.hide();
    this.classList.toggle("my-turn", open);
    this.#drawTarget();
    this.#prompt(this.#question(scene));
  }

  /** @param {number} count */
  #bidLabel(count) {
    const text = `bid ${count}`;
    const label = this.label(text);
    return label === text ? null : `${t("web_kachuful.bid", { n: count })}: ${label}`;
  }

  #drawTarget() {
    const { target } = this.parts;
    const card = this.#selected?.card ?? null;
    target.hidden = card === null;
    if (card) target.textContent = t("web_kachuful.play", { card: cardName(card) });
  }

  /** What is asked of this person, or whom everybody waits for. @param {Scene} scene */
  #question(scene) {
    if (scene.phase === "over") return t("web_kachuful.turn.over");
    if (this.canAct) {
      if (scene.phase === "bid") return t("kachuful.ask.bid");
      if (this.#selected) return t("web_kachuful.turn.confirm");
      return `${t("web_kachuful.turn.play")}. ${this.#missing(scene)}`;
    }
    if (scene.turn === null || scene.turn < 0 || scene.turn === this.state.seat) return "";
    return t("web_kachuful.turn.other", { name: this.name(scene.turn) });
  }

  /** @param {Scene} scene */
  #missing(scene) {
    const wanting = scene.needs[this.bottom] ?? 0;
    if (wanting > 0) return t("kachuful.help.more", { n: wanting });
    return t(wanting === 0 ? "kachuful.help.none" : "kachuful.help.over");
  }

  /**
   * @param {string} text
   * @param {boolean} trouble
   */
  #prompt(text, trouble = false) {
    const { prompt } = this.parts;
    prompt.classList.toggle("trouble", trouble);
    if (prompt.textContent !== unmarked(text)) setText(prompt, text);
  }

  /** See `GameTable`. @param {Choice<Kachuful.AnyAction>} choice */
  pointedAt({ action }) {
    if (action.type === "Bid") return { to: this.bids.buttonOf(action.count) };
    return { from: this.cardsNamed([action.card], this.fan) };
  }

  // -- the hand ------------------------------------------------------------------------------------

  /** The listed action that plays a card, if it can be played now. @param {string} card */
  #listed(card) {
    return this.#actions.find(({ action }) => action.type === "Play" && action.card === card);
  }

  /** @param {string} card */
  #playable(card) {
    return this.#listed(card) !== undefined;
  }

  /** How playing a card is written, also where it cannot be played, to ask why. @param {string} card */
  #playText(card) {
    return this.#listed(card)?.text ?? `play ${card}`;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   */
  #mark(button, card) {
    const playing = this.canAct && this.scene.phase === "play";
    const playable = playing && this.#playable(card);
    const selected = this.#selected?.button === button;
    markCard(button, { playable, dimmed: playing && !playable, selected: playing ? selected : undefined });
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   */
  #furnish(button, card) {
    draggable(button, {
      targets: () => (this.#canPlay(card) ? [this.cloth] : []),
      onDrop: () => this.#act(this.#playText(card)),
      onTap: () => this.#tap(button, card),
    });
    button.dataset.from = ".kf-trump";
    const ask = () => {
      if (button.classList.contains("dimmed")) this.#explain(this.#playText(card), button);
      else if (this.canAct) this.#prompt(this.#question(this.scene));
    };
    button.addEventListener("focus", ask);
    button.addEventListener("pointerenter", ask);
  }

  /** @param {string} card */
  #canPlay(card) {
    return this.canAct && this.scene.phase === "play" && this.#playable(card);
  }

  /**
   * The first tap chooses a card, the second plays it.
   * @param {HTMLButtonElement} button
   * @param {string} card
   */
  #tap(button, card) {
    if (!this.#canPlay(card)) {
      if (this.canAct && this.scene.phase === "play") this.#explain(this.#playText(card), button);
      return;
    }
    if (this.#selected?.button === button) this.#act(this.#playText(card));
    else this.#select({ button, card });
  }

  /** @param {Selected|null} selected */
  #select(selected) {
    this.#selected = selected;
    for (const button of this.fan.buttons()) this.#mark(button, button.dataset.card ?? "");
    this.#drawTarget();
    this.#prompt(this.#question(this.scene));
  }

  #playSelected() {
    if (this.#selected) this.#act(this.#playText(this.#selected.card));
  }

  /** @param {string} text */
  #act(text) {
    if (this.canAct) this.act(text);
  }

  /**
   * Says why an action cannot be done.
   * @param {string} text
   * @param {HTMLButtonElement|null} button
   */
  async #explain(text, button = null) {
    const { version } = this.state;
    const reason = await this.why(text);
    if (version !== this.state.version || !reason) return;
    this.#prompt(reason, true);
    if (button?.isConnected) markCard(button, { dimmed: true, reason });
  }

  // -- keyboard and focus --------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (/^\d$/.test(event.key) && this.bids.open) this.bids.type(event.key);
    else if (event.key === "b" && !this.parts.last.hidden) this.#toggleLast();
    else if (event.key === "s") this.slip.toggle();
    else if (event.key === "Escape") return this.#cancel();
    else if (/^Arrow(Left|Right)$/.test(event.key) && this.#canTakeArrows()) focusOn(this.handStop);
    else if (event.key === " " && this.isPausing && document.activeElement === document.body) this.skip();
    else return false;
    return true;
  }

  #cancel() {
    const used = this.#selected !== null || this.#lastOpen;
    if (this.#lastOpen) this.#toggleLast();
    if (this.#selected) this.#select(null);
    return used;
  }

  #toggleLast() {
    if (this.scene.last === null) return;
    this.#lastOpen = !this.#lastOpen;
    this.#drawHead(this.scene);
    this.#drawTrick(this.scene, this.scene.bids.length);
  }

  #canTakeArrows() {
    const at = document.activeElement;
    return at === document.body || at === null || this.cloth.contains(at);
  }

  /** See `GameTable`. */
  focusPlace() {
    return this.bids.open ? this.bids.first : super.focusPlace();
  }
}

customElements.define("korthus-kachuful", KachufulTable);
