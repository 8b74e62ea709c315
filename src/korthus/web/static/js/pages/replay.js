/** A finished game, step by step, on the game's own table. */

import { get } from "../api.js";
import { el, svg } from "../dom.js";
import { language, t } from "../i18n.js";
import { StillSession } from "../session.js";
import { loadTable } from "../tables/load.js";
import { gameTitle } from "./parts/games.js";
import { copyButton } from "./parts/say.js";
import { scoreText } from "./parts/words.js";

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

function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}

export default async function mount(root, { code }) {
  const game = await get(`/api/tables/${encodeURIComponent(code)}/replay?lang=${language()}`);
  const element = await loadTable(game.game);
  const last = game.frames.length - 1;
  const asked = Number(new URLSearchParams(location.search).get("at") ?? 0);
  let at = Number.isInteger(asked) ? Math.max(0, Math.min(last, asked)) : 0;
  let eyes = null;
  let playing = null;

  const session = new StillSession({
    ...factsAt(),
    code,
    game: game.game,
    preset: game.preset,
    options: game.options,
  });
  const table = document.createElement(element);
  const log = sentenceLog(game, go);
  const controls = stepControls({ last, go: (step) => go(step), toggle });
  const head = el(
    "div",
    { class: "replay-head" },
    el("h1", { text: t("web_home.replay.title", { game: gameTitle(game.game) }) }),
    el("p", { class: "soft numbers", text: scoreText(game.outcome, game.players) }),
  );
  root.append(
    el(
      "div",
      { class: "replay" },
      el(
        "div",
        { class: "replay-main" },
        head,
        el(
          "div",
          { class: "replay-table" },
          el("h2", { class: "visually-hidden", text: t("web.table.area") }),
          table,
        ),
        controls.element,
      ),
      el(
        "aside",
        { class: "replay-side", "aria-label": t("web_home.replay.side") },
        el(
          "div",
          { class: "rows" },
          viewpoint(game.players, (seat) => {
            eyes = seat;
            draw();
          }),
          copyButton(() => `${location.origin}/replay/${code}?at=${at}`, {
            test: "copy-position",
            label: t("web_home.replay.copy"),
          }),
        ),
        log.element,
        links(code, game),
      ),
    ),
  );
  table.attach(session);
  log.mark(at);
  controls.show(at);

  function factsAt() {
    const { view, hands } = game.frames[at];
    const seen = eyes === null ? view : { ...view, seat: eyes, hand: hands[eyes] };
    return {
      view: seen,
      hands: eyes === null ? hands : null,
      seat: eyes,
      actions: [],
      players: game.players,
      version: at,
      log: logUntil(at),
      sequence: at,
      to_act: view.to_act,
      over: at === last,
      outcome: at === last ? game.outcome : null,
    };
  }

  function logUntil(step) {
    return game.frames.slice(0, step + 1).flatMap(noticesOf);
  }

  function draw(notices = []) {
    session.show(factsAt(), notices);
    controls.show(at, playing !== null);
    log.mark(at);
    history.replaceState(null, "", `/replay/${code}${at ? `?at=${at}` : ""}`);
  }

  function go(step) {
    const next = Math.max(0, Math.min(last, step));
    if (next === at) return;
    const forward = next === at + 1;
    at = next;
    if (at === last) stop();
    draw(forward ? noticesOf(game.frames[at]) : []);
  }

  function toggle() {
    if (playing !== null) stop();
    else {
      if (at === last) go(0);
      playing = setInterval(() => go(at + 1), PACE);
    }
    controls.show(at, playing !== null);
  }

  function stop() {
    clearInterval(playing);
    playing = null;
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea"))
      return;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stop();
    go(step);
  }

  addEventListener("keydown", onKey);
  return () => {
    stop();
    removeEventListener("keydown", onKey);
    table.detach();
  };
}

/** What everybody heard at a step, as a table hears it. */
function noticesOf({ index, events }) {
  return events.map((event) => ({ sequence: index, event, said: null }));
}

/** Buttons and a slider for the steps. */
function stepControls({ last, go, toggle }) {
  let now = 0;
  const button = (picture, key, test, onPress) =>
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
  const place = el("output", { class: "numbers", dataset: { test: "replay-at" } });
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
      place,
    ),
    slider,
  );
  return {
    element,
    show(at, playing = false) {
      now = at;
      slider.value = at;
      slider.setAttribute("aria-valuetext", t("web_home.replay.of", { at, last }));
      place.textContent = `${at} / ${last}`;
      play.replaceChildren(icon(playing ? "pause" : "play"));
      play.setAttribute("aria-label", t(playing ? "web_home.replay.pause" : "web_home.replay.play"));
    },
  };
}

/** Every sentence of the game; each leads to its step. */
function sentenceLog(game, go) {
  const items = game.frames.map(({ index, said }) =>
    said.length === 0
      ? null
      : el(
          "li",
          { dataset: { at: index } },
          el(
            "button",
            { type: "button", on: { click: () => go(index) }, dataset: { test: `log-${index}` } },
            said.map((text) => el("span", { text })),
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

function viewpoint(players, onChoose) {
  return el(
    "label",
    { class: "field" },
    el("span", { text: t("web_home.replay.eyes") }),
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

function links(code, game) {
  const link = (href, key, test, more = {}) =>
    el("a", { class: "button small", href, text: t(key), dataset: { test }, ...more });
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
