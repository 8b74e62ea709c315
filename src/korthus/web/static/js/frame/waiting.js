/** The table before the first card: who is coming, the seal of the shuffle, and a seed of one's own. */

import { formOf, submitButton, textButton } from "../controls.js";
import { el, reconcile } from "../dom.js";
import { language, t } from "../i18n.js";
import { keepSeed } from "../promises.js";
import { keptInvites } from "../store.js";
import { note, noting } from "./dialogs.js";
import { nameForm } from "./entrance.js";
import { fillBox } from "./filling.js";
import { inviteBox } from "./invite.js";

/** The room where one waits for the others. */
export class WaitingRoom {
  #code;
  #seal;
  #sitting;
  #deal;
  #fill;
  #seats = el("ul", { class: "seats", dataset: { test: "seats" } });
  #summary = el("p", { role: "status" });
  #known = el("p", { class: "known-cards", hidden: true, dataset: { test: "known-cards" } });
  #invitations = el("div", { class: "stack" });
  #tournament = el("p", { hidden: true });

  /**
   * @param {import("../session.js").TableSession} session
   * @param {(name: string) => Promise<void>} onSit
   */
  constructor(session, onSit) {
    this.#code = session.state.code;
    this.#seal = sealBox(session);
    this.#fill = fillBox(session);
    this.#sitting = el("div", { hidden: true }, el("p", { text: t("web.wait.free") }), nameForm(onSit));
    this.#deal = textButton(
      t("web.wait.deal"),
      "deal",
      () => noting(() => session.request("start")),
      "primary",
    );
    this.element = el(
      "div",
      { class: "room", dataset: { test: "waiting" } },
      el(
        "section",
        { class: "sheet", "aria-labelledby": "wait-title" },
        el("h2", { id: "wait-title", text: t("web.wait.title") }),
        this.#summary,
        this.#tournament,
        this.#known,
        el("h3", { class: "visually-hidden", text: t("web.wait.seats") }),
        this.#seats,
        this.#sitting,
        this.#deal,
        this.#invitations,
        this.#fill.element,
      ),
      this.#seal.element,
    );
  }

  /** Shows who is there now. @param {TableState} state */
  update(state) {
    const free = state.players.filter((player) => !player.taken);
    this.#summary.textContent = summary(free, state.tournament);
    this.#tournament.hidden = state.tournament === null;
    this.#tournament.replaceChildren(
      el("a", {
        href: `/tournament/${state.tournament}`,
        text: t("web_tournament.back"),
        dataset: { test: "to-tournament" },
      }),
    );
    reconcile(
      this.#seats,
      state.players,
      ({ seat }) => seat,
      () => el("li"),
      (item, player) => showSeat(item, player, state),
    );
    reconcile(
      this.#invitations,
      links(this.#code, free),
      ({ invite: secret, free: count }) => `${secret} ${count}`,
      (each) => inviteBox(this.#code, each, each.free),
    );
    this.#sitting.hidden = state.seat !== null || !free.some(({ name }) => name === null);
    this.#fill.update(state, state.tournament === null ? free.length : 0);
    this.#deal.hidden = state.seat === null || free.length > 0;
    this.#known.hidden = !state.known_cards;
    this.#known.textContent = canMix(state)
      ? `${t("web.known_cards")} ${t("web.known_cards.seed")}`
      : t("web.known_cards");
    this.#seal.update(state);
  }
}

/**
 * The invitations that are of use: one for each secret, with how many seats it opens.
 * @param {string} code
 * @param {Player[]} free
 */
function links(code, free) {
  const open = keptInvites(code).filter(({ seat }) => free.some((player) => player.seat === seat));
  const first = open.filter(
    ({ invite }, index) => open.findIndex((other) => other.invite === invite) === index,
  );
  return first.map((each) => ({ ...each, free: open.filter(({ invite }) => invite === each.invite).length }));
}

/**
 * Who is still waited for.
 * @param {Player[]} free
 * @param {string|null} tournament
 */
function summary(free, tournament) {
  if (free.length === 0) return t("web.wait.ready");
  const names = free.flatMap(({ name }) => (name === null ? [] : [name]));
  if (names.length < free.length) return t("web.wait.for_players", { n: free.length });
  const said = { n: free.length, names: new Intl.ListFormat(language()).format(names) };
  if (tournament !== null) return t("web_tournament.waiting", said);
  return t(free.every(({ declined }) => declined) ? "web.again.none" : "web.again.waiting", said);
}

/**
 * Whether this person, or whoever sits down here, can still mix a seed in: each seat does so once.
 * @param {TableState} facts
 */
function canMix({ seat, players, log }) {
  const mixed = new Set(
    log
      .map(({ event }) => event)
      .filter(isSeed)
      .map((event) => event.seat),
  );
  if (seat !== null) return !mixed.has(seat);
  return players.some((player) => !player.taken && !mixed.has(player.seat));
}

/** @param {Json} event */
const isSeed = (event) => event.type === "SeedAdded";

/**
 * @param {HTMLElement} item
 * @param {Player} player
 * @param {TableState} state
 */
function showSeat(item, player, state) {
  item.className = player.taken ? "" : "free";
  item.dataset.test = `seat-${player.seat}`;
  const own = player.seat === state.seat ? ` (${t("web.you").toLowerCase()})` : "";
  const name = player.taken
    ? `${player.name ?? t("web.seat", { n: player.seat + 1 })}${own}`
    : (player.name ?? t("web.free_seat"));
  item.replaceChildren(el("span", { text: name }));
  if (!player.taken && player.name) {
    const key = player.declined ? "web.again.tag.declined" : "web.again.tag.asked";
    item.append(el("span", { class: "tag", text: t(key) }));
  }
  if (player.bot) item.append(el("span", { class: "tag", text: t("web.table.bot") }));
  else if (player.taken && !player.present)
    item.append(el("span", { class: "tag", text: t("web.table.away") }));
}

/** What was promised about the shuffle, and a field to mix something in. @param {Session} session */
function sealBox(session) {
  const about = el("p", { class: "small", text: t("web.seal.about") });
  const code = el("p", { class: "seal-code", dataset: { test: "commitment" } });
  const field = el("input", {
    type: "text",
    id: "own-seed",
    maxlength: "64",
    autocomplete: "off",
    "aria-describedby": "own-seed-about",
    dataset: { test: "seed" },
  });
  const form = formOf(
    "stack",
    () => field.value && noting(() => mix(session, field)),
    el("label", { class: "field", for: "own-seed" }, el("span", { text: t("web.seal.add") })),
    el("div", { class: "with-button" }, field, submitButton(t("web.seal.mix"), "seed-mix")),
    el("p", { class: "small soft", id: "own-seed-about", text: t("web.seal.add_about") }),
  );
  const element = el(
    "section",
    { class: "sheet", "aria-labelledby": "seal-title" },
    el("h2", { id: "seal-title", text: t("web.seal.title") }),
    about,
    el("p", { class: "small soft", text: t("web.seal.commitment") }),
    code,
    form,
  );
  return {
    element,
    /** @param {TableState} state */
    update(state) {
      code.textContent = state.commitment;
      form.hidden = state.seat === null || state.tournament !== null || !canMix(state);
      about.hidden = state.known_cards; // its number is no secret
    },
  };
}

/**
 * @param {Session} session
 * @param {HTMLInputElement} field
 */
async function mix(session, field) {
  const { code, seat } = session.state;
  await session.request("seed", { seed: field.value });
  if (seat !== null) keepSeed(code, seat, field.value);
  field.value = "";
  note(t("web.seal.mixed"), { good: true });
}
