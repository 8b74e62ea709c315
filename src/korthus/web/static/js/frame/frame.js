/** The frame around a game: a bar, the middle, a side. It connects, and lets the game's own element play. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { clearNote } from "../note.js";
import { notifyTurn } from "../notify.js";
import { TableSession } from "../session.js";
import { forgetSeat } from "../store.js";
import { tell } from "../tables/telling.js";
import { AdviceLine } from "./advice.js";
import { Banners } from "./banners.js";
import { wayHome } from "./buttons.js";
import { Coach } from "./coach.js";
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
import { WatchStrip } from "./watching.js";

// keys: *.title

/** How often clocks and countdowns are drawn anew, in milliseconds. */
const TICK = 500;
/** Why a table cannot be played any more although its log is sound: its moves can still be read. */
const NOT_PLAYABLE = new Set(["GAME_GONE", "BROKEN_GAME", "RULES_CHANGED"]);

/** One open table: the session and everything around the game. */
export class TableFrame {
  #root;
  #again;
  #session;
  #closed = false;
  /** Whether the table has shown a state: till then its first cards are on their way. */
  #hasShown = false;
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
    this.#again = again;
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
    this.advice = new AdviceLine(this.#session, {
      point: (choice) => this.stage.game?.point(choice),
      play: (text) => noting(() => this.#session.act(text)),
    });
    this.coach = new Coach(this.#session, () => this.stage.game);
    const ways = {
      advise: () => this.#advise(),
      takeBack: () => this.#takeBack(),
      playForMe: () => this.#playForMe(),
      openResult: () => this.ending.open(),
      openMenu: () => showMenu(this.#session),
    };
    this.watching = new WatchStrip(this.#session);
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
    this.coach.close();
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
      el(
        "div",
        { class: "notices" },
        this.banners.element,
        this.watching.element,
        this.advice.element,
        this.coach.element,
      ),
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
    session.addEventListener("recalled", () => this.#again());
    session.addEventListener("pending", (/** @type {CustomEvent} */ { detail }) => {
      if (detail.pending) clearNote(); // whoever plays on has read what was refused
      this.#drawStatus();
    });
    session.addEventListener("chat", (/** @type {CustomEvent} */ { detail }) => this.#chat(detail));
    session.addEventListener("refused", (/** @type {CustomEvent} */ { detail }) => note(detail.reason));
    this.element.addEventListener("complaint", ({ detail }) => note(detail.reason));
    this.element.addEventListener("shown", () => this.#shown());
    this.element.addEventListener("told", ({ detail }) => this.side.log.add(detail.notices));
    this.coach.follow(this.element);
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
    this.watching.draw(state);
    this.coach.draw(state);
    this.#drawStatus();
    this.banners.draw();
    this.side.talk.update(state);
  }

  /** Whether the table still shows how the newest state came about. */
  get #isBehind() {
    return Boolean(this.#session.state.view) && !(this.#hasShown && this.stage.game?.isCurrent);
  }

  #drawStatus() {
    this.status.draw(this.#title.textContent ?? "", this.ending.shown, this.#isBehind);
  }

  // -- what happens ----------------------------------------------------------------------------------

  /** @param {{previous: TableState, state: TableState, notices: Notice[]}} change */
  #change({ previous, state, notices }) {
    if (!this.stage.tells) this.side.log.add(notices);
    for (const text of insteadNews(previous.players, state.players)) {
      this.side.log.say(text ?? "", "instead-line");
    }
    if (state.version !== previous.version) this.advice.close();
    this.#draw();
    this.stage.draw(state);
    if (!isMine(state)) this.#announcer.textContent = "";
    else if (!isMine(previous)) notifyTurn(state.code, t(`${state.game}.title`)).catch(reportError);
    this.ending.update(state);
    if (state.over && !previous.over) this.#finish(previous.started).catch(reportError);
  }

  /** The table shows the newest state: now it may be said whose turn it is. */
  #shown() {
    this.#hasShown = true;
    this.#drawStatus();
    this.coach.ask().catch(reportError);
    const { state } = this.#session;
    const words = t("web.turn.yours");
    // What stands there already would be read out again.
    const isNews = this.#announcer.textContent !== words;
    if (isMine(state) && !state.pending && isNews) this.#announcer.textContent = words;
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
    const told = seen && (await this.#tellWin());
    if (!this.#closed) this.ending.come(seen && !told);
  }

  /** A game that this person has won is told of on the table before the sheet of the result comes. */
  async #tellWin() {
    const { outcome, seat, players } = this.#session.state;
    const { game } = this.stage;
    if (!game || !outcome?.winners.some((winner) => winner === seat)) return false;
    const lines = players.map((player) => [this.#nameOf(player.seat), outcome.scores[player.seat]]);
    return tell(game, { title: this.#announcer.textContent ?? "", lines });
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
    if (isMine(this.#session.state)) this.advice.ask().catch(reportError);
  }

  #playForMe() {
    if (isMine(this.#session.state)) noting(() => this.#session.request("auto"));
  }

  #takeBack() {
    noting(() => this.#session.request("undo"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (this.stage.game?.press(event)) event.preventDefault();
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
