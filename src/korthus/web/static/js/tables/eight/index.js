/** `<korthus-eight>`: a table of Eight Cards. Eight cards go to three boards, then the boards are run out. */

import { Refused } from "../../api.js";
import { cardName, markCard } from "../../cards/card.js";
import { el, setAttribute } from "../../dom.js";
import { draggable } from "../../drag.js";
import { t } from "../../i18n.js";
import { glint, rest } from "../../motion.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable, handFan } from "../base.js";
import * as drafts from "./draft.js";
import { drawPieces, Lane } from "./lane.js";
import { after, DOUBLED, sceneOf } from "./scene.js";
import { signed } from "./words.js";

// keys: web_eight.put web_eight.put_plo web_eight.lock web_eight.to_hand web_eight.clear web_eight.next

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
};
/** How long the end of a hand stays if nobody asks to go on, as a share of the same rest. */
const AT_THE_END = 5;
/** Two taps on a card within this time are a double tap. */
const DOUBLE = 400;
/** More news than this at once (after a long absence) are not played, only drawn. */
const MOST_PLAYED = 60;

/**
 * @param {string} test
 * @param {string} key
 * @param {string} classes
 * @param {() => void} click
 */
const makeButton = (test, key, classes, click) =>
  el("button", {
    type: "button",
    class: `button ${classes}`,
    text: t(`web_eight.${key}`),
    dataset: { test },
    on: { click },
  });

function makePurse() {
  const name = el("span", { class: "purse-name" });
  const dealer = el("span", { class: "dealer", role: "img" });
  const chips = el("span", { class: "purse-chips" });
  const more = el("span", { class: "purse-more" });
  return { name, dealer, chips, more, element: el("div", { class: "purse" }, name, dealer, chips, more) };
}

class KorthusEight extends GameTable {
  #draft = drafts.nothing();
  #hand = 0;
  /** @type {string|null} */
  #chosen = null;
  /** @type {{card: string|null, at: number}} */
  #tapped = { card: null, at: 0 };
  #note = "";
  /** @type {(string|null)[]} */
  #running = [null, null, null];
  #named = "";

