/** Mus for two: hands across, a slate with the four lances between them, and words as buttons. */

// keys: mus.breakdown.*

import { markCard } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { flip, rest } from "../../motion.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { discardOf } from "./bets.js";
import { createCount, countLine, gained } from "./count.js";
import { openFaces, ownFaces } from "./faces.js";
import { after, isOld, lastCount, pictureOf, thisHand } from "./picture.js";
import { createPlate, createRow } from "./seat.js";
import { rows } from "./slate.js";
import { createSlate } from "./slate_view.js";
import { Words } from "./words.js";

/** How long a word of the other stands before the next thing, in ms. */
const BEAT = 420;
/** A table that has fallen so many positions behind shows where the match is, not how it got there. */
const TOO_FAR_BEHIND = 8;
/** So many events at once are more than anybody wants to be told one by one. */
const TOO_MUCH_NEWS = 40;
/** A hand that was counted waits this many times as long as a trick rests, unless somebody goes on. */
const COUNT_RESTS = 5;

const SPEECH = new Set([
  "MusWanted",
  "MusCut",
  "DeclarationMade",
  "Passed",
  "EnvidoMade",
  "OrdagoCalled",
  "BetAccepted",
  "BetRefused",
  "CardsDiscarded",
]);

class MusTable extends GameTable {
  #picture = null;
  #moment = null;
  #heard = [];
  #thrown = new Set();
  #counted = null;
  #skip = null;

  /** See `GameTable.tell`. */
  get tells() {
    return true;
  }

