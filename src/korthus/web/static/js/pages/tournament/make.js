/** Making a tournament: the game and its rules, who plays, and how much. */

import { post } from "../../api.js";
import { fieldOf, formOf, submitButton } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { keepInvites, playerToken } from "../../store.js";
import { fitLine } from "../home/fit.js";
import { optionsField } from "../home/options.js";
import { presetField } from "../home/presets.js";
import { numberField } from "../home/setup.js";
import { gameTitle } from "../parts/games.js";
import { askName } from "../parts/person.js";
import { trying } from "../parts/say.js";
import { pageOf } from "../parts/sheets.js";

// keys: web_tournament.places web_tournament.seats web_tournament.deals

/** The largest tournament, in places and in deals: `MAX_PLACES` and `MAX_DEALS` of the server. */
const MOST_PLACES = 12;
const MOST_DEALS = 8;
/** Signs in a name at most. */
const LONGEST = 24;

/**
 * The form of a new tournament.
 * @param {Json[]} games
 */
export function makeSheet(games) {
  const body = el("div", { class: "stack" });
  /** @type {HTMLSelectElement} */
  const choose = el(
    "select",
    {
      dataset: { test: "tournament-game" },
      on: { change: () => body.replaceChildren(gameForm(games[choose.selectedIndex])) },
    },
    games.map(({ name }) => el("option", { value: name, text: gameTitle(name) })),
  );
  body.append(gameForm(games[0]));
  return pageOf(
    "tournament",
    t("web_tournament.new"),
    t("web_tournament.new.about"),
    el(
      "section",
      { class: "sheet stack", "aria-label": t("web_tournament.new") },
      fieldOf(t("web_tournament.game"), choose),
      body,
    ),
  );
}

/**
 * What is asked about a game.
 * @param {Json} game
 */
function gameForm(game) {
  const choice = {
    preset: game.default_preset,
    seats: game.min_seats,
    places: Math.max(4, game.min_seats),
    deals: 1,
  };
  /** @type {string[]} */
  const names = [];
  const options = optionsField(game, () => choice.preset);
  const fit = fitLine(game, () => ({ ...choice, options: options.values() }));
  const refit = () => trying(fit.update);
  const numbers = el("div", { class: "stack-tight" });
  const places = el("div", { class: "tournament-names" });
  const draw = () => {
    numbers.replaceChildren(...numberFields(game, choice, draw));
    places.replaceChildren(...nameFields(choice.places, names));
    refit();
  };
  const presets = presetField(game, choice.preset, (preset) => {
    choice.preset = preset;
    options.redraw();
  });
  const send = () =>
    trying(async () => {
      const wished = { ...options.values(), ...(await fit.adapted()) };
      await make(game, choice, wished, names);
    });
  draw();
  const form = formOf(
    "stack",
    send,
    numbers,
    fit.element,
    el(
      "fieldset",
      { class: "stack-tight" },
      el("legend", { text: t("web_tournament.names") }),
      el("p", { class: "small soft", text: t("web_tournament.names.about") }),
      places,
    ),
    presets,
    options.first,
    options.element,
    submitButton(t("web_tournament.make"), "make-tournament", "primary start"),
  );
  form.addEventListener("change", refit);
  return form;
}

/**
 * Steppers for how many play and how much.
 * @param {Json} game
 * @param {Json} choice
 * @param {() => void} draw
 */
function numberFields(game, choice, draw) {
  const stepper = (/** @type {string} */ name, /** @type {number} */ least, /** @type {number} */ most) =>
    numberField({
      label: t(`web_tournament.${name}`),
      value: choice[name],
      least,
      most,
      test: `tournament-${name}`,
      onChange: (/** @type {number} */ value) => {
        choice[name] = value;
        choice.places = Math.max(choice.places, choice.seats);
        draw();
      },
    });
  const several = game.max_seats > game.min_seats;
  return [
    stepper("places", choice.seats, MOST_PLACES),
    ...(several ? [stepper("seats", game.min_seats, Math.min(game.max_seats, MOST_PLACES))] : []),
    stepper("deals", 1, MOST_DEALS),
  ];
}

/**
 * A field for the name of each of the others, which may stay empty.
 * @param {number} places
 * @param {string[]} names what was written, by place
 */
function nameFields(places, names) {
  return Array.from({ length: places - 1 }, (_, index) =>
    el("input", {
      type: "text",
      maxlength: LONGEST,
      autocomplete: "off",
      value: names[index] ?? "",
      placeholder: t("web_tournament.anybody"),
      "aria-label": t("web_tournament.name_of", { n: index + 2 }),
      dataset: { test: `tournament-name-${index + 1}` },
      on: { input: (event) => (names[index] = event.target.value.trim()) },
    }),
  );
}

/**
 * @param {Json} game
 * @param {Json} choice
 * @param {Json} options
 * @param {string[]} names
 */
async function make(game, { preset, seats, places, deals }, options, names) {
  const name = await askName();
  if (!name) return;
  const others = Array.from({ length: places - 1 }, (_, index) => names[index] || null);
  const player = await playerToken();
  const wish = { game: game.name, preset, options, seats, deals, name, player, others };
  const { code, invite } = await post("/api/tournaments", wish);
  keepInvites(code, [{ seat: 0, invite }]);
  navigate(`/tournament/${code}`);
}