  #hands = {
    onPut: (/** @type {number} */ board) => this.#tapBoard(board),
    made: (/** @type {HTMLButtonElement} */ button) => this.#makeCard(button),
    mark: (/** @type {HTMLButtonElement} */ button, /** @type {string} */ card) =>
      this.#markCard(button, card),
  };
  lanes = THREE.map((board) => new Lane(board, this.#hands));
  fan = handFan([], { label: t("web_eight.hand"), made: this.#hands.made, mark: this.#hands.mark });
  backs = el("div", { class: "eight-backs", role: "img" });
  hand = el("div", { class: "eight-hand" }, this.fan, this.backs);
  other = el("div", { class: "eight-other", role: "img", dataset: { test: "their-hand" } });
  purses = [makePurse(), makePurse()];
  pot = el("div", { class: "eight-pot", dataset: { test: "pot" } });
  line = el("p", { class: "eight-line", "aria-live": "polite", dataset: { test: "eight-line" } });
  lock = makeButton("lock", "lock", "primary", () => this.#lockIn());
  takeBack = makeButton("take-back", "to_hand", "", () => this.#toHand(this.#chosen));
  startOver = makeButton("start-over", "clear", "quiet", () => this.#setDraft(drafts.nothing()));
  next = makeButton("next-hand", "next", "primary", () => this.skip());

  // -- what is there ---------------------------------------------------------------------------------

  build() {
    this.lock.title = t("web_eight.lock_about");
    this.classList.add("eight");
    this.toggleAttribute("data-still", this.isStill);
    const doings = el("div", { class: "eight-doings" }, this.takeBack, this.startOver, this.lock, this.next);
    this.replaceChildren(
      el(
        "div",
        { class: "eight-felt" },
        el("div", { class: "eight-head" }, this.purses[1].element, this.pot, this.purses[0].element),
        this.other,
        el(
          "div",
          { class: "eight-lanes" },
          this.lanes.map((lane) => lane.element),
        ),
        el("div", { class: "eight-bar" }, this.line, doings),
        this.hand,
      ),
    );
  }

  #makeCard(button) {
    const { card } = button.dataset;
    draggable(button, {
      targets: () => (this.#canMove(card) ? [...this.lanes.map((lane) => lane.element), this.hand] : []),
      onLift: () => this.#canMove(card) && this.#choose(card),
      onDrop: (target) => {
        const board = BOARDS.indexOf(target.dataset.board ?? "");
        if (board < 0) this.#toHand(card);
        else this.#put(card, board);
      },
      onTap: () => this.#tapCard(card),
    });
  }

  // -- drawing ---------------------------------------------------------------------------------------

  /** See `GameTable`. */
  sceneOf(state) {
    this.#keepDraft(state);
    return this.#sceneNow(state);
  }

  forget() {
    this.#note = "";
  }

  settled() {
    this.#askNames();
  }

  patience(state) {
    return { ...super.patience(state), news: MOST_PLAYED };
  }

  #sceneNow(state) {
    const draft = this.#isDrafting(state) ? this.#draft : null;
    return sceneOf(state.view, { hands: state.hands ?? null, draft, before: this.scene });
  }

  /** Whether cards are put on the boards here first, and sent all at once. */
  #isDrafting({ view, seat }) {
    if (seat === null || this.isStill || view.locked[seat]) return false;
    return view.phase === "place" && view.assignment !== "alternating";
  }

  /** A draft lives as long as its hand; another board of four takes from it what is too much. */
  #keepDraft(state) {
    const { view, seat } = state;
    if (this.#hand !== view.number || view.phase !== "place") this.#draft = drafts.nothing();
    if (this.#hand !== view.number) this.#chosen = null;
    this.#hand = view.number;
    if (this.#isDrafting(state)) this.#draft = drafts.fitted(this.#draft, view.hand, view.splits);
    const mine = seat === null ? [] : [...view.hand, ...(view.placed[seat] ?? []).flat()];
    if (!mine.includes(this.#chosen)) this.#chosen = null;
  }

  steps(event, { state }) {
    const about = event.player ?? event.to;
    if (DOUBLED.has(event.type) && about === state.seat && event.cards === null) return [];
    if (event.type === "HAND_STARTED") {
      this.#draft = drafts.nothing();
      this.#running = [null, null, null];
      this.#chosen = null;
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

  enter({ what }) {
    if (what === "pay") sound("win");
    else if (what !== "kind" && what !== "lock") sound("play");
  }

  /** Lets a moment stay for a while. */
  async linger({ what }, { event, state }) {
    if (what === "sweep") await this.#lightUp(event);
    if (what === "end") await this.#untilNext(event, state);
    else await rest(PAUSES[what] * settings.get("trick_rest"));
  }

  /** A sweep lights the boards in turn. */
  async #lightUp({ player, bonus }) {
    for (const lane of this.lanes) {
      lane.element.classList.add("lit");
      await rest(0.25 * settings.get("trick_rest"));
    }
    await glint(this.#purseOf(player).element, t("web_eight.sweep", { n: bonus }));
    for (const lane of this.lanes) lane.element.classList.remove("lit");
  }

  /** The end of a hand stays until somebody has looked at it. */
  async #untilNext(event, state) {
    const longest = AT_THE_END * settings.get("trick_rest");
    if (longest === 0 || document.hidden || this.isStill) return;
    this.line.textContent = [0, 1]
      .map((seat) => t("web_eight.net", { player: this.name(seat), net: signed(event.net[seat]) }))
      .join(" · ");
    this.next.textContent = t(state.view.phase === "over" ? "web_eight.skip" : "web_eight.next");
    this.next.hidden = false;
    await this.pause(longest);
    this.next.hidden = true;
  }

  #purseOf(seat) {
    return this.purses[seat === this.bottom ? 0 : 1];
  }

  draw(state, step) {
    const { scene } = this;
    const moving = step !== null;
    this.#drawHead(state, scene, moving);
    for (const board of THREE) this.lanes[board].show(this.#lane(board, state, step));
    this.#drawHands(state, scene);
    this.#drawBar(state, moving);
    this.toggleAttribute("data-my-turn", !moving && this.#isMine);
    this.dataset.phase = state.view.phase;
    this.toggleAttribute("data-all-placed", scene.hands[this.bottom].length === 0);
  }

  #lane(board, state, step) {
    const scene = this.scene;
    const { view, seat } = state;
    const mine = scene.placed[this.bottom];
    const counts = mine ?? drafts.nothing();
    const chosen = !step && this.#chosen !== null && this.#fits(board);
    return {
      bottom: this.bottom,
      top: this.top,
      name: (who) => (who === seat ? t("web.you") : this.name(who)),
      plo: scene.plo,
      winners: scene.winners[board],
      stake: scene.stakes[board],
      names: scene.names[board],
      running: view.phase === "place" || step ? this.#running[board] : null,
      common: scene.boards[board],
      theirs: scene.placed[this.top]?.[board] ?? null,
      mine: mine?.[board] ?? null,
      room: drafts.room(counts, scene.splits)[board],
      putting: chosen && this.#putWords(this.#chosen ?? "", board),
      label: t(seat === null ? "web_eight.lane_of" : "web_eight.lane_mine", {
        player: this.name(this.bottom),
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
    const text = `put ${card} ${BOARDS[board]}`;
    const listed = this.state.actions?.find((action) => action.text === text);
    const key = listed?.effect?.omaha ? "web_eight.put_plo" : "web_eight.put";
    return t(key, { card: cardName(card), board: BOARDS[board] });
  }

  #drawHead(state, scene, moving) {
    const { view } = state;
    for (const seat of [0, 1]) {
      const purse = this.#purseOf(seat);
      const chips = scene.bankrolls[seat];
      purse.name.textContent = this.name(seat);
      purse.dealer.hidden = scene.dealer !== seat;
      purse.dealer.setAttribute("aria-label", t("web_eight.dealer"));
      purse.dealer.title = t("web_eight.dealer");
      purse.chips.textContent = String(chips);
      purse.chips.title = t("web_eight.chips", { n: chips });
      purse.more.textContent = this.#aside(scene, moving ? null : view, seat);
      purse.element.dataset.purse = String(seat);
      purse.element.dataset.test = `purse-${seat}`;
      purse.element.classList.toggle("to-act", !moving && view.to_act === seat);
    }
    const { hands } = view;
    const number =
      hands === null
        ? t("web_eight.number_open", { number: scene.number })
        : t("web_eight.number", { number: scene.number, hands });
    const ante = t("web_eight.ante", { ante: scene.ante });
    this.pot.replaceChildren(
      el("span", { class: "pot-name", text: t("web_eight.pot") }),
      el("strong", { text: String(scene.pot) }),
      el("small", {}, number, el("span", { class: "ante", text: ` · ${ante}` })),
    );
  }

  /** The small print of a purse: won or lost in this hand, ready, or what sweeps have brought. */
  #aside(scene, view, seat) {
    if (scene.net) return signed(scene.net[seat]);
    if (scene.locked[seat] && !scene.locked[1 - seat]) return t("web_eight.locked");
    return view?.bonus[seat] ? t("web_eight.bonus", { n: signed(view.bonus[seat]) }) : "";
  }

  #drawHands(state, scene) {
    const own = scene.hands[this.bottom];
    const open = own.every((piece) => piece.card !== null);
    this.fan.hidden = !open || own.length === 0;
    this.backs.hidden = open;
    if (open) {
      const label =
        state.seat === null
          ? t("web_eight.hand_of", { player: this.name(this.bottom) })
          : t("web_eight.hand");
      this.fan.show(
        own.map((piece) => piece.card),
        { label },
      );
      this.fan.buttons().forEach((button, at) => {
        button.dataset.flip = own[at].key;
        button.dataset.from = ".eight-pot";
      });
    } else {
      drawPieces(this.backs, own, { from: ".eight-pot" });
      this.backs.setAttribute("aria-label", this.#handName(this.bottom, own));
    }
    const theirs = scene.hands[this.top];
    drawPieces(this.other, theirs, { from: ".eight-pot" });
    this.other.hidden = theirs.length === 0;
    this.other.classList.toggle(
      "open",
      theirs.some((piece) => piece.card !== null),
    );
    this.other.setAttribute("aria-label", this.#handName(this.top, theirs));
  }

  #handName(seat, pieces) {
    const faces = pieces.filter((piece) => piece.card !== null).map((piece) => cardName(piece.card));
    return [`${t("web_eight.hand_of", { player: this.name(seat) })}: ${pieces.length}`, ...faces].join(", ");
  }

  // -- placing ---------------------------------------------------------------------------------------

  /** Whether the table shows the newest position and it is this person's turn. */
  get #isMine() {
    return this.canAct && !this.isStill;
  }

  /** Whether this person may move cards: the own draft at any time before locking, else in turn. */
  get #mayPlace() {
    const { state } = this;
    if (this.isStill || state.seat === null || state.over || !this.isCurrent) return false;
    return this.#isDrafting(state) ? !state.pending : this.#isMine && state.view.phase === "place";
  }

  #canMove(card) {
    if (!this.#mayPlace) return false;
    if (this.#isDrafting(this.state)) return true;
    return (this.state.actions ?? []).some(({ action }) => action.card === card);
  }

  /** Whether the chosen card could go to a board. */
  #fits(board) {
    if (!this.#mayPlace) return false;
    if (this.#isDrafting(this.state)) {
      return (
        drafts.boardOf(this.#draft, this.#chosen) !== board &&
        drafts.put(this.#draft, this.#chosen, board, this.state.view.splits) !== null
      );
    }
    return this.#listed(`put ${this.#chosen} ${BOARDS[board]}`);
  }

  #listed(text) {
    return (this.state.actions ?? []).some((action) => action.text === text);
  }

  #isPlaced(card) {
    const mine = this.scene.placed[this.bottom] ?? [];
    return mine.some((cards) => cards.some((piece) => piece.card === card));
  }

  #choose(card) {
    this.#chosen = card;
    this.#note = "";
    this.redraw();
  }

  #tapCard(card) {
    if (!this.#mayPlace) return;
    const twice = this.#tapped.card === card && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { card, at: performance.now() };
    if (twice && this.#isPlaced(card)) {
      this.#toHand(card);
      return;
    }
    if (twice) {
      const open = THREE.filter((board) => this.#fitsCard(card, board));
      if (open.length === 1) this.#put(card, open[0]);
      return;
    }
    const other = this.#chosen;
    if (other !== null && other !== card && this.#isDrafting(this.state) && this.#isPlaced(card)) {
      this.#setDraft(drafts.swapped(this.#draft, other, card));
      return;
    }
    this.#choose(other === card ? null : card);
  }

  #fitsCard(card, board) {
    const before = this.#chosen;
    this.#chosen = card;
    const fits = this.#fits(board);
    this.#chosen = before;
    return fits;
  }

  #tapBoard(board) {
    if (this.#chosen === null || !this.#mayPlace) return;
    this.#put(this.#chosen, board);
  }

  async #put(card, board) {
    if (!this.#mayPlace) return;
    const next = this.byKey ? this.#neighbour(card) : null;
    if (!this.#isDrafting(this.state)) {
      const text = `put ${card} ${BOARDS[board]}`;
      if (this.#listed(text)) await this.#send(text);
      else await this.#sayWhy(text);
      return;
    }
    const draft = drafts.put(this.#draft, card, board, this.state.view.splits);
    if (draft) await this.#setDraft(draft, next);
    else this.#say(t("web_eight.full", { board: BOARDS[board] }));
  }

  /** The card that the focus goes to when one leaves the hand by keyboard. */
  #neighbour(card) {
    const hand = this.scene.hands[this.bottom].map((piece) => piece.card);
    const at = hand.indexOf(card);
    return at < 0 ? card : (hand[at + 1] ?? hand[at - 1] ?? null);
  }

  async #toHand(card) {
    if (card === null || !this.#mayPlace || !this.#isPlaced(card)) return;
    if (this.#isDrafting(this.state)) {
      await this.#setDraft(drafts.without(this.#draft, card), this.byKey ? card : null);
      return;
    }
    const text = `take ${card}`;
    if (this.#listed(text)) await this.#send(text);
    else await this.#sayWhy(text);
  }

  async #setDraft(draft, focus = null) {
    this.#draft = draft;
    this.#chosen = null;
    this.#note = "";
    sound("play");
    const moved = this.move(this.#sceneNow(this.state), this.state);
    if (this.byKey) (this.#buttonOf(focus) ?? this.lock).focus();
    this.#askNames();
    await moved;
  }

  #buttonOf(card) {
    return card && this.querySelector(`button[data-card="${card}"]`);
  }

  async #lockIn() {
    if (!this.#mayPlace) return;
    const drafting = this.#isDrafting(this.state);
    const text = drafting ? drafts.placeText(this.#draft) : "lock";
    if (this.#canLock) await this.#send(text);
    else this.#say(this.#missing());
  }

  get #canLock() {
    if (!this.#isMine) return false;
    const { state } = this;
    if (!this.#isDrafting(state)) return this.#listed("lock");
    return drafts.isComplete(this.#draft, state.view.splits);
  }

  async #send(text) {
    this.#chosen = null;
    const done = this.act(text);
    this.redraw();
    if (!(await done)) this.redraw();
  }

  #say(words) {
    this.#note = words;
    this.redraw();
  }

  async #sayWhy(text) {
    const reason = await this.reason(text);
    if (reason) this.#say(reason);
  }

  /** Asks what my cards make on the boards as they lie now. */
  async #askNames() {
    const { state } = this;
    if (this.isStill || state.seat === null || state.view.phase !== "place") return;
    const mine = this.scene.placed[this.bottom] ?? drafts.nothing();
    const boards = mine.map((cards) => cards.map((piece) => piece.card));
    const asked = `${state.view.number} ${JSON.stringify(boards)}`;
    if (asked === this.#named) return;
    this.#named = asked;
    this.#running = [null, null, null];
    if (boards.flat().length) {
      const names = await this.#namesOf(boards);
      if (asked !== this.#named) return;
      this.#running = names;
    }
    if (this.isCurrent) this.redraw();
  }

  /** What hands are called; nothing without a connection, which the frame shows. */
  async #namesOf(boards) {
    try {
      return (await this.session.request("names", { boards })).names;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [null, null, null];
    }
  }

  // -- what is shown of it ---------------------------------------------------------------------------

  #markCard(button, card) {
    const movable = this.#canMove(card);
    const placed = this.scene !== null && this.#isPlaced(card);
    const selected = this.#chosen === card;
    button.dataset.test = `card-${card}`;
    const on = placed ? drafts.boardOf(this.#placedCards(), card) : -1;
    const name = cardName(card);
    const placedName = on < 0 ? name : t("web_eight.placed_on", { card: name, board: BOARDS[on] });
    button.setAttribute("aria-label", placedName);
    markCard(button, {
      playable: movable && !placed,
      selected: this.#mayPlace ? selected : undefined,
    });
    button.classList.toggle("movable", movable);
  }

  #placedCards() {
    const mine = this.scene.placed[this.bottom] ?? [[], [], []];
    return mine.map((cards) => cards.map((piece) => piece.card));
  }

  #drawBar(state, moving) {
    const { view } = state;
    const seated = state.seat !== null && !this.isStill;
    const placing = !moving && seated && view.phase === "place" && !view.locked[state.seat];
    const drafting = placing && this.#isDrafting(state);
    this.lock.hidden = !placing;
    setAttribute(this.lock, "aria-disabled", placing && !this.#canLock ? "true" : null);
    this.takeBack.hidden = !placing || this.#chosen === null || !this.#isPlaced(this.#chosen);
    this.startOver.hidden = !drafting || drafts.placedIn(this.#draft).length === 0;
    if (!moving) this.next.hidden = true;
    if (this.next.hidden) this.line.textContent = this.#words(state, moving, placing);
  }

  #words(state, moving, placing) {
    const { view } = state;
    if (moving) return this.scene.locked.every(Boolean) ? t("web_eight.runout") : "";
    if (view.phase === "over") return t("web_eight.over");
    if (view.phase !== "place") return t(view.phase === "deal" ? "web_eight.dealing" : "web_eight.runout");
    if (!placing) return t("web_eight.wait", { player: this.name(view.to_act) });
    return this.#note || this.#missing();
  }

  /** What is still to do before the placement can be locked. */
  #missing() {
    const { view } = this.state;
    const left = this.scene.hands[this.bottom].length;
    const waiting = () => t("web_eight.wait", { player: this.name(view.to_act) });
    const drafting = this.#isDrafting(this.state);
    if (!drafting && !this.#isMine) return waiting();
    if (left > 0 && !drafting) {
      if (view.take_backs_left === null) return t("web_eight.turn_one"); // EI-5: taking back is free
      const spare = t("web_eight.take_backs", { n: view.take_backs_left[this.bottom] });
      return `${t("web_eight.turn_one")} · ${spare}`;
    }
    if (left === view.hand.length && left > 0) {
      const { plo } = view;
      return plo === null ? t("web_eight.four_two_two") : t("web_eight.plo_fixed", { board: plo });
    }
    if (left > 0) return t("web_eight.cards_left", { n: left });
    return this.#isMine ? t("web_eight.ready") : waiting();
  }

  // -- keyboard --------------------------------------------------------------------------------------

  /** See `GameTable.keys`. A, B, C put the card that has the focus, Backspace takes it back, Esc lets go. */
  keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape" && this.#chosen !== null) {
      this.#choose(null);
      return true;
    }
    const focused = document.activeElement?.closest("korthus-eight button.card");
    const card = focused?.getAttribute("data-card") ?? this.#chosen;
    if (!card || !this.#mayPlace) return false;
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