  build() {
    this.parts = {
      head: el("p", { class: "mus-head-text" }),
      last: el("button", {
        type: "button",
        class: "button small",
        text: t("web_mus.last"),
        hidden: true,
        "aria-keyshortcuts": "b",
        dataset: { test: "last-hand", key: "B" },
        on: { click: () => this.#openLast() },
      }),
      them: createPlate("them"),
      me: createPlate("me"),
      far: createRow("them"),
      near: createRow("me"),
      slate: createSlate(),
      count: createCount(),
      prompt: el("p", { class: "mus-prompt", role: "status" }),
      discard: el("button", {
        type: "button",
        class: "button primary mus-discard",
        hidden: true,
        "aria-keyshortcuts": "d",
        dataset: { test: "discard", key: "D" },
        on: { click: () => this.#discard() },
      }),
      next: el("button", {
        type: "button",
        class: "button primary mus-next",
        text: t("web_mus.count.next"),
        hidden: true,
        dataset: { test: "next-hand" },
        on: { click: () => this.#skip?.() },
      }),
    };
    this.#layOut();
  }

  #layOut() {
    this.words = new Words({
      onSay: (text) => this.#act(text),
      label: (text) => this.label(text),
    });
    this.fan = this.handFan([], {
      deck: "spanish",
      label: t("web.your_hand"),
      onPick: (name, button) => this.#throw(button),
      mark: (button) => this.#mark(button),
      made: (button) => (button.dataset.from = ".mus-slate"),
    });
    const { head, last, them, me, far, near, slate, count, prompt, discard, next } = this.parts;
    this.append(
      el(
        "div",
        { class: "mus-board" },
        el("div", { class: "mus-head" }, head, last),
        el("div", { class: "mus-side them" }, them.element, far.element, them.said),
        slate.element,
        el("div", { class: "mus-side me" }, me.element, near.element, this.fan, me.said),
        el("div", { class: "mus-mine" }, prompt, this.words.element, discard, next),
      ),
      count.element,
    );
  }

  attach(session) {
    super.attach(session);
    session.addEventListener("pending", this.#onPending);
  }

  detach() {
    super.detach();
    this.session.removeEventListener("pending", this.#onPending);
    this.#skip?.();
  }

  /** An action is under way, or answered: what can be done has changed, though nothing has moved. */
  #onPending = () => {
    // An answer unlocks the table just before the position that follows from it is heard: look after that.
    queueMicrotask(() => {
      if (this.#picture && this.#moment) this.#drawMine();
    });
  };

  // -- from one moment to the next -----------------------------------------------------------------

  async update({ previous, state, notices }) {
    const moved = previous?.version !== state.version;
    if (moved) {
      this.#moment = null;
      this.#thrown.clear();
    }
    if (moved && previous?.view) await this.#follow(notices, state);
    else this.tell(notices);
    this.#moment = state;
    this.#heard = thisHand(state.log);
    if (moved && this.#open) sound("turn");
    await this.#show(pictureOf(state.view, this.#heard));
  }

  /** Shows what happened, event by event. */
  async #follow(notices, state) {
    const events = notices.map((notice) => notice.event);
    const behind = this.state.version - state.version > TOO_FAR_BEHIND || events.length > TOO_MUCH_NEWS;
    if (behind || events.some((event) => event.type === "UndoDone")) {
      this.tell(notices);
      return;
    }
    for (const [turn, event] of events.entries()) {
      this.tell([notices[turn]]);
      if (event.type === "HandStarted") this.#heard = [];
      this.#heard = [...this.#heard, event];
      const next = after(this.#picture, event);
      if (next !== this.#picture) await this.#showEvent(event, next, events);
    }
  }

  async #showEvent(event, next, events) {
    await this.#show(next);
    if (SPEECH.has(event.type) && event.seat !== this.state.seat) await this.#pause(BEAT);
    else if (event.type === "HandsShown") await this.#pause(settings.get("trick_rest"));
    else if (event.type === "StonesScored") await this.#count(event);
    else if (event.type === "HandEnded" && !events.some(({ type }) => type === "MatchWon")) {
      await this.#waitForNext(event);
    }
  }

  async #count(event) {
    sound(event.seat === this.state.seat ? "win" : "take");
    this.#prompt(countLine(event, (seat) => this.name(seat)));
    await this.#pause(event.reason === "deje" ? BEAT : 0.75 * settings.get("trick_rest"));
  }

  /** A hand is over: it lies there until somebody goes on, or long enough. */
  async #waitForNext(event) {
    const { next } = this.parts;
    this.#prompt(gained(event, this.#order, (seat) => this.name(seat)));
    const kept = this.contains(document.activeElement) || document.activeElement === document.body;
    next.hidden = false;
    if (kept && this.state.seat !== null) next.focus({ preventScroll: true });
    await this.#pause(COUNT_RESTS * settings.get("trick_rest"));
    this.#counted = document.activeElement === next;
    next.hidden = true;
  }

  /** Waits, unless somebody goes on. */
  async #pause(ms) {
    const skipped = new Promise((done) => (this.#skip = done));
    await Promise.race([rest(ms), skipped]);
    this.#skip = null;
  }

  async #show(picture) {
    this.#picture = picture;
    await flip(this, () => this.#draw());
  }

  // -- drawing -------------------------------------------------------------------------------------

  /** The seat at the bottom. */
  get #bottom() {
    return this.state.seat ?? 0;
  }

  /** The seats as they sit, the one across first. */
  get #order() {
    return [1 - this.#bottom, this.#bottom];
  }

  /** Whether this person can act in what is being shown. */
  get #open() {
    return this.#moment !== null && this.#moment.version === this.state.version && this.myTurn;
  }

  get #actions() {
    return this.#open ? (this.#moment.actions ?? []) : [];
  }

  #draw() {
    const picture = this.#picture;
    const { head, last, them, me, slate } = this.parts;
    const name = (seat) => this.name(seat);
    const target =
      picture.target === null ? t("mus.head.single") : t("mus.head.target", { target: picture.target });
    head.textContent = `${t("web_mus.hand", { number: picture.number })} · ${target}`;
    last.hidden = lastCount(this.state.log) === null;
    this.dataset.phase = picture.phase;
    this.classList.toggle("watching", this.state.seat === null);
    this.classList.toggle("showing", picture.shown !== null);
    const [far, near] = this.#order;
    them.show(this.#facts(far));
    me.show(this.#facts(near));
    slate.show(rows(picture), this.#order, name, picture.scored);
    this.#drawCards(picture);
    this.#drawMine();
  }

  #facts(seat) {
    const { stones, target, mano, turn, said, lance } = this.#picture;
    return {
      name: this.name(seat),
      stones: stones[seat],
      target,
      mano: mano === seat,
      turn: turn === seat,
      saying: said[seat],
      old: said[seat] !== null && isOld(said[seat], lance),
    };
  }

  #drawCards(picture) {
    const [far, near] = this.#order;
    const playing = this.state.seat !== null;
    const open = picture.shown ?? this.state.hands ?? null;
    const own = playing ? ownFaces(picture.number, this.#heard, picture.hand, near) : null;
    const both = open ? openFaces(picture.number, open, near, own) : [null, null];
    this.parts.far.show({ name: this.name(far), held: picture.held[far], faces: both[far] });
    this.parts.near.element.hidden = playing;
    this.fan.hidden = !playing;
    if (playing) this.fan.show(own.map(({ rank, suit }) => rank + suit));
    else this.parts.near.show({ name: this.name(near), held: picture.held[near], faces: both[near] });
  }

  #drawMine() {
    const picture = this.#picture;
    const open = this.#open;
    const discarding = open && picture.phase === "discard";
    const inWords = this.words.element.contains(document.activeElement);
    this.classList.toggle("my-turn", open);
    const spoken = discarding ? [] : this.#actions;
    if (spoken !== this.words.offered) this.words.show({ actions: spoken, raises: picture.bet !== null });
    this.words.offered = spoken;
    this.#drawDiscard(discarding);
    this.#prompt(this.#question(picture));
    for (const button of this.fan.querySelectorAll(".card")) this.#mark(button);
    this.#refocus(inWords);
  }

  #drawDiscard(discarding) {
    const { discard } = this.parts;
    const n = this.#thrown.size;
    discard.hidden = !discarding;
    discard.textContent = n ? t("web_mus.discard.some", { n }) : t("web_mus.discard");
    discard.setAttribute("aria-disabled", String(n === 0));
  }

