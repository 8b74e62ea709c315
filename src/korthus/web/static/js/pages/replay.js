/** A finished game, step by step, on the game's own table. */

import { get } from "../api.js";
import { fieldOf, linkButton } from "../controls.js";
import { el, setText, svg } from "../dom.js";
import { language, t } from "../i18n.js";
import { StillSession } from "../session.js";
import { loadTable } from "../tables/load.js";
import { gameTitle } from "./parts/games.js";
import { copyButton } from "./parts/say.js";
import { scoreText } from "./parts/words.js";

/** How long a step is shown when the game plays itself, in milliseconds. */
const PACE = 1400;
/** The drawings on the buttons, in a square of 24. */
const ICONS = {
  first: "M6 5v14M18 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  next: "M8 5l9 7-9 7",
  last: "M18 5v14M6 5l9 7-9 7z",
};

const ICONS_AT_END = ["first", "last"];

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}

/**
 * Shows the finished game of a code.
 * @param {HTMLElement} root
 * @param {Json} more
 * @returns {Promise<() => void>} leaves it
 */
export default async function mount(root, { code }) {
  const game = await get(`/api/tables/${encodeURIComponent(code)}/replay?lang=${language()}`);
  const element = await loadTable(game.game, game.description);
  const query = new URLSearchParams(location.search);
  const asked = Number(query.get("at") ?? 0);
  const replay = new Replay(code, game, document.createElement(element), asked);
  root.append(replay.element);
  const leave = replay.open();
  const better = query.get("better");
  if (better) await replay.showBetter(better);
  return leave;
}

/** A finished game, and the step of it that is looked at. */
class Replay {
  #code;
  #game;
  #table;
  #last;
  #at;
  /** @type {number|null} */
  #eyes = null;
  /** @type {ReturnType<typeof setInterval>|null} */
  #playing = null;
  #onKey = (/** @type {Json} */ event) => this.#key(event);

