/** A card turned over: who plays, by which rules, and how. */

import { fieldOf, formOf, linkButton, radios, textButton } from "../../controls.js";
import { el, focusOn } from "../../dom.js";
import { face } from "../../faces.js";
import { t } from "../../i18n.js";
import { levelName, temper } from "../../people.js";
import { settings } from "../../settings.js";
import { gameTitle, levelsOf, usualLevel, usualSeats } from "../parts/games.js";
import { askName, nameOrGuest } from "../parts/person.js";
import { trying } from "../parts/say.js";
import { inviteSheet } from "./invite.js";
import { fitLine } from "./fit.js";
import { makeTable, openTable } from "./open.js";
import { optionsField } from "./options.js";
import { presetField } from "./presets.js";

// keys: web_home.mode.* web_home.start.*

const MODES = ["computer", "friend", "watch"];
const CLOCKS = [null, 15, 30, 60, 120];

/**
 * What is chosen before anybody has said anything.
 * @param {Json} game
 * @returns {Record<string, Json>}
 */
const firstChoice = (game) => ({
  mode: "computer",
  level: usualLevel(game),
  rival: usualLevel(game),
  seats: usualSeats(game),
  bots: 0,
  preset: game.default_preset,
  clock: null,
  practice: false,
  open: false,
});

/**
 * The sheet of a game's choices. `close` turns the card back.
 * @param {Json} game
 * @param {Json} more
 */
export function setupSheet(game, { close }) {
  const choice = firstChoice(game);
  const options = optionsField(game, () => choice.preset);
  const who = el("div", { class: "stack" });
  const fit = fitLine(game, () => ({ ...choice, options: options.values() }));
  const refit = () => trying(fit.update);
  const start = el("button", { class: "button primary start", dataset: { test: "start-table" } });

  const set = (/** @type {string} */ name, /** @type {Json} */ value) => {
    choice[name] = value;
    drawWho();
  };
  function drawWho() {
    who.replaceChildren(...whoFields(game, choice, set));
    start.textContent = t(`web_home.start.${choice.mode}`);
    more.open.hidden = choice.mode !== "friend";
    more.practice.hidden = choice.mode === "watch";
    refit();
  }

  const more = howFields(choice);
  const presets = presetField(game, choice.preset, (preset) => {
    choice.preset = preset;
    options.redraw();
  });
  const send = async () => {
    const wished = { ...options.values(), ...(await fit.adapted()) };
    await begin(game, choice, wished, sheet, close);
  };
  const form = formOf(
    "setup-form",
    () => trying(send),
    modeTabs(choice, (mode) => set("mode", mode)),
    el(
      "div",
      { class: "setup-columns" },
      el("div", { class: "stack" }, fit.element, who),
      el("div", { class: "stack" }, presets, options.first, options.element, more.element),
    ),
    start,
  );
  form.addEventListener("change", refit);
  const sheet = el(
    "section",
    { class: "sheet setup", "aria-labelledby": "setup-title" },
    setupHead(game, close),
    form,
  );
  drawWho();
  return sheet;
}

/**
 * @param {Json} game
 * @param {() => void} close
 */
function setupHead(game, close) {
  return el(
    "div",
    { class: "setup-head" },
    el("h2", { id: "setup-title", text: gameTitle(game.name), tabindex: "-1" }),
    linkButton(`/rules/${game.name}`, t("web_home.rules"), `rules-${game.name}`, "quiet"),
    game.explorer && linkButton(`/explore/${game.name}`, t("web_explorer.link"), "to-explorer", "quiet"),
    textButton(t("web_home.turn_back"), "turn-back", close, "quiet"),
  );
}

/**
 * @param {Json} choice
 * @param {(value: Json) => void} onChoose
 */
function modeTabs(choice, onChoose) {
  return radios({
    name: "mode",
    legend: el("legend", { class: "visually-hidden", text: t("web_home.mode") }),
    values: MODES,
    chosen: choice.mode,
    choose: onChoose,
    textOf: (mode) => t(`web_home.mode.${mode}`),
    look: "mode-tabs",
    row: "mode-tab",
  });
}

/**
 * @param {Json} game
 * @param {Json} choice
 * @param {Json} set
 */
function whoFields(game, choice, set) {
  const several = game.max_seats > 2;
  const fields = [];
  if (several) {
    const least = choice.mode === "watch" ? Math.max(2, game.min_seats) : game.min_seats;
    fields.push(
      numberField({
        label: t("web_home.seats"),
        value: choice.seats,
        least,
        most: game.max_seats,
        test: "seats",
        onChange: (/** @type {number} */ seats) => {
          choice.bots = Math.min(choice.bots, seats - 2);
          set("seats", seats);
        },
      }),
    );
  }
  if (choice.mode === "friend") {
    if (several && choice.seats > 2) {
      fields.push(
        numberField({
          label: t("web_home.bots"),
          value: choice.bots,
          least: 0,
          most: choice.seats - 2,
          test: "bots",
          onChange: (/** @type {number} */ bots) => set("bots", bots),
        }),
      );
    }
    fields.push(el("p", { class: "soft", text: t("web_home.friend.about") }));
    if (!choice.bots) return fields;
  }
  const title = t(choice.mode === "watch" ? "web_home.level.first" : "web_home.level");
  fields.push(levelField(game, title, choice.level, (level) => (choice.level = level), "level"));
  if (choice.mode === "watch") {
    const other = t("web_home.level.second");
    fields.push(levelField(game, other, choice.rival, (level) => (choice.rival = level), "rival"));
  }
  return fields;
}