  /** What is asked of this person, or whom everybody waits for. */
  #question(picture) {
    if (picture.phase === "over") return t("web_mus.turn.over");
    if (this.#open) return this.#ask(picture);
    if (picture.turn === null || picture.turn === this.state.seat || picture.turn < 0) return "";
    return t("web_mus.turn.other", { name: this.name(picture.turn) });
  }

  #ask({ phase, bet, lance }) {
    if (phase === "mus") return t("web_mus.turn.mus");
    if (phase === "discard") return t("web_mus.discard.choose");
    const on = { lance: t(`mus.breakdown.${lance}`), stones: bet?.stake };
    if (bet === null) return t("web_mus.turn.speak", on);
    return t(bet.ordago ? "web_mus.turn.answer_ordago" : "web_mus.turn.answer", on);
  }

  #prompt(text) {
    if (this.parts.prompt.textContent !== text) this.parts.prompt.textContent = text;
  }

  // -- cards to put away ---------------------------------------------------------------------------

  get #discarding() {
    return this.#open && this.#picture.phase === "discard";
  }

  #mark(button) {
    const discarding = this.#discarding;
    const selected = this.#thrown.has(button);
    markCard(button, { playable: discarding && !selected, selected: discarding ? selected : undefined });
  }

  #throw(button) {
    if (!this.#discarding) return;
    if (!this.#thrown.delete(button)) this.#thrown.add(button);
    this.#mark(button);
    this.#drawDiscard(true);
  }

  #discard() {
    if (this.#thrown.size === 0) {
      this.#prompt(t("web_mus.discard.choose"));
      return;
    }
    const ranks = [...this.#thrown].map((button) => button.dataset.card[0]);
    const text = discardOf(this.#actions, ranks);
    if (text) this.#act(text);
  }

  #act(text) {
    if (this.#open) this.act(text);
  }

  // -- keyboard, focus, the last hand --------------------------------------------------------------

  keys(event) {
    const { next, discard, last } = this.parts;
    if (event.key === "Escape") return this.#cancel();
    if (event.key === "b" && !last.hidden) this.#openLast();
    else if (event.key === "Enter" && !next.hidden) this.#skip?.();
    else if (event.key === "d" && !discard.hidden) this.#discard();
    else if (/^[1-4]$/.test(event.key) && this.#discarding) this.#throwAt(Number(event.key) - 1);
    else if (!this.words.element.hidden && this.words.key(event.key)) return true;
    else if (/^Arrow(Left|Right)$/.test(event.key) && isNowhere()) this.#focusHand();
    else return false;
    return true;
  }

  #throwAt(place) {
    const button = this.fan.querySelectorAll(".card")[place];
    if (button) this.#throw(button);
  }

  #cancel() {
    const armed = this.words.cancel();
    const thrown = this.#thrown.size > 0;
    if (thrown) {
      this.#thrown.clear();
      this.#drawMine();
    }
    return armed || thrown;
  }

  #openLast() {
    const count = lastCount(this.state.log);
    if (count) this.parts.count.open(count, this.#order, (seat) => this.name(seat), this.state.seat);
  }

  #focusHand() {
    (this.fan.querySelector('.card[tabindex="0"]') ?? this.fan.querySelector(".card"))?.focus();
  }

  /** Gives the keyboard the words again if it was there before they changed. */
  #refocus(inWords) {
    this.#counted ||= inWords;
    const at = document.activeElement;
    if (!this.#counted || !this.#open) return;
    this.#counted = false;
    if (at !== document.body && this.isConnected && at?.offsetParent !== null) return;
    if (this.#discarding) this.#focusHand();
    else this.words.focus();
  }
}

/** Whether the keyboard is at no particular place. */
const isNowhere = () => document.activeElement === document.body;

customElements.define("korthus-mus", MusTable);
