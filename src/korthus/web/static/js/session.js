/** One table as this browser hears of it: a socket that comes back by itself, and what it has told. */

import { Refused } from "./api.js";
import { language, t } from "./i18n.js";
import { keepClosing, keepCommitment } from "./promises.js";
import { keepSeen, seenAt } from "./seen.js";
import { forgetSeat, seatToken } from "./store.js";

/** Milliseconds before a lost connection is tried again: at first, and at most. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** Milliseconds from one ping to the next, and for its answer before the connection counts as lost. */
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

/** Closing codes of the server. */
const CLOSED = { BAD_HELLO: 4000, TAKEN_OVER: 4001, BAD_TOKEN: 4003, NO_TABLE: 4004, TABLE_CLOSED: 4010 };

/** Events that tell the closing hash of a record. */
const CLOSING = new Set(["ShuffleRevealed", "SeedHeldBack"]);

/**
 * What a session knows before it has heard anything.
 * @type {TableState}
 */
export const NOTHING = {
  code: "",
  connection: "connecting",
  trouble: null,
  seat: null,
  game: "",
  preset: null,
  options: {},
  practice: false,
  known_cards: false,
  clock: null,
  players: [],
  started: false,
  over: false,
  version: 0,
  sequence: 0,
  view: null,
  actions: [],
  to_act: null,
  deadline: null,
  outcome: null,
  outcome_about: [],
  spectators: 0,
  undo_asked: null,
  cannot_write: false,
  again: null,
  tournament: null,
  held_back: false,
  watch: null,
  description: null,
  commitment: null,
  sealed: true,
  phrases: [],
  chat: [],
  log: [],
  pending: null,
};

/**
 * A table over the wire. `state` is replaced, never changed, so that an earlier one can be kept.
 *
 * Events: `change` ({previous, state, notices}: what is on the table, or who sits there, is different),
 * `connection` ({connection, retry_at}), `pending`, `chat` ({seat, name, text}; `old` if it was said before
 * this session), `refused` ({code, reason}), `waiting` ({re, place}: a question waits in line), `recalled` (a
 * table that was shown as it was last seen answers now: open it anew).
 * `state.connection` is "connecting", "open", "lost" (it is being tried again), "moved" (the seat went to
 * another device), "gone" (there is no such table) or "closed" (`state.trouble` says why);
 * `state.deadline` is a moment of `performance.now()`;
 * `state.sealed` is false if the table shows another seal than the one that this browser has kept.
 */
export class TableSession extends EventTarget {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #requests = new Map();
  /**
   * The action that is under way.
   * @type {{message: {id: string, version: number, text: string}, answered: boolean, promise: Promise<any>,
   *   resolve: (answer: any) => void, reject: (error: Error) => void}|null}
   */
  #act = null;
  #attempts = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #heart;
  #closed = false;
  #wake = () => this.#hurry();

  /** @param {string} code */
  constructor(code) {
    super();
    /** @type {TableState} */
    this.state = { ...NOTHING, code };
  }

  /** Opens the connection and keeps it open until `close`. */
  connect() {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#open();
  }

  /** Leaves the table; nothing is heard afterwards. */
  close() {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#still();
    this.#dropRequests();
    this.#socket?.close(1000);
  }