/**
 * @param {Json} game
 * @param {string} title
 * @param {Json} chosen
 * @param {(value: Json) => void} onChoose
 * @param {string} name
 */
function levelField(game, title, chosen, onChoose, name) {
  const radio = (/** @type {Json} */ level) =>
    el(
      "label",
      { class: "level" },
      el("input", {
        type: "radio",
        name,
        value: level.name,
        checked: level.name === chosen,
        dataset: { test: `${name}-${level.name}` },
        on: { change: () => onChoose(level.name) },
      }),
      face(level.name),
      levelWords(game, level),
    );
  const { levels, others } = levelsOf(game);
  return el(
    "fieldset",
    { class: "levels" },
    el("legend", { text: title }),
    levels.map(radio),
    others.length > 0 &&
      el(
        "details",
        { class: "other-levels", open: others.some((/** @type {Json} */ level) => level.name === chosen) },
        el("summary", { text: t("web_home.level.others"), dataset: { test: `${name}-others` } }),
        others.map(radio),
      ),
  );
}

/**
 * Who plays at a level, how strong that is, and what they are like.
 * @param {Json} game
 * @param {Json} level
 */
function levelWords(game, level) {
  const strength = levelName(level.name);
  const like = level.called ? temper(game.name, level.name) : "";
  return el(
    "span",
    {},
    el("b", {
      text: level.called ? t("web_people.called", { name: level.called, level: strength }) : strength,
    }),
    like && el("span", { class: "level-like", text: like }),
    el("small", { class: "soft", text: level.about }),
  );
}

/** A number that is changed by two buttons. @param {Json} facts */
export function numberField({ label, value, least, most, test, onChange }) {
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ key) =>
    el("button", {
      type: "button",
      class: "button step",
      text: sign,
      "aria-label": t(key, { what: label }),
      "aria-disabled": value + by < least || value + by > most ? "true" : null,
      dataset: { test: `${test}-${by > 0 ? "more" : "less"}` },
      on: { click: () => value + by >= least && value + by <= most && onChange(value + by) },
    });
  return el(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    el("span", { class: "stepper-label", text: label }),
    step(-1, "−", "web_home.fewer"),
    el("output", { class: "numbers", text: value, dataset: { test } }),
    step(1, "+", "web_home.another"),
  );
}

/** @param {Json} choice */
function howFields(choice) {
  const check = (/** @type {string} */ name, /** @type {string} */ key) =>
    el(
      "label",
      { class: `field-row ${name}-row` },
      el("input", {
        type: "checkbox",
        checked: choice[name],
        dataset: { test: name },
        on: { change: (event) => (choice[name] = event.target.checked) },
      }),
      el("span", {}, t(key), el("small", { class: "soft", text: t(`${key}.about`) })),
    );
  const clock = el(
    "select",
    {
      dataset: { test: "clock" },
      on: { change: (event) => (choice.clock = CLOCKS[event.target.selectedIndex]) },
    },
    CLOCKS.map((seconds) =>
      el("option", {
        text: seconds ? t("web_home.clock.seconds", { n: seconds }) : t("web_home.clock.none"),
      }),
    ),
  );
  const practice = check("practice", "web_home.practice");
  const open = check("open", "web_home.open");
  const label = fieldOf(t("web_home.clock"), clock);
  return { element: el("div", { class: "stack-tight" }, practice, open, label), practice, open };
}

/**
 * The seats of a choice as the server wants them.
 * @param {Json} choice
 * @param {string} name
 */
export function seatsOf(choice, name) {
  const bot = (/** @type {string} */ level) => ({ kind: "bot", level });
  if (choice.mode === "watch") {
    return Array.from({ length: choice.seats }, (_, seat) => bot(seat % 2 ? choice.rival : choice.level));
  }
  const others = choice.seats - 1;
  const bots = choice.mode === "friend" ? choice.bots : others;
  return [
    { kind: "me", name },
    ...Array(others - bots).fill({ kind: "friend" }),
    ...Array(bots).fill(bot(choice.level)),
  ];
}

/**
 * @param {Json} game
 * @param {Json} choice
 * @param {Json} options
 * @param {HTMLElement} sheet
 * @param {() => void} close
 */
async function begin(game, choice, options, sheet, close) {
  const friendly = choice.mode === "friend";
  const name = friendly ? await askName() : nameOrGuest();
  if (!name) return;
  const wish = {
    game: game.name,
    preset: choice.preset,
    options,
    seats: seatsOf(choice, name),
    practice: choice.practice && choice.mode !== "watch",
    open: choice.open && friendly,
    clock: choice.clock,
  };
  if (!friendly) {
    await openTable(wish);
    return;
  }
  const made = await makeTable(wish);
  sheet.replaceWith(inviteSheet(game, made, close));
  focusOn(document.querySelector("#invite-title"));
}

/** The name that others read is part of the settings; this keeps the field on the page in step. */
settings.on((name, value) => {
  const field = document.querySelector('[data-test="name"]');
  if (name === "name" && field instanceof HTMLInputElement && field.value !== value) field.value = value;
});
