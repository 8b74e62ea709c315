/** The frame around a game: a bar, the middle, a side. It connects, and lets the game's own element play. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { TableSession } from "../session.js";
import { sound } from "../sound.js";
import { forgetSeat } from "../store.js";
import { showAdvice } from "./advice.js";
import { Banners } from "./banners.js";
import { wayHome } from "./buttons.js";
import { ConnectionLamp, showEnded } from "./connection.js";
import { note, noting } from "./dialogs.js";
import { Ending } from "./ending.js";
import { sitDown } from "./entrance.js";
import { insteadNews } from "./instead.js";
import { showHelp, showMenu } from "./menu.js";
import { movesList } from "./moves.js";
import { PlayerList } from "./players.js";
import { headline } from "./result.js";
import { Side } from "./side.js";
import { Stage } from "./stage.js";
import { isMine, StatusLine } from "./status.js";
import { Tools } from "./tools.js";

// keys: *.title

/** How often clocks and countdowns are drawn anew, in milliseconds. */
const TICK = 500;
/** Why a table cannot be played any more although its log is sound: its moves can still be read. */
const NOT_PLAYABLE = new Set(["GAME_GONE", "BROKEN_GAME", "RULES_CHANGED"]);

/** One open table: the session and everything around the game. */
export class TableFrame {
  #root;
  #session;
  #closed = false;
  #ticking = 0;
  /** @type {() => void} */
  #endWarming = () => {};
  #title = el("h1", { text: "korthus" });
  #announcer = el("p", { class: "visually-hidden", role: "status", dataset: { test: "announcer" } });
  #lamp = new ConnectionLamp();
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /**
   * @param {HTMLElement} root where the frame is put
   * @param {string} code the table's code
   * @param {() => void} again opens the table anew, with another seat
   */
  constructor(root, code, again) {
    this.#root = root;
    this.#session = new TableSession(code);
    const nameOf = (/** @type {number} */ seat) => this.#nameOf(seat);
    this.status = new StatusLine(this.#session, nameOf);
    this.players = new PlayerList(nameOf);
    this.side = new Side(this.#session, this.players);
    this.ending = new Ending(this.#session, nameOf);
    this.stage = new Stage(this.#session, async (name) => {
      await sitDown(code, null, name);
      again();
    });
    this.banners = new Banners(this.#session, nameOf, () => {
      forgetSeat(code);
      again();
    });
    const ways = {
      advise: () => this.#advise(),
      takeBack: () => this.#takeBack(),
      openResult: () => this.ending.open(),
      openMenu: () => showMenu(this.#session),
    };
    this.tools = new Tools(ways, this.side.opener);
    this.element = this.#build();
  }

  /** Puts the frame on the page and connects. */
  open() {
    this.#root.append(this.element);
    this.#listen();
    this.#ticking = setInterval(() => {
      this.#drawStatus();
      this.banners.draw();
    }, TICK);
    this.#lamp.draw(this.#session.state.connection);
    this.#drawStatus();
    this.#session.connect();
    this.#endWarming = this.side.warming.start();
  }