  /**
   * Does an action. Until it is answered the table is locked; if the connection breaks meanwhile, the same
   * action is sent again under the same id, so that it is done once.
   * @param {string} text the action's text
   * @returns {Promise<object>} the server's `ok`
   */
  act(text) {
    if (this.#act) {
      if (this.#act.message.text === text) return this.#act.promise;
      return Promise.reject(new Refused("PENDING", t("web.error.pending")));
    }
    const message = { type: "act", id: newId(), version: this.state.version, text };
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#act = { message, answered: false, promise, resolve, reject };
    this.#set({ pending: text });
    this.#tell("pending", { pending: text });
    this.#send(message);
    return promise;
  }

  /**
   * Asks the server something else (`why`, `hint`, `chat`, `undo`, `seed`, `start` …).
   * @param {string} type
   * @param {object} fields
   * @returns {Promise<any>} its `ok`; rejects with `Refused`
   */
  request(type, fields = {}) {
    const id = newId();
    return new Promise((resolve, reject) => {
      if (this.state.connection !== "open") {
        reject(new Refused("NO_CONNECTION", t("web.error.no_connection")));
        return;
      }
      this.#requests.set(id, { resolve, reject });
      this.#send({ type, id, ...fields });
    });
  }

  // -- the connection --------------------------------------------------------------------------------

  #open() {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.state.code)}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#hello());
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    });
  }

  #hello() {
    this.#send({
      type: "hello",
      token: seatToken(this.state.code),
      last: this.state.sequence,
      lang: language(),
      words: true,
    });
  }

  /** @param {number} code why the server closed */
  #lost(code) {
    this.#socket = null;
    this.#still();
    this.#dropRequests();
    if (this.#closed || this.state.connection === "moved") return;
    if (code === CLOSED.TAKEN_OVER) return this.#moved();
    if (code === CLOSED.NO_TABLE) return this.#connection("gone");
    if (code === CLOSED.TABLE_CLOSED) return this.#connection("closed");
    if (code === CLOSED.BAD_TOKEN) {
      // The token was void: another device took the seat while this one was away.
      forgetSeat(this.state.code);
      return this.#moved();
    }
    if (this.state.game === "") this.#recall();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts) * (0.5 + Math.random());
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#open(), wait);
    return this.#connection("lost", performance.now() + wait);
  }

  /** Nobody has answered yet: shows the table as this browser last saw it. Nothing can be done there. */
  #recall() {
    const seen = seenAt(this.state.code);
    if (!seen) return;
    // Whose turn it is by now nobody knows here.
    this.#change({ ...seen, view: { ...seen.view, to_act: null }, to_act: null, recalled: true }, []);
  }

  /** Somebody looks again, or the network is back: do not wait any longer. */
  #hurry() {
    if (document.hidden || this.#closed) return;
    if (this.#retry !== undefined) this.#open();
    else if (this.state.connection === "open") this.#ping();
  }

  #moved() {
    this.#connection("moved");
    this.#release(new Refused("MOVED", t("web.connection.moved")));
  }

  /**
   * @param {Connection} connection
   * @param {number|null} retryAt
   */
  #connection(connection, retryAt = null) {
    this.#set({ connection });
    this.#tell("connection", { connection, retry_at: retryAt });
  }

  #ping() {
    clearTimeout(this.#heart);
    const socket = this.#socket;
    const dead = setTimeout(() => socket?.close(), PONG_WITHIN);
    this.request("ping").then(
      () => clearTimeout(dead),
      () => clearTimeout(dead),
    );
    this.#heart = setTimeout(() => this.#ping(), PING_EVERY);
  }

  #still() {
    clearTimeout(this.#retry);
    clearTimeout(this.#heart);
    this.#retry = undefined;
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #dropRequests() {
    const lost = new Refused("NO_CONNECTION", t("web.error.no_connection"));
    for (const { reject } of this.#requests.values()) reject(lost);
    this.#requests.clear();
  }

  // -- what is heard ---------------------------------------------------------------------------------

  /** @param {any} message */
  #hear(message) {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        return this.#update(message);
      case "table":
        return this.#change(
          pick(message, [
            "players",
            "spectators",
            "started",
            "undo_asked",
            "deadline",
            "cannot_write",
            "again",
            "watch",
            "held_back",
          ]),
          [],
        );
      case "chat":
        this.#set({ chat: [...this.state.chat, message] });
        return this.#tell("chat", message);
      case "ok":
        return this.#answered(message);
      case "waiting":
        return this.#tell("waiting", message);
      case "refused":
        return this.#refused(message);
      case "moved":
        return this.#moved();
      case "error":
        this.#set({ trouble: message });
        return this.#tell("refused", message);
      default:
        throw new Error(`the table said ${message.type}`);
    }
  }

  /** @param {any} message */
  #welcome(message) {
    if (this.state.recalled) {
      this.#tell("recalled", {});
      return;
    }
    this.#attempts = 0;
    const { type, notices, ...facts } = message;
    const missed = unheard(this.state.chat, message.chat);
    const first = this.state.game === "";
    if (this.#act?.answered) this.#release();
    const sealed = keepCommitment(message.code, message.commitment, !message.started);
    this.#change({ ...facts, sealed, connection: "open", trouble: null }, notices);
    this.#tell("connection", { connection: "open", retry_at: null });
    for (const said of missed) this.#tell("chat", { ...said, old: first });
    if (this.#act) this.#send(this.#act.message);
    this.#heart = setTimeout(() => this.#ping(), PING_EVERY);
  }

  /** @param {any} message */
  #update(message) {
    const { type, notices, ...facts } = message;
    const fresh = notices.filter((/** @type {Notice} */ notice) => notice.sequence > this.state.sequence);
    if (fresh.length && fresh[0].sequence !== this.state.sequence + 1) {
      // Something was missed: come again, and hear everything since.
      this.#socket?.close();
      return;
    }
    const started = this.state.started || message.view !== null;
    const over = Boolean(message.outcome);
    if (this.#act?.answered && message.version > this.#act.message.version) this.#release();
    this.#change({ ...facts, started, over }, fresh);
  }

  /**
   * @param {any} facts
   * @param {Notice[]} notices
   */
  #change(facts, notices) {
    const previous = this.state;
    const now = performance.now();
    const fresh = notices.filter((notice) => notice.sequence > previous.sequence);
    const timed = { ...facts };
    if ("deadline" in facts)
      timed.deadline = typeof facts.deadline === "number" ? now + facts.deadline : null;
    if (facts.players) {
      timed.players = facts.players.map((/** @type {Player} */ player) => ({
        ...player,
        absent_at: typeof player.absent_ms === "number" ? now + player.absent_ms : null,
      }));
    }
    const closed = fresh.findLast(({ event }) => CLOSING.has(event.type));
    if (closed) keepClosing(previous.code, closed.event.closing, timed.practice ?? previous.practice);
    this.#set({ ...timed, log: fresh.length ? [...previous.log, ...fresh] : previous.log });
    if (this.state.view && !this.state.recalled) keepSeen(this.state);
    this.#tell("change", { previous, state: this.state, notices: fresh });
  }

  /** @param {any} message */
  #answered(message) {
    const request = this.#requests.get(message.re);
    const act = this.#act;
    if (request) {
      this.#requests.delete(message.re);
      request.resolve(message);
    } else if (act !== null && act.message.id === message.re) {
      act.answered = true;
      act.resolve(message);
      if (this.state.version > act.message.version) this.#release();
    }
  }

  /** @param {any} message */
  #refused(message) {
    const error = new Refused(message.code, message.reason);
    const request = this.#requests.get(message.re);
    if (request) {
      this.#requests.delete(message.re);
      request.reject(error);
    } else if (this.#act?.message.id === message.re) {
      this.#release(error);
      this.#tell("refused", error);
    } else this.#tell("refused", error);
  }

  /**
   * Unlocks the table: the action has arrived, or `error` says why not.
   * @param {Refused|null} error
   */
  #release(error = null) {
    const act = this.#act;
    if (!act) return;
    this.#act = null;
    this.#set({ pending: null });
    if (error) act.reject(error);
    this.#tell("pending", { pending: null });
  }

  /** @param {Partial<TableState>} facts */
  #set(facts) {
    this.state = { ...this.state, ...facts };
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** A session without a server: it shows what it is given (a replay, a diagram) and refuses to act. */
export class StillSession extends EventTarget {
  /** @param {Partial<TableState>} facts */
  constructor(facts) {
    super();
    /** @type {TableState} */
    this.state = { ...NOTHING, connection: "open", started: true, ...facts };
  }

