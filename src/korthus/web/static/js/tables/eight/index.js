/** `<korthus-eight>`: a table of Eight Cards. Eight cards go to three boards, then the boards are run out. */

import { cardName, markCard } from "../../cards/card.js";
import { el } from "../../dom.js";
import { draggable } from "../../drag.js";
import { t } from "../../i18n.js";
import { glint, rest } from "../../motion.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { Bar } from "./bar.js";
import { Called } from "./called.js";
import * as drafts from "./draft.js";
import { Hands } from "./hands.js";
import { Head } from "./head.js";
import { Lane } from "./lane.js";
import { Placing, putText } from "./placing.js";
import { after, isDoubled, sceneOf } from "./scene.js";
import { signed } from "./words.js";

// keys: web_eight.put web_eight.put_plo

/**
 * @typedef {import("./scene.js").Game} Game
 * @typedef {import("./scene.js").State} State
 * @typedef {import("./scene.js").Step} Step
 * @typedef {MomentOf<Game>} Moment
 */

const { BOARDS } = drafts;
const THREE = [0, 1, 2];

/** How long chips slide to who has won them, in milliseconds. */
const PAYING = 420;

/** How long a moment stays before the next, as a share of the rest that the settings ask for. */
const PAUSES = {
  start: 0.2,
  deal: 0.1,
  flop: 0.15,
  put: 0.1,
  back: 0.2,
  lock: 0.1,
  reveal: 0.7,
  kind: 0,
  turn: 0.8,
  river: 0.9,
  result: 1,
  pay: 0.3,
  sweep: 0.2,
  end: 0,
};
/** How long the end of a hand stays if nobody asks to go on, as a share of the same rest. */
const AT_THE_END = 5;
/** Two taps on a card within this time are a double tap. */
const DOUBLE = 400;
/** More news than this at once (after a long absence) are not played, only drawn. */
const MOST_PLAYED = 60;

/** @extends {GameTable<Game>} */
class KorthusEight extends GameTable {
  #placing = new Placing(this);
  #called = new Called();
  /** @type {{card: string|null, at: number}} */
  #tapped = { card: null, at: 0 };