  /** Leaves the table. */
  close() {
    this.#closed = true;
    this.#endWarming();
    clearInterval(this.#ticking);
    document.removeEventListener("keydown", this.#onKey);
    this.stage.close();
    this.#session.close();
    for (const dialog of document.querySelectorAll("dialog")) if (dialog.open) dialog.close();
  }

  #build() {
    return el(
      "div",
      { class: "frame" },
      el(
        "header",
        { class: "frame-bar" },
        wayHome(),
        this.#title,
        this.#lamp.element,
        this.status.element,
        this.tools.element,
      ),
      this.banners.element,
      this.stage.element,
      this.side.element,
      this.#announcer,
    );
  }

  #listen() {
    /** @type {any} */
    const session = this.#session;
    session.addEventListener("change", (/** @type {CustomEvent} */ { detail }) => this.#change(detail));
    session.addEventListener("connection", (/** @type {CustomEvent} */ { detail }) =>
      this.#connection(detail),
    );
    session.addEventListener("pending", () => this.#drawStatus());
    session.addEventListener("chat", (/** @type {CustomEvent} */ { detail }) => this.#chat(detail));
    session.addEventListener("refused", (/** @type {CustomEvent} */ { detail }) => note(detail.reason));
    this.element.addEventListener("complaint", ({ detail }) => note(detail.reason));
    this.element.addEventListener("told", ({ detail }) => this.side.log.add(detail.notices));
    document.addEventListener("keydown", this.#onKey);
  }

  /** @param {number} seat */
  #nameOf(seat) {
    const { state } = this.#session;
    if (seat === state.seat) return t("web.you");
    return state.players.find((player) => player.seat === seat)?.name ?? t("web.seat", { n: seat + 1 });
  }

  // -- what is drawn ---------------------------------------------------------------------------------

  #draw() {
    const { state } = this.#session;
    this.#title.textContent = t(`${state.game}.title`);
    this.#lamp.draw(state.connection);
    this.players.draw(state);
    this.tools.draw(state, this.ending.shown);
    this.#drawStatus();
    this.banners.draw();
    this.side.talk.update(state);
  }

  #drawStatus() {
    this.status.draw(this.#title.textContent ?? "", this.ending.shown);
  }

  // -- what happens ----------------------------------------------------------------------------------

  /** @param {{previous: TableState, state: TableState, notices: Notice[]}} change */
  #change({ previous, state, notices }) {
    if (!this.stage.tells) this.side.log.add(notices);
    for (const text of insteadNews(previous.players, state.players)) {
      this.side.log.say(text ?? "", "instead-line");
    }
    this.#draw();
    this.stage.draw(state);
    if (isMine(state) && !isMine(previous)) {
      this.#announcer.textContent = t("web.turn.yours");
      sound("turn");
    } else if (!isMine(state)) this.#announcer.textContent = "";
    if (state.over && !previous.over) this.#finish(previous.started).catch(reportError);
  }

  /** @param {boolean} seen whether somebody was there when it came */
  async #finish(seen) {
    await (seen ? this.stage.drawn() : this.stage.ready);
    if (this.#closed || this.ending.isOpen) return;
    this.ending.shown = true;
    this.#draw();
    this.#announcer.textContent = headline(this.#session.state, (/** @type {number} */ seat) =>
      this.#nameOf(seat),
    );
    this.ending.come(seen);
  }

  /** @param {{connection: Connection, retry_at: number|null}} news */
  #connection({ connection, retry_at: retryAt }) {
    const { state } = this.#session;
    this.#lamp.draw(state.connection);
    this.tools.draw(state, this.ending.shown);
    this.#drawStatus();
    this.banners.retry(retryAt);
    if (connection === "gone") showEnded(this.#root, "web.connection.gone", t("web.connection.gone.about"));
    if (connection === "closed") this.#ended(state.trouble);
  }

  /** Says why nothing can be played here any more, and what was played. @param {TableState["trouble"]} trouble */
  #ended(trouble) {
    showEnded(this.#root, "web.connection.closed", trouble?.reason ?? "");
    if (!NOT_PLAYABLE.has(trouble?.code ?? "")) return;
    movesList(this.#session.state.code)
      .then((list) => list && this.#root.firstElementChild?.append(list))
      .catch(reportError);
  }

  /** @param {Said} said */
  #chat(said) {
    const text = t("web.chat.said", { name: said.name, text: said.text });
    this.side.log.say(text, "chat-line");
    if (!said.old && !this.side.isOpen && said.seat !== this.#session.state.seat) note(text, { good: true });
  }

  #advise() {
    const session = this.#session;
    if (!isMine(session.state)) return;
    showAdvice(session, (text) => noting(() => session.act(text))).catch(reportError);
  }

  #takeBack() {
    noting(() => this.#session.request("undo"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (this.stage.game?.keys(event)) event.preventDefault();
    else if (this.#ways[key]) {
      event.preventDefault();
      this.#ways[key]();
    } else if (key === "Escape" && this.side.isOpen) this.side.open(false);
  }

  /** What the keys do now that the game has no use for. @returns {Record<string, () => void>} */
  get #ways() {
    return {
      "?": () => showHelp(this.#session),
      l: () => this.side.toLog(),
      t: () => this.side.toTalk(),
      m: () => showMenu(this.#session),
      ...(this.tools.undo.hidden ? {} : { u: () => this.#takeBack() }),
      ...(this.tools.hint.hidden ? {} : { h: () => this.#advise() }),
    };
  }
}
