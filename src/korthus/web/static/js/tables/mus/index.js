/** Mus for two: hands across, a slate with the four lances between them, and words as buttons. */

// keys: mus.breakdown.*

import { markCard } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { discardOf } from "./bets.js";
import { createCount, countLine, gained } from "./count.js";
import { openFaces, ownFaces } from "./faces.js";
import { after, isOld, lastCount, sceneOf, thisHand } from "./scene.js";
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
  #heard = [];
  #thrown = new Set();
  #counted = false;
  /** @type {Choice[]|null} */
  #offered = null;

  parts = {
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
      on: { click: () => this.skip() },
    }),
  };
  words = new Words({
    onSay: (text) => this.#act(text),
    label: (text) => this.label(text),
  });
  fan = this.handFan([], {
    deck: "spanish",
    label: t("web.your_hand"),
    onPick: (name, button) => this.#throw(button),
    mark: (button) => this.#mark(button),
    made: (button) => (button.dataset.from = ".mus-slate"),
  });

  build() {
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

  // -- from one moment to the next -----------------------------------------------------------------

  /** See `GameTable`. */
  sceneOf(state) {
    this.#heard = thisHand(state.log);
    return sceneOf(state.view, this.#heard);
  }

  forget() {
    this.#thrown.clear();
  }

  patience() {
    return { news: TOO_MUCH_NEWS, behind: TOO_FAR_BEHIND };
  }

  steps(event) {
    if (event.type === "HandStarted") this.#heard = [];
    this.#heard = [...this.#heard, event];
    return after(this.scene, event);
  }

  async linger(_, { event, events }) {
    if (SPEECH.has(event.type) && event.seat !== this.state.seat) await this.pause(BEAT);
    else if (event.type === "HandsShown") await this.pause(settings.get("trick_rest"));
    else if (event.type === "StonesScored") await this.#count(event);
    else if (event.type === "HandEnded" && !events.some(({ type }) => type === "GameEnded")) {
      await this.#waitForNext(event);
    }
  }

  async #count(event) {
    sound(event.seat === this.state.seat ? "win" : "take");
    this.#prompt(countLine(event, (seat) => this.name(seat)));
    await this.pause(event.reason === "deje" ? BEAT : 0.75 * settings.get("trick_rest"));
  }

  /** A hand is over: it lies there until somebody goes on, or long enough. */
  async #waitForNext(event) {
    const { next } = this.parts;
    this.#prompt(gained(event, this.#order, (seat) => this.name(seat)));
    const kept = this.contains(document.activeElement) || document.activeElement === document.body;
    next.hidden = false;
    if (kept && this.state.seat !== null) next.focus({ preventScroll: true });
    await this.pause(COUNT_RESTS * settings.get("trick_rest"));
    this.#counted = document.activeElement === next;
    next.hidden = true;
  }

  // -- drawing -------------------------------------------------------------------------------------

  /** The seats as they sit, the one across first. */
  get #order() {
    return [this.top, this.bottom];
  }

  get #actions() {
    return this.canAct ? (this.shown?.actions ?? []) : [];
  }

  draw() {
    const { scene } = this;
    const { head, last, them, me, slate } = this.parts;
    const name = (seat) => this.name(seat);
    const target =
      scene.target === null ? t("mus.head.single") : t("mus.head.target", { target: scene.target });
    head.textContent = `${t("web_mus.hand", { number: scene.number })} · ${target}`;
    last.hidden = lastCount(this.state.log) === null;
    this.dataset.phase = scene.phase;
    this.classList.toggle("watching", this.state.seat === null);
    this.classList.toggle("showing", scene.shown !== null);
    const [far, near] = this.#order;
    them.show(this.#facts(far));
    me.show(this.#facts(near));
    slate.show(rows(scene), this.#order, name, scene.scored);
    this.#drawCards(scene);
    this.drawMine();
  }

  #facts(seat) {
    const { stones, target, mano, turn, said, lance } = this.scene;
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

  #drawCards(scene) {
    const [far, near] = this.#order;
    const playing = this.state.seat !== null;
    const open = scene.shown ?? this.state.hands ?? null;
    const own = playing ? ownFaces(scene.number, this.#heard, scene.hand, near) : null;
    const both = open ? openFaces(scene.number, open, near, own) : [null, null];
    this.parts.far.show({ name: this.name(far), held: scene.held[far], faces: both[far] });
    this.parts.near.element.hidden = playing;
    this.fan.hidden = !playing;
    if (playing) this.fan.show(own.map(({ rank, suit }) => rank + suit));
    else this.parts.near.show({ name: this.name(near), held: scene.held[near], faces: both[near] });
  }

  drawMine() {
    const { scene } = this;
    const open = this.canAct;
    const discarding = open && scene.phase === "discard";
    const inWords = this.words.element.contains(document.activeElement);
    this.classList.toggle("my-turn", open);
    const spoken = discarding ? [] : this.#actions;
    if (spoken !== this.#offered) this.words.show({ actions: spoken, raises: scene.bet !== null });
    this.#offered = spoken;
    this.#drawDiscard(discarding);
    this.#prompt(this.#question(scene));
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
  #question(scene) {
    if (scene.phase === "over") return t("web_mus.turn.over");
    if (this.canAct) return this.#ask(scene);
    if (scene.turn === null || scene.turn === this.state.seat || scene.turn < 0) return "";
    return t("web_mus.turn.other", { name: this.name(scene.turn) });
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
    return this.canAct && this.scene.phase === "discard";
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
    if (this.canAct) this.act(text);
  }

  // -- keyboard, focus, the last hand --------------------------------------------------------------

  keys(event) {
    const { next, discard, last } = this.parts;
    if (event.key === "Escape") return this.#cancel();
    if (event.key === "b" && !last.hidden) this.#openLast();
    else if (event.key === "Enter" && !next.hidden) this.skip();
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
      this.drawMine();
    }
    return armed || thrown;
  }

  #openLast() {
    const count = lastCount(this.state.log);
    if (count) this.parts.count.open(count, this.#order, (seat) => this.name(seat), this.state.seat);
  }

  #focusHand() {
    const cards = this.fan.buttons();
    (cards.find((card) => card.tabIndex === 0) ?? cards[0])?.focus();
  }

  /** Gives the keyboard the words again if it was there before they changed. */
  #refocus(inWords) {
    this.#counted ||= inWords;
    const at = /** @type {HTMLElement|null} */ (document.activeElement);
    if (!this.#counted || !this.canAct) return;
    this.#counted = false;
    if (at !== document.body && this.isConnected && at?.offsetParent !== null) return;
    if (this.#discarding) this.#focusHand();
    else this.words.focus();
  }
}

/** Whether the keyboard is at no particular place. */
const isNowhere = () => document.activeElement === document.body;

customElements.define("korthus-mus", MusTable);