  #cards = {
    made: (/** @type {HTMLButtonElement} */ button, /** @type {string} */ card) =>
      this.#makeCard(button, card),
    mark: (/** @type {HTMLButtonElement} */ button, /** @type {string} */ card) =>
      this.#markCard(button, card),
  };
  #head = new Head();
  #lanes = THREE.map((board) => new Lane(board, { ...this.#cards, onPut: () => this.#tapBoard(board) }));
  #bar = new Bar({
    lock: () => this.#lockIn(),
    takeBack: () => this.#toHand(this.#placing.chosen),
    startOver: () => this.#setDraft(drafts.nothing()),
    next: () => this.skip(),
  });
  #hands = new Hands(this.#cards);

  // -- what is there ---------------------------------------------------------------------------------

  build() {
    this.fit({ card: [6.6, 8.5], lowCard: [11, 5] });
    this.classList.add("eight");
    this.toggleAttribute("data-still", this.isStill);
    const lanes = this.#lanes.map((lane) => lane.element);
    this.replaceChildren(
      el(
        "div",
        { class: "eight-felt seat-table" },
        this.#head.element,
        this.#hands.theirs,
        // Where nothing on the boards can be pressed, the keyboard scrolls them themselves.
        el(
          "div",
          {
            class: "eight-lanes",
            role: "group",
            "aria-label": t("web_eight.boards"),
            tabindex: 0,
          },
          lanes,
        ),
      ),
      el("div", { class: "eight-mine seat-mine" }, this.#bar.element, this.#hands.mine),
    );
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   */
  #makeCard(button, card) {
    const places = () => [...this.#lanes.map((lane) => lane.element), this.#hands.mine];
    draggable(button, {
      targets: () => (this.#placing.canMove(card) ? places() : []),
      onLift: () => this.#placing.canMove(card) && this.#choose(card),
      onDrop: (target) => {
        const board = BOARDS.indexOf(target.dataset.board ?? "");
        if (board < 0) this.#toHand(card);
        else this.#put(card, board);
      },
      onTap: () => this.#tapCard(card),
    });
  }

  /**
   * See `GameTable`. A whole placement is a letter on each card that is not where it belongs yet.
   * @param {Choice<Eight.AnyAction>} choice
   */
  pointedAt({ action }) {
    const held = (/** @type {string[]} */ cards) => this.cardsNamed(cards, this.#hands.mine);
    if (action.type === "PlaceCard") {
      return { from: held([action.card]), to: [this.#lanes[BOARDS.indexOf(action.board)].element] };
    }
    if (action.type !== "Place") return { from: "card" in action ? this.cardsNamed([action.card]) : [] };
    /** @type {Map<Element, string>} */
    const marks = new Map();
    for (const [board, cards] of [action.a, action.b, action.c].entries()) {
      for (const card of held(cards)) marks.set(card, BOARDS[board]);
    }
    return { from: [...marks.keys()], marks };
  }

  /** See `GameTable`. What lies on a board is not spoken of any more. @param {Tip} tip */
  coachedAt({ action }) {
    return { at: this.cardsNamed([action.card], this.#hands.mine) };
  }

  // -- from one moment to the next -------------------------------------------------------------------

  /** See `GameTable`. @param {State} state */
  sceneOf(state) {
    this.#placing.keep(state);
    return this.#sceneNow(state);
  }

  forget() {
    this.#placing.note = "";
  }

  settled() {
    this.#askNames();
  }

  /** @param {State} state */
  patience(state) {
    return { ...super.patience(state), news: MOST_PLAYED };
  }

  /** @param {State} state */
  #sceneNow(state) {
    const draft = this.#placing.isDrafting(state) ? this.#placing.draft : null;
    return sceneOf(state.view, { hands: state.hands ?? null, draft, before: this.scene });
  }

  /**
   * @param {Eight.AnyEvent} event
   * @param {Moment} moment
   * @returns {Step[]}
   */
  steps(event, { state }) {
    if (isDoubled(event, state.seat)) return [];
    if (event.type === "HAND_STARTED") {
      this.#placing.begin();
      this.#called.begin();
    }
    const steps = after(this.scene, event);
    // A river is not told before it lies there; what is won is told before it is paid.
    const telling = event.type === "TURN_RIVER_DEALT" ? steps.length - 1 : 0;
    return steps.map((step, at) => ({
      ...step,
      tells: at === telling,
      duration: step.what === "pay" ? PAYING : undefined,
    }));
  }

  /** @param {Step} step */
  enter({ what }) {
    if (what === "pay") sound("win");
    else if (what !== "kind" && what !== "lock") sound("play");
  }

  /**
   * Lets a moment stay for a while.
   * @param {Step} step
   * @param {Moment} moment
   */
  async linger({ what }, { event, state }) {
    if (event.type === "SWEEP") await this.#lightUp(event);
    if (event.type === "HAND_RESULT") await this.#untilNext(event, state);
    else await rest(PAUSES[what] * settings.get("trick_rest"));
  }

  /** A sweep lights the boards in turn. @param {Eight.Sweep} event */
  async #lightUp({ player, bonus }) {
    for (const lane of this.#lanes) {
      lane.element.classList.add("lit");
      await rest(0.25 * settings.get("trick_rest"));
    }
    await glint(this.#head.purse(player).element, t("web_eight.sweep", { n: bonus }));
    for (const lane of this.#lanes) lane.element.classList.remove("lit");
  }

  /**
   * The end of a hand stays until somebody has looked at it.
   * @param {Eight.HandResult} event
   * @param {State} state
   */
  async #untilNext(event, state) {
    const longest = AT_THE_END * settings.get("trick_rest");
    if (longest === 0 || document.hidden || this.isStill) return;
    const net = [0, 1].map((seat) =>
      t("web_eight.net", { player: this.name(seat), net: signed(event.net[seat]) }),
    );
    this.#bar.showEnd(net.join(" · "), state.view.phase === "over");
    await this.pause(longest);
    this.#bar.goOn();
  }

  // -- drawing ---------------------------------------------------------------------------------------

  /**
   * @param {State} state
   * @param {Step|null} step
   */
  draw(state, step) {
    const { scene, bottom } = this;
    const moving = step !== null;
    const name = (/** @type {number} */ seat) => this.name(seat);
    this.#head.show(scene, state.view, { bottom, name, moving });
    for (const board of THREE) this.#lanes[board].show(this.#lane(board, state, step));
    this.#hands.show(scene, { seat: state.seat, bottom, name });
    this.#drawBar(state, moving);
    this.toggleAttribute("data-my-turn", !moving && this.#placing.isMine);
    this.dataset.phase = state.view.phase;
    this.toggleAttribute("data-all-placed", scene.hands[bottom].length === 0);
    this.toggleAttribute("data-run-out", scene.locked.every(Boolean));
  }

  /**
   * What a lane shows.
   * @param {number} board
   * @param {State} state
   * @param {Step|null} step
   */
  #lane(board, state, step) {
    const { scene, bottom, top } = this;
    const { view, seat } = state;
    const { chosen } = this.#placing;
    const mine = scene.placed[bottom];
    const counts = mine ?? drafts.nothing();
    const fits = !step && chosen !== null && this.#placing.fits(chosen, board);
    return {
      bottom,
      top,
      name: (/** @type {number} */ who) => (who === seat ? t("web.you") : this.name(who)),
      plo: scene.plo,
      winners: scene.winners[board],
      stake: scene.stakes[board],
      names: scene.names[board],
      makes: scene.winners[board].flatMap((winner) => scene.fives[board]?.[winner] ?? []),
      running: view.phase === "place" || step ? this.#called.names[board] : null,
      common: scene.boards[board],
      theirs: scene.placed[top]?.[board] ?? null,
      mine: mine?.[board] ?? null,
      size: view.board_size,
      room: drafts.room(counts, scene.splits)[board],
      putting: fits ? this.#putWords(chosen, board) : null,
      label: t(seat === null ? "web_eight.lane_of" : "web_eight.lane_mine", {
        player: this.name(bottom),
        board: BOARDS[board],
        n: counts[board].length,
      }),
      turning: step?.what === "reveal",
      busy: step?.board === board,
    };
  }

  /**
   * What putting a card on a board is called: the fourth card of a board settles what is played where.
   * @param {string} card
   * @param {number} board
   */
  #putWords(card, board) {
    const listed = this.state.actions?.find((action) => action.text === putText(card, board));
    const key = listed?.effect?.omaha ? "web_eight.put_plo" : "web_eight.put";
    return t(key, { card: cardName(card), board: BOARDS[board] });
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   */
  #markCard(button, card) {
    const placing = this.#placing;
    const movable = placing.canMove(card);
    const board = placing.boardOf(card);
    const name = cardName(card);
    button.dataset.test = `card-${card}`;
    button.setAttribute(
      "aria-label",
      board < 0 ? name : t("web_eight.placed_on", { card: name, board: BOARDS[board] }),
    );
    markCard(button, {
      playable: movable && board < 0,
      selected: placing.isOpen ? placing.chosen === card : undefined,
    });
    button.classList.toggle("movable", movable);
  }

  /**
   * @param {State} state
   * @param {boolean} moving
   */
  #drawBar(state, moving) {
    const { view, seat } = state;
    const { chosen, draft } = this.#placing;
    const isPlayed = !moving && !this.isStill && !state.over && !state.recalled;
    const placing = isPlayed && seat !== null && view.phase === "place" && !view.locked[seat];
    if (!moving) this.#bar.goOn();
    this.#bar.show({
      placing,
      canLock: this.#placing.canLock,
      canTakeBack: placing && chosen !== null && this.#placing.isPlaced(chosen),
      canStartOver: placing && this.#placing.isDrafting(state) && drafts.placedIn(draft).length > 0,
      words: this.#words(state, moving, placing),
    });
  }

  /**
   * @param {State} state
   * @param {boolean} moving
   * @param {boolean} placing
   */
  #words({ view, over, recalled }, moving, placing) {
    if (moving) return this.scene.locked.every(Boolean) ? t("web_eight.runout") : "";
    if (over || view.phase === "over") return t("web_eight.over");
    if (recalled) return "";
    if (view.phase !== "place") return t(view.phase === "deal" ? "web_eight.dealing" : "web_eight.runout");
    if (!placing) return this.#placing.waiting();
    return this.#placing.note || this.#placing.missing();
  }

  /** Asks what my cards make on the boards as they lie now. */
  async #askNames() {
    const { view, seat } = this.state;
    if (this.isStill || seat === null || view.phase !== "place") return;
    const changed = await this.#called.ask(this.session, view.number, this.#placing.placed);
    if (changed && this.isCurrent) this.redraw();
  }

  // -- placing ---------------------------------------------------------------------------------------

  /** @param {string|null} card */
  #choose(card) {
    this.#placing.choose(card);
    this.redraw();
  }

  /** @param {string} card */
  #tapCard(card) {
    const placing = this.#placing;
    if (!placing.isOpen) return;
    const twice = this.#tapped.card === card && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { card, at: performance.now() };
    if (twice) {
      this.#tapTwice(card);
      return;
    }
    const other = placing.chosen;
    if (other !== null && other !== card && placing.isDrafting() && placing.isPlaced(card)) {
      this.#setDraft(drafts.swapped(placing.draft, other, card));
      return;
    }
    this.#choose(other === card ? null : card);
  }

  /** A double tap takes a card back, or puts it where it can only go. @param {string} card */
  #tapTwice(card) {
    if (this.#placing.isPlaced(card)) {
      this.#toHand(card);
      return;
    }
    const open = THREE.filter((board) => this.#placing.fits(card, board));
    if (open.length === 1) this.#put(card, open[0]);
  }

  /** @param {number} board */
  #tapBoard(board) {
    if (this.#placing.chosen !== null) this.#put(this.#placing.chosen, board);
  }

  /**
   * @param {string} card
   * @param {number} board
   */
  async #put(card, board) {
    const placing = this.#placing;
    if (!placing.isOpen) return;
    if (!placing.isDrafting()) {
      await this.#sendOrSayWhy(putText(card, board));
      return;
    }
    const { hand, splits } = this.state.view;
    const draft = drafts.put(placing.draft, card, board, splits);
    if (draft === null) {
      this.#say(t("web_eight.full", { board: BOARDS[board] }));
      return;
    }
    const whole = drafts.withLast(draft, hand, splits);
    await this.#setDraft(whole, this.byKey && whole === draft ? this.#neighbour(card) : null);
  }

  /** The card that the focus goes to when one leaves the hand by keyboard. @param {string} card */
  #neighbour(card) {
    const hand = this.scene.hands[this.bottom].map((piece) => piece.card);
    const at = hand.indexOf(card);
    return at < 0 ? card : (hand[at + 1] ?? hand[at - 1] ?? null);
  }

  /** @param {string|null} card */
  async #toHand(card) {
    const placing = this.#placing;
    if (card === null || !placing.isOpen || !placing.isPlaced(card)) return;
    if (placing.isDrafting())
      await this.#setDraft(drafts.without(placing.draft, card), this.byKey ? card : null);
    else await this.#sendOrSayWhy(`take ${card}`);
  }

  /**
   * @param {string[][]} draft
   * @param {string|null} focus the card that the keyboard goes to, if it is used
   */
  async #setDraft(draft, focus = null) {
    this.#placing.set(draft);
    sound("play");
    const moved = this.move(this.#sceneNow(this.state), this.state);
    if (this.byKey) (this.#buttonOf(focus) ?? this.#bar.lock).focus();
    this.#askNames();
    await moved;
  }

  /**
   * @param {string|null} card
   * @returns {HTMLButtonElement|null}
   */
  #buttonOf(card) {
    return card === null ? null : this.querySelector(`button[data-card="${card}"]`);
  }

  async #lockIn() {
    const placing = this.#placing;
    if (!placing.isOpen) return;
    const text = placing.isDrafting() ? drafts.placeText(placing.draft) : "lock";
    if (placing.canLock) await this.#send(text);
    else this.#say(placing.missing());
  }

  /** Does what the server lists; says why of anything else. @param {string} text */
  async #sendOrSayWhy(text) {
    if (this.#placing.lists(text)) {
      await this.#send(text);
      return;
    }
    const reason = await this.reason(text);
    if (reason) this.#say(reason);
  }

  /** @param {string} text */
  async #send(text) {
    this.#placing.chosen = null;
    const done = this.act(text);
    this.redraw();
    if (!(await done)) this.redraw();
  }

  /** @param {string} words */
  #say(words) {
    this.#placing.note = words;
    this.redraw();
  }

  // -- keyboard --------------------------------------------------------------------------------------

  /**
   * See `GameTable.keys`. A, B, C put the card that has the focus, Backspace takes it back, Esc lets go.
   * @param {KeyboardEvent} event
   */
  keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape" && this.#placing.chosen !== null) {
      this.#choose(null);
      return true;
    }
    const focused = document.activeElement?.closest("korthus-eight button.card");
    const card = focused?.getAttribute("data-card") ?? this.#placing.chosen;
    if (!card || !this.#placing.isOpen) return false;
    const board = BOARDS.indexOf(event.key.toUpperCase());
    if (board >= 0) {
      this.#put(card, board);
      return true;
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      this.#toHand(card);
      return true;
    }
    return false;
  }
}

customElements.define("korthus-eight", KorthusEight);
