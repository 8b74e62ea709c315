/** `<korthus-mulle>`: a table of Mulle. Tap a card, see what it can do, and do it. */

import { markCard, cardName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { draggable } from "../../drag.js";
import { t } from "../../i18n.js";
import { glint, rest } from "../../motion.js";
import { sound } from "../../sound.js";
import { GameTable, handFan } from "../base.js";
import { createFoot, createPanel, createStrip, createTaken } from "./around.js";
import { controlsOf, createBar, freeControls, questionOf } from "./bar.js";
import { Choice } from "./choice.js";
import { createCloth, drawPieces } from "./cloth.js";
import { touching, untargeted, written } from "./options.js";
import { drawPanel } from "./panel.js";
import { after, sceneOf } from "./scene.js";

/** How long a moment of a play stays before the next, in milliseconds. */
const PAUSES = { play: 140, gather: 520, take: 0, build: 240, deal: 120, turn: 0 };
/** Two taps on a card within this time are a double tap. */
const DOUBLE = 400;

const PLAYS = new Set(["Captured", "MulleTaken", "TabbeScored", "BuildMade", "Discarded"]);

class KorthusMulle extends GameTable {
  #choice = null;
  #tapped = { piece: null, at: 0 };
  #reasons = new Map();
  #said = "";

  // -- what is there ---------------------------------------------------------------------------------

  build() {
    this.classList.add("mulle");
    this.toggleAttribute("data-still", this.isStill);
    this.bar = createBar((option) => this.#preview(option));
    this.cloth = createCloth((place) => this.#tapPile(place));
    this.fan = handFan([], {
      label: t("web_mulle.hand"),
      made: (button) => this.#makeCard(button),
      mark: (button, card, at) => this.#markCard(button, card, at),
    });
    this.them = createStrip();
    this.mine = el("div", { class: "mulle-backs large", role: "img" });
    this.foot = createFoot();
    this.myTaken = createTaken();
    this.cloth.foot.append(...this.foot.parts, this.myTaken.element);
    this.panel = createPanel();
    this.hand = el("div", { class: "mulle-hand" }, this.fan, this.mine);
    const parts = [this.them.element, this.cloth.element, this.bar.element, this.hand];
    this.felt = el("div", { class: "mulle-felt" }, parts);
    this.replaceChildren(this.felt, this.panel.element);
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
    return this.scene.hands[this.bottom].find((piece) => piece.key === button.dataset.flip);
  }

  // -- drawing ---------------------------------------------------------------------------------------

  /** See `GameTable`. */
  sceneOf(state, before) {
    return sceneOf(state.view, state.hands ?? null, before);
  }

  forget() {
    this.#choice = null;
    this.#reasons.clear();
  }

  steps(event, { events, at }) {
    const steps = after(this.scene, event);
    // Cards that are turned up at once are dealt face up.
    if (event.type !== "RondStarted" || events[at + 1]?.type !== "HandDealt") return steps;
    this.scene = steps[0].scene;
    return [];
  }

  enter({ what }) {
    sound(what === "take" || what === "gather" ? "take" : "play");
  }

  async linger({ what }, { events, at }) {
    const won = what === "gather" ? gains(events, at) : [];
    if (!won.length) {
      await rest(PAUSES[what]);
      return;
    }
    sound("win");
    for (const words of won) await glint(this.cloth.heap, words);
  }

  /** Keeps the last sentence about a play, to be read while the other thinks. */
  hear(notices) {
    const about = notices.filter((notice) => PLAYS.has(notice.event.type) && notice.said);
    if (about.length) this.#said = about.at(-1).said;
  }

  draw(state, step) {
    const moving = step !== null;
    const { view } = state;
    const marks = moving ? null : this.#choice?.marks(view.table);
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

  #drawHands(state) {
    const own = this.scene.hands[this.bottom];
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
      const held = t("web_mulle.held", { player: this.name(this.bottom), n: own.length });
      this.mine.setAttribute("aria-label", held);
    }
  }

  #handName(state) {
    if (state.seat !== null) return t("web_mulle.hand");
    return t("web_mulle.hand_of", { player: this.name(this.bottom) });
  }

  #drawThem({ view }, moving) {
    const [mine, theirs] = [this.bottom, this.top];
    const { hands, taken } = this.scene;
    const toAct = !moving && view.to_act === theirs;
    this.them.show({ player: this.name(theirs), pieces: hands[theirs], toAct });
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

  #select(piece) {
    if (!piece) return;
    this.#choice = new Choice(piece, this.state.actions);
    this.redraw();
  }

  #clear() {
    this.#choice = null;
    this.redraw();
  }

  #tapCard(piece) {
    if (!this.#ready || !piece) return;
    const chosen = this.#choice?.piece.key === piece.key;
    const twice = this.#tapped.piece === piece.key && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { piece: piece.key, at: performance.now() };
    if (!chosen) {
      this.#select(piece);
      if (this.byKey) this.bar.primary()?.focus();
      else if (twice) this.#commit(this.#choice.only);
    } else if (this.byKey && this.#choice.stepped) this.#commit(this.#choice.shown);
    else if (twice) this.#commit(this.#choice.only);
    else this.#clear();
  }

  #tapPile(place) {
    if (!this.#ready || !this.#choice) return;
    if (this.#choice.free) {
      this.#choice.toggle(place);
      this.redraw();
      return;
    }
    const found = touching(this.#choice.open, place, this.#table);
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
    this.#choice.narrow(options);
    this.redraw();
    if (this.byKey) this.bar.primary()?.focus();
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
    this.redraw();
  }

  #preview(option) {
    if (!this.#choice || this.#choice.shown === option) return;
    this.#choice.preview(option);
    this.redraw();
  }

  #cycle(by) {
    this.#choice.cycle(by);
    this.redraw();
  }

  #back() {
    if (this.#choice.subset) {
      this.#narrow(null);
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
    const byKey = this.byKey;
    const done = this.act(text);
    this.redraw();
    if (await done) {
      if (byKey) this.#focusHand();
    } else this.redraw();
  }

  /** After a play by keyboard the focus goes back to the hand. */
  #focusHand() {
    const stop = this.fan.querySelector(".card[tabindex='0']") ?? this.fan.querySelector(".card");
    stop?.focus({ preventScroll: true });
  }

  // -- what is shown of a choice ---------------------------------------------------------------------

  #markCard(button, card, at) {
    const piece = this.scene.hands[this.bottom][at];
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
    this.redraw();
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
      controls: controlsOf(this.#choice.open, moment, hands),
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
      this.#choice.step(event.key === "ArrowDown" ? 1 : -1);
      this.redraw();
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
    if (active.dataset.test === "action-take" && this.#choice.takes.length > 1) {
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
