/** `<korthus-mulle>`: a table of Mulle. Tap a card, see what it can do, and do it. */

import { markCard, cardName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { draggable } from "../../drag.js";
import { t } from "../../i18n.js";
import { flip, glint, rest } from "../../motion.js";
import { StillSession } from "../../session.js";
import { sound } from "../../sound.js";
import { GameTable, handFan } from "../base.js";
import { controlsOf, createBar, freeControls, questionOf } from "./bar.js";
import { createCloth, drawPieces } from "./cloth.js";
import { optionsOf, touching, untargeted, written } from "./options.js";
import { drawPanel } from "./panel.js";
import { after, sceneOf } from "./scene.js";

/** How long a moment of a play stays before the next, in milliseconds. */
const PAUSES = { play: 140, gather: 520, take: 0, build: 240, deal: 120, turn: 0 };
/** Two taps on a card within this time are a double tap. */
const DOUBLE = 400;
/** More news than this at once (after a long absence) are not played, only drawn. */
const MOST_PLAYED = 40;

const PLAYS = new Set(["Captured", "MulleTaken", "TabbeScored", "BuildMade", "Discarded"]);

const range = (number) => Array.from({ length: number }, (_, at) => at);

class KorthusMulle extends GameTable {
  #scene = null;
  #drawn = -1;
  #choice = null;
  #tapped = { piece: null, at: 0 };
  #byKey = false;
  #reasons = new Map();
  #said = "";

  /** The seat at the bottom, and the one across. */
  get #bottom() {
    return this.state.seat ?? 0;
  }

  get #top() {
    return 1 - this.#bottom;
  }

  /** Whether this is a picture of a game: nothing can be played, and steps may come faster than motion. */
  get #isStill() {
    return this.session instanceof StillSession;
  }

  /** See `GameTable.tell`. */
  get tells() {
    return true;
  }

  // -- what is there ---------------------------------------------------------------------------------

  build() {
    this.classList.add("mulle");
    this.toggleAttribute("data-still", this.#isStill);
    this.bar = createBar((option) => this.#preview(option));
    this.cloth = createCloth((place) => this.#tapPile(place));
    this.fan = handFan([], {
      label: t("web_mulle.hand"),
      made: (button) => this.#makeCard(button),
      mark: (button, card, at) => this.#markCard(button, card, at),
    });
    this.them = this.#strip();
    this.mine = el("div", { class: "mulle-backs large", role: "img" });
    this.where = el("span", { class: "where" });
    this.stock = el(
      "span",
      { class: "mulle-stock" },
      el("span", { class: "deck", "aria-hidden": "true" }),
      el("span", { class: "number" }),
    );
    this.cloth.foot.append(this.where, this.stock, this.#takenPile());
    this.panelBody = el("div", { class: "mulle-panel-body" });
    this.panel = this.#makePanel();
    this.hand = el("div", { class: "mulle-hand" }, this.fan, this.mine);
    const parts = [this.them.element, this.cloth.element, this.bar.element, this.hand];
    this.felt = el("div", { class: "mulle-felt" }, parts);
    this.replaceChildren(this.felt, this.panel);
    this.addEventListener("keydown", () => (this.#byKey = true), { capture: true });
    this.addEventListener("pointerdown", () => (this.#byKey = false), { capture: true });
  }

  #strip() {
    const name = el("span", { class: "mulle-name" });
    const backs = el("div", { class: "mulle-backs", role: "img", dataset: { test: "their-hand" } });
    const taken = el("span", { class: "mulle-taken", role: "img" });
    const score = el("button", {
      type: "button",
      class: "mulle-score",
      popovertarget: "mulle-panel",
      dataset: { test: "score" },
    });
    const element = el("div", { class: "mulle-them" }, name, backs, taken, score);
    return { name, backs, taken, score, element };
  }

  #takenPile() {
    this.myTaken = el("span", { class: "mulle-taken", role: "img" });
    return this.myTaken;
  }

  #makePanel() {
    const close = el("button", {
      type: "button",
      class: "button quiet mulle-close",
      popovertarget: "mulle-panel",
      popovertargetaction: "hide",
      text: t("web_mulle.close"),
      dataset: { test: "score-close" },
    });
    return el(
      "aside",
      { class: "mulle-panel", id: "mulle-panel", popover: "auto", "aria-label": t("web_mulle.score") },
      el("h2", { text: t("web_mulle.score") }),
      this.panelBody,
      close,
    );
  }

  #makeCard(button) {
    const endless = draggable(button, {
      targets: () => (this.#ready ? [...this.cloth.piles(), this.cloth.element] : []),
      onLift: () => this.#ready && this.#select(this.#pieceOf(button)),
      onDrop: (target) => this.#drop(target),
      onTap: () => this.#tapCard(this.#pieceOf(button)),
    });
    button.addEventListener("focus", () => this.#explain(button));
    return endless;
  }

  /** The piece of a button in the hand. */
  #pieceOf(button) {
    return this.#scene.hands[this.#bottom].find((piece) => piece.key === button.dataset.flip);
  }

  // -- drawing ---------------------------------------------------------------------------------------

  async update({ previous, state, notices }) {
    const moved = previous?.version !== state.version;
    if (moved) {
      this.#choice = null;
      this.#reasons.clear();
    }
    const news = notices.filter((notice) => notice.event);
    const current = !this.#isStill || this.state.version === state.version;
    if (previous?.view && this.#scene && current && news.length && news.length <= MOST_PLAYED) {
      // Whatever becomes of the show, the table says in the end what is the case.
      await this.#playNews(news, state).finally(() => this.#settle(state));
    } else {
      this.#remember(previous ? news : state.log);
      await this.#settle(state);
      this.tell(notices);
    }
    if (moved && this.#ready && notices.length) sound("turn");
  }

  /** Shows a position as it is. */
  #settle(state) {
    this.#drawn = state.version;
    return flip(this, () => {
      this.#scene = sceneOf(state.view, state.hands ?? null, this.#scene);
      this.#draw(state);
    });
  }

  /** Shows what happened, one thing after the other. */
  async #playNews(notices, state) {
    const events = notices.map((notice) => notice.event);
    for (const [at, notice] of notices.entries()) {
      this.#remember([notice]);
      const steps = after(this.#scene, notice.event);
      // Cards that are turned up at once are dealt face up.
      if (notice.event.type === "RondStarted" && events[at + 1]?.type === "HandDealt") {
        this.#scene = steps.shift().scene;
      }
      this.tell([notice]);
      for (const step of steps) await this.#playStep(step, gains(events, at), state);
    }
  }

  async #playStep({ scene, what }, won, state) {
    this.#scene = scene;
    sound(what === "take" || what === "gather" ? "take" : "play");
    await flip(this, () => this.#draw(state, { moving: true }));
    if (what === "gather" && won.length) {
      sound("win");
      for (const words of won) await glint(this.cloth.heap, words);
    } else await rest(PAUSES[what]);
  }

  /** Keeps the last sentence about a play, to be read while the other thinks. */
  #remember(notices) {
    const about = notices.filter((notice) => PLAYS.has(notice.event.type) && notice.said);
    if (about.length) this.#said = about.at(-1).said;
  }

  #draw(state, { moving = false } = {}) {
    const { view } = state;
    const marks = moving ? new Map() : this.#marks(view);
    this.cloth.show({
      piles: this.#scene.table,
      marks,
      choosing: !moving && this.#choice !== null,
      last: this.#scene.last,
      whose: (seat) =>
        seat === state.seat ? t("web_mulle.yours") : t("web_mulle.owner", { player: this.name(seat) }),
      bottom: this.#bottom,
    });
    this.#drawHands(state);
    this.#drawThem(state, moving);
    this.#drawFoot(view, moving);
    if (!moving) {
      drawPanel(this.panelBody, {
        view,
        order: [this.#bottom, this.#top],
        name: (seat) => this.name(seat),
      });
    }
    this.#drawBar(state, moving);
    this.toggleAttribute("data-my-turn", !moving && this.#ready);
  }

  #drawHands(state) {
    const own = this.#scene.hands[this.#bottom];
    const open = own.every((piece) => piece.card !== null);
    this.fan.hidden = !open;
    this.mine.hidden = open;
    if (open)
      this.fan.show(
        own.map((piece) => piece.card),
        { label: this.#handName(state) },
      );
    else {
      drawPieces(this.mine, own, { from: ".mulle-stock" });
      const held = t("web_mulle.held", { player: this.name(this.#bottom), n: own.length });
      this.mine.setAttribute("aria-label", held);
    }
  }

  #handName(state) {
    if (state.seat !== null) return t("web_mulle.hand");
    return t("web_mulle.hand_of", { player: this.name(this.#bottom) });
  }

  #drawThem(state, moving) {
    const seat = this.#top;
    const pieces = this.#scene.hands[seat];
    const { name, backs, taken, score } = this.them;
    name.textContent = this.name(seat);
    this.them.element.classList.toggle("to-act", !moving && state.view.to_act === seat);
    drawPieces(backs, pieces, { from: ".mulle-stock" });
    backs.style.setProperty("--n", String(Math.max(2, pieces.length)));
    const held = t("web_mulle.held", { player: this.name(seat), n: pieces.length });
    const faces = pieces.filter((piece) => piece.card !== null).map((piece) => cardName(piece.card));
    backs.setAttribute("aria-label", [held, ...faces].join(", "));
    this.#drawTaken(taken, seat);
    this.#drawTaken(this.myTaken, this.#bottom);
    if (moving) return;
    const { totals } = state.view;
    const [mine, theirs] = [totals[this.#bottom], totals[seat]];
    score.replaceChildren(el("b", { text: String(mine) }), " – ", el("b", { text: String(theirs) }));
    score.setAttribute("aria-label", t("web_mulle.score_button", { mine, theirs }));
  }

  #drawTaken(element, seat) {
    const number = this.#scene.taken[seat];
    element.dataset.taken = seat;
    element.dataset.test = `taken-${seat}`;
    element.classList.toggle("none", number === 0);
    element.textContent = String(number);
    element.setAttribute("aria-label", t("web_mulle.taken", { player: this.name(seat), n: number }));
  }

  #drawFoot(view, moving) {
    if (moving) return;
    this.where.textContent = t("web_mulle.where", {
      omgang: Math.max(1, view.omgang),
      omgangar: view.omgangar,
      rond: Math.max(1, view.rond),
      ronder: view.ronder,
    });
    const number = view.stock;
    this.stock.querySelector(".number").textContent = t("web_mulle.stock", { n: number });
    this.stock.classList.toggle("none", number === 0);
    this.stock.title = t("web_mulle.stock_name", { n: number });
  }

  // -- choosing --------------------------------------------------------------------------------------

  /** Whether a card can be chosen now: it is this person's turn, and the table shows it. */
  get #ready() {
    return this.myTurn && !this.#isStill && this.#drawn === this.state.version;
  }

  get #table() {
    return this.state.view.table;
  }

  /** What can be done with the chosen card as far as it is narrowed down. */
  get #open() {
    return this.#choice.subset ?? this.#choice.options;
  }

  #select(piece) {
    if (!piece) return;
    const { actions } = this.state;
    const options = actions === null ? [] : optionsOf(actions, piece.card);
    this.#choice = {
      piece,
      options,
      subset: null,
      tie: 0,
      shown: options[0] ?? null,
      stepped: false,
      free: actions === null ? new Set() : null,
      note: "",
    };
    this.#redraw();
  }

  #clear() {
    this.#choice = null;
    this.#redraw();
  }

  #redraw() {
    this.#draw(this.state);
  }

  #tapCard(piece) {
    if (!this.#ready || !piece) return;
    const chosen = this.#choice?.piece.key === piece.key;
    const twice = this.#tapped.piece === piece.key && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { piece: piece.key, at: performance.now() };
    if (!chosen) {
      this.#select(piece);
      if (this.#byKey) this.bar.primary()?.focus();
      else if (twice && this.#choice.options.length === 1) this.#commit(this.#choice.options[0]);
    } else if (this.#byKey && this.#choice.stepped) this.#commit(this.#choice.shown);
    else if (twice && this.#choice.options.length === 1) this.#commit(this.#choice.options[0]);
    else if (!twice) this.#clear();
  }

  #tapPile(place) {
    if (!this.#ready || !this.#choice) return;
    const { free } = this.#choice;
    if (free) {
      if (!free.delete(place)) free.add(place);
      this.#redraw();
      return;
    }
    const found = touching(this.#open, place, this.#table);
    if (found.length) this.#decide(found);
    else this.#refuse(place);
  }

  #drop(target) {
    if (!this.#ready || !this.#choice) return;
    if (target.classList.contains("pile")) {
      this.#tapPile(Number(target.dataset.place));
      return;
    }
    if (this.#choice.free) return;
    const found = untargeted(this.#choice.options);
    if (found.length) this.#decide(found);
    else if (this.#choice.options.length) this.#sayWhy(written.throw(this.#choice.piece.card));
  }

  /** Does the one thing that remains, or asks which. */
  #decide(options) {
    if (options.length === 1) this.#commit(options[0]);
    else this.#narrow(options);
  }

  #narrow(options) {
    Object.assign(this.#choice, { subset: options, tie: 0, shown: options[0], note: "" });
    this.#redraw();
    if (this.#byKey) this.bar.primary()?.focus();
  }

  /** Says why a pile is nothing for the chosen card. */
  #refuse(place) {
    this.#sayWhy(written.take(this.#choice.piece.card, [this.#table[place]]));
  }

  async #sayWhy(text) {
    const choice = this.#choice;
    const reason = await this.reason(text);
    if (!reason || choice !== this.#choice) return;
    choice.note = reason;
    this.#redraw();
  }

  #preview(option) {
    if (!this.#choice || this.#choice.shown === option) return;
    this.#choice.shown = option;
    this.#choice.note = "";
    this.#redraw();
  }

  /** Shows the next of several captures that take equally much. */
  #cycle(by) {
    const takes = this.#open.filter((option) => option.kind === "take");
    if (!takes.length) return;
    this.#choice.tie = (this.#choice.tie + by + takes.length) % takes.length;
    this.#choice.shown = takes[this.#choice.tie];
    this.#redraw();
  }

  /** Goes on to the next of all options of the card. */
  #step(by) {
    const options = this.#open;
    if (!options.length) return;
    const at = (options.indexOf(this.#choice.shown) + by + options.length) % options.length;
    const shown = options[at];
    const tie = options.filter((option) => option.kind === "take").indexOf(shown);
    Object.assign(this.#choice, { shown, stepped: true, note: "", tie: Math.max(0, tie) });
    this.#redraw();
  }

  #back() {
    if (this.#choice.subset) {
      Object.assign(this.#choice, { subset: null, tie: 0, shown: this.#choice.options[0] ?? null, note: "" });
      this.#redraw();
      if (this.#byKey) this.bar.primary()?.focus();
      return;
    }
    const { key } = this.#choice.piece;
    this.#clear();
    this.fan.querySelector(`[data-flip="${key}"]`)?.focus();
  }

  async #commit(option) {
    if (!option) return;
    await this.#send(option.text);
  }

  #commitFree(way) {
    const { piece, free } = this.#choice;
    const piles = [...free].map((place) => this.#table[place]);
    const text = way === "take" ? written.take(piece.card, piles) : written[way](piece.card, piles[0]);
    return this.#send(text);
  }

  async #send(text) {
    if (!this.#ready) return;
    const byKey = this.#byKey;
    const done = this.act(text);
    this.#redraw();
    if (await done) {
      if (byKey) this.#focusHand();
    } else this.#redraw();
  }

  /** After a play by keyboard the focus goes back to the hand. */
  #focusHand() {
    const stop = this.fan.querySelector(".card[tabindex='0']") ?? this.fan.querySelector(".card");
    stop?.focus({ preventScroll: true });
  }

  // -- what is shown of a choice ---------------------------------------------------------------------

  #marks(view) {
    const marks = new Map();
    if (!this.#choice) return marks;
    const { free, shown } = this.#choice;
    if (free) {
      for (const place of range(view.table.length)) {
        marks.set(place, { possible: true, chosen: free.has(place) });
      }
      return marks;
    }
    for (const place of range(view.table.length)) {
      if (touching(this.#open, place, view.table).length) marks.set(place, { possible: true });
    }
    const groups = shown ? shown.groups : [];
    groups.forEach((group, at) => {
      const number = shown.kind === "take" ? at + 1 : null;
      for (const place of group) marks.set(place, { target: true, group: number });
    });
    return marks;
  }

  #markCard(button, card, at) {
    const piece = this.#scene.hands[this.#bottom][at];
    button.dataset.flip = piece.key;
    button.dataset.from = ".mulle-stock";
    const special = this.state.view.special.find(([each]) => each === card);
    if (special) {
      const [, value] = special;
      button.dataset.counts = value;
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

  /** Asks why a card cannot be played, when somebody looks at it. */
  async #explain(button) {
    const { card } = button.dataset;
    if (!button.classList.contains("dimmed") || this.#reasons.has(card)) return;
    const reason = await this.reason(written.throw(card));
    this.#reasons.set(card, reason || t("web_mulle.nothing", { card: cardName(card) }));
    this.#redraw();
  }

  #drawBar(state, moving) {
    if (!moving && this.#choice && this.myTurn) this.#drawChoice();
    else this.bar.show({ words: this.#idleWords(state, moving), quiet: moving || !this.#ready });
  }

  #drawChoice() {
    const { piece, shown, subset, tie, free, note } = this.#choice;
    const name = t("web_mulle.doings", { card: cardName(piece.card) });
    if (free) {
      const controls = freeControls([...free], { free: (way) => this.#commitFree(way) });
      this.bar.show({ words: t("web_mulle.free"), name, controls });
      return;
    }
    const hands = {
      commit: (option) => this.#commit(option),
      cycle: (by) => this.#cycle(by),
      narrow: (options) => this.#narrow(options),
      back: () => this.#back(),
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
      controls: controlsOf(this.#open, moment, hands),
    });
  }

  #idleWords(state, moving) {
    const { to_act: turn } = state.view;
    if (moving || state.pending) return this.#said;
    if (turn === null) return t("web_mulle.over");
    if (turn < 0) return t("web_mulle.dealing");
    const who =
      turn === state.seat
        ? t("web_mulle.choose_card")
        : t(state.seat === null ? "web_mulle.watching" : "web_mulle.wait", { player: this.name(turn) });
    return this.#said ? `${this.#said} ${who}` : who;
  }

  // -- keyboard --------------------------------------------------------------------------------------

  /** See `GameTable.keys`. Arrows go through what can be done, or through the piles; Esc goes back. */
  keys(event) {
    if (event.key === "Escape" && this.#choice) {
      this.#back();
      return true;
    }
    const inside = (element) => element.contains(document.activeElement);
    if (inside(this.cloth.element)) return this.cloth.arrow(event.key);
    if (!this.#choice) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.#step(event.key === "ArrowDown" ? 1 : -1);
      return true;
    }
    if (inside(this.bar.element) && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      this.#arrowBar(event.key === "ArrowRight" ? 1 : -1);
      return true;
    }
    return false;
  }

  #arrowBar(by) {
    const active = document.activeElement;
    const ties = this.#open.filter((option) => option.kind === "take").length;
    if (active.dataset.test === "action-take" && ties > 1) {
      this.#cycle(by);
      return;
    }
    const buttons = this.bar.buttons();
    buttons[(buttons.indexOf(active) + by + buttons.length) % buttons.length].focus();
  }
}

/** What rises from a capture: the mulles and the tabbe that follow it. */
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
