/** A table: the frame around a game. It connects, shows who is here, and lets the game's own element play. */

import { post } from "../api.js";
import { clear, el, reconcile } from "../dom.js";
import { showAdvice } from "../frame/advice.js";
import { createBanners } from "../frame/banners.js";
import { icon, note, noting } from "../frame/dialogs.js";
import { enter, invitation, sitDown } from "../frame/entrance.js";
import { insteadNews, insteadText } from "../frame/instead.js";
import { showHelp, showMenu } from "../frame/menu.js";
import { headline, showResult } from "../frame/result.js";
import { createTalk } from "../frame/talk.js";
import { waitingRoom } from "../frame/waiting.js";
import { warmingLine } from "../frame/warming.js";
import { t } from "../i18n.js";
import { createLog } from "../log.js";
import { mark } from "../mark.js";
import { navigate } from "../router.js";
import { TableSession } from "../session.js";
import { sound } from "../sound.js";
import { forgetSeat, keepInvites, keepSeat, playerToken } from "../store.js";
import { loadTable } from "../tables/load.js";

// keys: *.title web.connection.*

/** Shows the table of a code; an invitation in the address is answered first. */
export default async function mount(root, { code }) {
  let leave = () => {};

  function show() {
    leave();
    clear(root);
    leave = openTable(root, code, show);
  }

  async function come() {
    const invite = await enter(code);
    if (!invite) {
      show();
      return;
    }
    const onSit = async (name) => {
      await sitDown(code, invite, name);
      show();
    };
    const sheet = await invitation(code, { onSit, onWatch: show });
    leave();
    leave = () => {};
    root.replaceChildren(sheet);
  }

  // A link pasted into a tab that already shows this table only changes what is behind #.
  const onHash = () => {
    if (/^#(join|seat)=/.test(location.hash)) noting(come).catch(reportError);
  };
  addEventListener("hashchange", onHash);
  await come();
  return () => {
    removeEventListener("hashchange", onHash);
    leave();
  };
}

/**
 * Builds the frame and opens the session.
 * @param {() => void} again opens the table anew, with another seat
 * @returns {() => void} leaves
 */
function openTable(root, code, again) {
  const session = new TableSession(code);
  const log = createLog();
  const talk = createTalk(session);
  const banners = createBanners(session, nameOf, () => {
    forgetSeat(code);
    again();
  });
  const waiting = waitingRoom(session, {
    onSit: async (name) => {
      await sitDown(code, null, name);
      again();
    },
  });
  let game = null;
  let loading = false;
  let tableReady = Promise.resolve();
  let resultOpen = false;
  // The end is not told before the table has shown it.
  let endShown = false;

  const title = el("h1", { text: "korthus" });
  const status = el("p", { class: "frame-status", dataset: { test: "status" } });
  const announcer = el("p", { class: "visually-hidden", role: "status", dataset: { test: "announcer" } });
  const connection = el(
    "span",
    { class: "connection", dataset: { state: "connecting", test: "connection" } },
    el("span"),
  );
  const players = el("ul", { class: "frame-players", "aria-label": t("web.table.players") });
  const warming = warmingLine(() => session.state.game);
  const spectators = el("p", { class: "small soft", dataset: { test: "spectators" } });
  const area = el("h2", { class: "visually-hidden", id: "table-area", text: t("web.table.area") });
  const place = el("section", { class: "frame-table", "aria-labelledby": "table-area" }, area);
  const side = el(
    "aside",
    { class: "frame-side", id: "frame-side", "aria-label": t("web.table.side") },
    el(
      "div",
      { class: "dialog-head side-close" },
      el("h2", { text: t("web.table.log") }),
      iconButton("close", "web.close", "side-close", () => openSide(false)),
    ),
    players,
    warming.element,
    spectators,
    log.element,
    talk.element,
  );
  const tools = {
    hint: toolButton("hint", "web.hint", "hint", advise),
    undo: toolButton("undo", "web.undo", "undo", takeBack),
    result: toolButton("result", "web.result.show", "show-result", openResult),
    log: iconButton("log", "web.table.log", "open-log", () => openSide(!side.classList.contains("open"))),
    menu: iconButton("menu", "web.table.menu", "open-menu", () => showMenu(session)),
  };
  tools.log.classList.add("open-side");
  tools.log.setAttribute("aria-controls", "frame-side");
  const frame = el(
    "div",
    { class: "frame" },
    el(
      "header",
      { class: "frame-bar" },
      wayHome(),
      title,
      connection,
      status,
      el("div", { class: "frame-tools" }, tools.hint, tools.undo, tools.result, tools.log, tools.menu),
    ),
    banners.element,
    place,
    side,
    announcer,
  );
  root.append(frame);

  function nameOf(seat) {
    if (seat === session.state.seat) return t("web.you");
    return (
      session.state.players.find((player) => player.seat === seat)?.name ?? t("web.seat", { n: seat + 1 })
    );
  }

  function openSide(open) {
    side.classList.toggle("open", open);
    tools.log.setAttribute("aria-expanded", String(open));
    if (open) side.querySelector(".side-close button").focus();
    else tools.log.focus();
  }

  // -- what is drawn ---------------------------------------------------------------------------------

  function drawStatus() {
    const { state } = session;
    const mine = isMine(state);
    status.classList.toggle("mine", mine);
    const left =
      state.deadline === null ? null : Math.max(0, Math.ceil((state.deadline - performance.now()) / 1000));
    const clock = left === null || state.over ? "" : t("web.clock", { time: minutes(left) });
    const text = state.over && !endShown ? t("web.turn.last") : statusText(state, nameOf);
    if (status.dataset.text !== text + clock) {
      status.dataset.text = text + clock;
      status.replaceChildren(
        el("span", { class: "moment", text }),
        el("span", { class: "clock", text: clock }),
      );
    }
    document.title = `${mine ? `● ${t("web.turn.yours")} · ` : ""}${title.textContent} · korthus`;
  }

  function drawPlayers() {
    const { state } = session;
    reconcile(
      players,
      state.players,
      ({ seat }) => seat,
      ({ seat }) => el("li", { dataset: { test: `player-${seat}` } }),
      (item, player) => {
        const present = player.bot !== null || player.present;
        item.className = present ? "" : "away";
        item.replaceChildren(
          el("span", { class: "presence", "aria-hidden": "true" }),
          el("span", {
            class: state.to_act === player.seat && !state.over ? "to-act" : "",
            text: player.taken ? nameOf(player.seat) : t("web.free_seat"),
          }),
          ...(player.bot ? [el("span", { class: "tag", text: t("web.table.bot") })] : []),
          ...(player.instead
            ? [
                el("small", {
                  class: "soft instead",
                  text: insteadText(player),
                  dataset: { test: "instead" },
                }),
              ]
            : []),
          ...(player.taken && !present ? [el("span", { class: "tag", text: t("web.table.away") })] : []),
          ...(state.to_act === player.seat && !state.over
            ? [el("span", { class: "visually-hidden", text: t("web.table.turn_mark") })]
            : []),
        );
      },
    );
    spectators.textContent = state.spectators ? t("web.table.spectators", { n: state.spectators }) : "";
    spectators.hidden = !state.spectators;
  }

  function drawTools() {
    const { state } = session;
    const playing = state.seat !== null && state.started && !state.over && state.connection !== "moved";
    tools.hint.hidden = !(playing && state.practice);
    tools.undo.hidden = !playing;
    tools.result.hidden = !(state.over && endShown);
    tools.hint.setAttribute("aria-disabled", String(!isMine(state)));
  }

  function drawConnection() {
    connection.dataset.state = session.state.connection;
    connection.firstElementChild.textContent = t(`web.connection.${session.state.connection}`);
  }

  function draw() {
    const { state } = session;
    title.textContent = t(`${state.game}.title`);
    drawConnection();
    drawPlayers();
    drawTools();
    drawStatus();
    banners.draw();
    talk.update(state);
  }

  async function drawTable(state) {
    if (!state.view) {
      if (!waiting.element.isConnected) place.replaceChildren(area, waiting.element);
      waiting.update(state);
      return;
    }
    if (loading) return;
    loading = true;
    const element = await loadTable(state.game);
    if (closed) return;
    game = document.createElement(element);
    place.replaceChildren(area, game);
    game.attach(session);
  }

  // -- what happens ----------------------------------------------------------------------------------

  let closed = false;

  function onChange({ detail }) {
    const { previous, state, notices } = detail;
    if (!game?.session || !game.tells) log.add(notices);
    for (const text of insteadNews(previous.players, state.players)) log.say(text, "instead-line");
    draw();
    tableReady = tableReady.then(() => drawTable(state)).catch(reportError);
    if (isMine(state) && !isMine(previous)) {
      announcer.textContent = t("web.turn.yours");
      sound("turn");
    } else if (!isMine(state)) announcer.textContent = "";
    if (state.over && !previous.over) finish(previous.started).catch(reportError);
  }

  async function finish(seen) {
    await tableReady;
    if (seen) await game.drawn;
    if (closed || resultOpen) return;
    const { state } = session;
    endShown = true;
    draw();
    announcer.textContent = headline(state, nameOf);
    if (seen && state.outcome.winners.includes(state.seat)) sound("win");
    openResult();
  }

  function openResult() {
    if (resultOpen || !session.state.outcome) return;
    resultOpen = true;
    const dialog = showResult(session.state, {
      nameOf,
      onAgain: () =>
        noting(async () => {
          const next = await playAgain(session.state);
          dialog.close();
          navigate(`/t/${next}`);
        }),
      onClose: () => {
        resultOpen = false;
      },
    });
  }

  function advise() {
    if (!isMine(session.state)) return;
    showAdvice(session, (text) => noting(() => session.act(text))).catch(reportError);
  }

  function takeBack() {
    noting(() => session.request("undo"));
  }

  function onChat({ detail }) {
    log.say(t("web.chat.said", { name: detail.name, text: detail.text }), "chat-line");
    if (!detail.old && !side.classList.contains("open") && detail.seat !== session.state.seat) {
      note(t("web.chat.said", { name: detail.name, text: detail.text }), { good: true });
    }
  }

  function onConnection({ detail }) {
    drawConnection();
    drawTools();
    drawStatus();
    banners.retry(detail.retry_at);
    if (detail.connection === "gone") ended(root, "web.connection.gone", t("web.connection.gone.about"));
    if (detail.connection === "closed")
      ended(root, "web.connection.closed", session.state.trouble?.reason ?? "");
  }

  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    if (game?.session && game.keys(event)) {
      event.preventDefault();
      return;
    }
    const way = {
      "?": () => showHelp(session),
      u: takeBack,
      h: advise,
      l: toLog,
      t: toTalk,
      m: () => showMenu(session),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (way && (event.key !== "h" || !tools.hint.hidden) && (event.key !== "u" || !tools.undo.hidden)) {
      event.preventDefault();
      way();
    } else if (event.key === "Escape" && side.classList.contains("open")) openSide(false);
  }

  function toLog() {
    if (getComputedStyle(tools.log).display !== "none") openSide(true);
    log.element.focus();
  }

  function toTalk() {
    if (talk.element.hidden) return;
    if (getComputedStyle(tools.log).display !== "none") openSide(true);
    talk.focus();
  }

  const onComplaint = (event) => note(event.detail.reason);
  const onRefused = (event) => note(event.detail.reason);

  session.addEventListener("change", onChange);
  session.addEventListener("connection", onConnection);
  session.addEventListener("pending", drawStatus);
  session.addEventListener("chat", onChat);
  session.addEventListener("refused", onRefused);
  frame.addEventListener("complaint", onComplaint);
  frame.addEventListener("told", ({ detail }) => log.add(detail.notices));
  document.addEventListener("keydown", onKey);
  const ticking = setInterval(() => {
    drawStatus();
    banners.draw();
  }, 500);
  drawConnection();
  drawStatus();
  session.connect();
  const endWarming = warming.start();

  return () => {
    closed = true;
    endWarming();
    clearInterval(ticking);
    document.removeEventListener("keydown", onKey);
    if (game?.session) game.detach();
    session.close();
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  };
}

function isMine({ seat, to_act: turn, over, started }) {
  return started && !over && seat !== null && turn === seat;
}

/** One line about the moment. */
function statusText(state, nameOf) {
  if (state.connection === "connecting") return t("web.connection.connecting");
  if (state.connection === "lost") return t("web.connection.lost");
  if (!state.started) return t("web.turn.waiting");
  if (state.over) return state.outcome ? headline(state, nameOf) : t("web.turn.over");
  if (state.pending) return t("web.turn.sending");
  if (isMine(state)) return t("web.turn.yours");
  if (state.to_act === null || state.to_act < 0) return t("web.turn.dealing");
  return t("web.turn.theirs", { name: nameOf(state.to_act) });
}

const minutes = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

/** Opens a table like this one: the same rules, the same computers, new invitations for people. */
async function playAgain({ game, preset, options, practice, clock, players, seat }) {
  const me = players.find((player) => player.seat === seat);
  const seats = players.map((player) => {
    if (player.seat === seat) return { kind: "me", name: me.name };
    return player.bot ? { kind: "bot", level: player.bot } : { kind: "friend" };
  });
  const wish = { game, preset, options, practice, clock, seats, open: false, starts: "full", at: null };
  const made = await post("/api/tables", { ...wish, player: await playerToken() });
  if (made.token) keepSeat(made.code, made.seat, made.token);
  keepInvites(made.code, made.invites);
  return made.code;
}

/** Nothing can be played here: says so, why, and where to go. */
function ended(root, title, why) {
  clear(root);
  root.append(
    el(
      "section",
      { class: "sheet notice-sheet", role: "alert" },
      el("h1", { text: t(title) }),
      el("p", { text: why }),
      el("a", { class: "button primary", href: "/", text: t("web.lost.home") }),
    ),
  );
}

function iconButton(drawing, key, test, click) {
  return el(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": t(key),
      title: t(key),
      dataset: { test },
      on: { click },
    },
    icon(drawing),
  );
}

/** A button with a drawing, and words where there is room. */
function toolButton(drawing, key, test, click) {
  return el(
    "button",
    {
      type: "button",
      class: "tool-button",
      "aria-label": t(key),
      title: t(key),
      hidden: true,
      dataset: { test },
      on: { click },
    },
    icon(drawing),
    el("span", { class: "wide", text: t(key), "aria-hidden": "true" }),
  );
}

/** The way home: at a table the header of the house gives its room to the cards. */
function wayHome() {
  return el(
    "a",
    { class: "brand", href: "/", "aria-label": "korthus", dataset: { test: "bar-home" } },
    mark(),
    el("span", { text: "korthus", "aria-hidden": "true" }),
  );
}