  /**
   * @param {string} code
   * @param {Json} game
   * @param {Json} table
   * @param {Json} asked
   */
  constructor(code, game, table, asked) {
    this.#code = code;
    this.#game = game;
    this.#table = table;
    this.#last = game.frames.length - 1;
    this.#at = Number.isInteger(asked) ? Math.max(0, Math.min(this.#last, asked)) : 0;
    const { game: name, preset, options, description } = game;
    this.session = new StillSession({ ...this.#facts(), code, game: name, preset, options, description });
    const go = (/** @type {number} */ step) => this.#go(step);
    this.log = sentenceLog(game, go);
    this.better = el("p", { class: "replay-better", role: "status", dataset: { test: "better" } });
    this.look = el("a", {
      class: "button small",
      text: t("web_puzzles.look"),
      dataset: { test: "to-analysis" },
    });
    this.controls = stepControls({ last: this.#last, go, toggle: () => this.#toggle() });
    this.element = el("div", { class: "replay" }, this.#middle(), this.#side());
  }

  /**
   * Draws a better move on the table, from where the one sat who did not make it.
   * @param {string} text
   */
  async showBetter(text) {
    const asked = new URLSearchParams({ at: String(this.#at), move: text, lang: language() });
    const { seat, move } = await get(`/api/tables/${encodeURIComponent(this.#code)}/position?${asked}`);
    if (!move) return;
    this.#eyes = seat;
    this.session.show(this.#facts());
    await this.#table.drawn;
    this.#table.point(move);
    setText(this.better, t("web_puzzles.better", { action: move.label }));
  }

  /** Begins to show it. @returns {() => void} ends it */
  open() {
    this.#table.attach(this.session);
    this.#tell();
    addEventListener("keydown", this.#onKey);
    return () => {
      this.#stop();
      removeEventListener("keydown", this.#onKey);
      this.#table.detach();
    };
  }

  #middle() {
    const { game, outcome, players } = this.#game;
    return el(
      "div",
      { class: "replay-main" },
      el(
        "div",
        { class: "replay-head" },
        el("h1", { text: t("web_home.replay.title", { game: gameTitle(game) }) }),
        el("p", { class: "soft numbers", text: scoreText(outcome, players) }),
        this.better,
      ),
      el(
        "div",
        { class: "replay-table" },
        el("h2", { class: "visually-hidden", text: t("web.table.area") }),
        this.#table,
      ),
      this.controls.element,
    );
  }

  #side() {
    const look = (/** @type {number|null} */ seat) => {
      this.#eyes = seat;
      this.#draw();
    };
    const copy = copyButton(() => `${location.origin}/replay/${this.#code}?at=${this.#at}`, {
      test: "copy-position",
      label: t("web_home.replay.copy"),
    });
    return el(
      "aside",
      { class: "replay-side", "aria-label": t("web_home.replay.side") },
      el("div", { class: "rows" }, viewpoint(this.#game.players, look), copy, this.look),
      this.log.element,
      links(this.#code, this.#game),
    );
  }

  /** What a session knows at this step. */
  #facts() {
    const { frames, players, outcome } = this.#game;
    const at = this.#at;
    const eyes = this.#eyes;
    const { view, hands } = frames[at];
    return {
      view: eyes === null ? view : { ...view, seat: eyes, hand: hands[eyes] },
      hands: eyes === null ? hands : null,
      seat: eyes,
      actions: [],
      players,
      version: at,
      log: frames.slice(0, at + 1).flatMap(noticesOf),
      sequence: at,
      to_act: view.to_act,
      over: at === this.#last,
      outcome: at === this.#last ? outcome : null,
    };
  }

  /** Shows which step it is, wherever that is shown. */
  #tell() {
    this.controls.show(this.#at, this.#playing !== null);
    this.log.mark(this.#at);
    this.look.href = `/analysis/${this.#game.game}?replay=${this.#code}&at=${this.#at}`;
  }

  /** @param {Notice[]} notices */
  #draw(notices = []) {
    const at = this.#at;
    this.better.textContent = "";
    this.#table.point(null);
    this.session.show(this.#facts(), notices);
    this.#tell();
    history.replaceState(null, "", `/replay/${this.#code}${at ? `?at=${at}` : ""}`);
  }

  /** @param {number} step */
  #go(step) {
    const next = Math.max(0, Math.min(this.#last, step));
    if (next === this.#at) return;
    const forward = next === this.#at + 1;
    this.#at = next;
    if (next === this.#last) this.#stop();
    this.#draw(forward ? noticesOf(this.#game.frames[next]) : []);
  }

  #toggle() {
    if (this.#playing !== null) this.#stop();
    else {
      if (this.#at === this.#last) this.#go(0);
      this.#playing = setInterval(() => this.#go(this.#at + 1), PACE);
    }
    this.controls.show(this.#at, this.#playing !== null);
  }

  #stop() {
    clearInterval(this.#playing ?? undefined);
    this.#playing = null;
  }

  /** @param {Json} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea")) return;
    const at = this.#at;
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.#last };
    const step = goals[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#stop();
    this.#go(step);
  }
}

/** What everybody heard at a step, as a table hears it. @param {Json} facts */
function noticesOf({ index, events }) {
  return events.map((/** @type {Json} */ event) => ({ sequence: index, event, said: null }));
}

/** Buttons and a slider for the steps. @param {Json} facts */
function stepControls({ last, go, toggle }) {
  let now = 0;
  const button = (
    /** @type {keyof typeof ICONS} */ picture,
    /** @type {string} */ key,
    /** @type {string} */ test,
    /** @type {() => void} */ onPress,
  ) =>
    el(
      "button",
      {
        type: "button",
        class: ICONS_AT_END.includes(picture) ? "button step at-end" : "button step",
        "aria-label": t(key),
        title: t(key),
        dataset: { test },
        on: { click: onPress },
      },
      icon(picture),
    );
  const play = button("play", "web_home.replay.play", "replay-play", toggle);
  const slider = el("input", {
    type: "range",
    min: 0,
    max: last,
    value: 0,
    "aria-label": t("web_home.replay.step"),
    dataset: { test: "replay-slider" },
    on: { input: (event) => go(Number(event.target.value)) },
  });
  const counter = el("output", { class: "numbers", dataset: { test: "replay-at" } });
  const element = el(
    "div",
    { class: "replay-controls" },
    el(
      "div",
      { class: "replay-buttons" },
      button("first", "web_home.replay.first", "replay-first", () => go(0)),
      button("back", "web_home.replay.back", "replay-back", () => go(now - 1)),
      play,
      button("next", "web_home.replay.next", "replay-next", () => go(now + 1)),
      button("last", "web_home.replay.last", "replay-last", () => go(last)),
      counter,
    ),
    slider,
  );
  return {
    element,
    /** @param {number} at */
    show(at, playing = false) {
      now = at;
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", t("web_home.replay.of", { at, last }));
      counter.textContent = `${at} / ${last}`;
      play.replaceChildren(icon(playing ? "pause" : "play"));
      play.setAttribute("aria-label", t(playing ? "web_home.replay.pause" : "web_home.replay.play"));
    },
  };
}

/**
 * Every sentence of the game; each leads to its step.
 * @param {Json} game
 * @param {(step: number) => void} go
 */
function sentenceLog(game, go) {
  const items = game.frames.map((/** @type {Json} */ { index, said }) =>
    said.length === 0
      ? null
      : el(
          "li",
          { dataset: { at: index } },
          el(
            "button",
            { type: "button", on: { click: () => go(index) }, dataset: { test: `log-${index}` } },
            said.map((/** @type {string} */ text) => el("span", { text })),
          ),
        ),
  );
  const list = el(
    "ol",
    { class: "replay-log", tabindex: "0", "aria-label": t("web_home.replay.log") },
    items,
  );
  return {
    element: list,
    /** @param {number} at */
    mark(at) {
      for (const item of items) {
        if (item === null) continue;
        const on = Number(item.dataset.at) === at;
        item.classList.toggle("now", on);
        if (on) item.setAttribute("aria-current", "step");
        else item.removeAttribute("aria-current");
        if (on) list.scrollTop = item.offsetTop - list.clientHeight / 2;
      }
    },
  };
}

/**
 * @param {{name: string}[]} players
 * @param {(value: Json) => void} onChoose
 */
function viewpoint(players, onChoose) {
  return fieldOf(
    t("web_home.replay.eyes"),
    el(
      "select",
      {
        dataset: { test: "viewpoint" },
        on: { change: (event) => onChoose(event.target.value === "" ? null : Number(event.target.value)) },
      },
      el("option", { value: "", text: t("web_home.replay.open") }),
      players.map(({ name }, seat) => el("option", { value: seat, text: name })),
    ),
  );
}

/**
 * @param {string} code
 * @param {Json} game
 */
function links(code, game) {
  const link = (
    /** @type {string} */ href,
    /** @type {string} */ key,
    /** @type {string} */ test,
    more = {},
  ) => linkButton(href, t(key), test, "small", more);
  return el(
    "div",
    { class: "rows" },
    link(`/review/${code}`, "web_home.review", "to-review"),
    link(`/verify/${code}`, "web_home.verify.link", "to-verify"),
    link(`/api/tables/${code}/record`, "web_home.record", "record", {
      download: `korthus-${game.game}-${code}.json`,
    }),
  );
}