  /**
   * Shows other facts.
   * @param {Partial<TableState>} facts
   * @param {Notice[]} notices what happened since
   */
  show(facts, notices = []) {
    const previous = this.state;
    this.state = { ...previous, ...facts };
    this.dispatchEvent(new CustomEvent("change", { detail: { previous, state: this.state, notices } }));
  }

  /** @returns {Promise<any>} */
  act() {
    return Promise.reject(new Refused("STILL", t("web.error.still")));
  }

  request() {
    return this.act();
  }
}

/** 16 random bytes as hex. Over plain HTTP from the house's own network there is no `randomUUID`. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * What was said since: `now` without what it shares with the end of `before`.
 * @param {Said[]} before
 * @param {Said[]} now
 */
function unheard(before, now) {
  const same = (/** @type {Said} */ one, /** @type {Said} */ other) =>
    one.seat === other.seat && one.name === other.name && one.text === other.text;
  for (let shared = Math.min(before.length, now.length); shared > 0; shared -= 1) {
    if (before.slice(-shared).every((said, index) => same(said, now[index]))) return now.slice(shared);
  }
  return now;
}

/**
 * @param {any} message
 * @param {string[]} names
 */
function pick(message, names) {
  return Object.fromEntries(names.filter((name) => name in message).map((name) => [name, message[name]]));
}
