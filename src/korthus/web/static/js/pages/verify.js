/** The fair shuffle, checked by this browser alone: the commitment, and every deal from the seeds. */

import { getText } from "../api.js";
import { el } from "../dom.js";
import { number, t } from "../i18n.js";
import { canVerify } from "../verify/shuffle.js";
import { readRecord, Unreadable, verifyRecord } from "../verify/verify.js";
import { gameTitle } from "./parts/games.js";
import { copyField } from "./parts/say.js";

// keys: web_home.verify.error.*

export default async function mount(root, { code }) {
  const result = el("div", { class: "stack", "aria-live": "polite" });
  const page = el(
    "div",
    { class: "page narrow verify" },
    el("h1", { text: t("web_home.verify") }),
    el("p", { text: t("web_home.verify.about") }),
    code ? null : dropSheet((text) => show(result, text)),
    result,
  );
  root.append(page);
  if (!canVerify()) {
    result.replaceChildren(finding(t("web_home.verify.no_crypto")));
    return;
  }
  if (code) await show(result, await getText(`/api/tables/${encodeURIComponent(code)}/record`), code);
}

function dropSheet(onText) {
  const field = el("textarea", {
    rows: 4,
    "aria-label": t("web_home.verify.paste"),
    placeholder: t("web_home.verify.paste"),
    dataset: { test: "record-text" },
  });
  const file = el("input", {
    type: "file",
    accept: "application/json,.json",
    class: "visually-hidden",
    dataset: { test: "record-file" },
    on: { change: async (event) => event.target.files[0] && onText(await event.target.files[0].text()) },
  });
  const sheet = el(
    "section",
    {
      class: "sheet stack drop-sheet",
      on: {
        dragover: (event) => {
          event.preventDefault();
          sheet.classList.add("over");
        },
        dragleave: () => sheet.classList.remove("over"),
        drop: async (event) => {
          event.preventDefault();
          sheet.classList.remove("over");
          const [dropped] = event.dataTransfer.files;
          if (dropped) onText(await dropped.text());
        },
      },
    },
    el("h2", { text: t("web_home.verify.which") }),
    el("p", { class: "soft", text: t("web_home.verify.drop") }),
    el("label", { class: "button" }, t("web_home.verify.choose"), file),
    field,
    el("button", {
      type: "button",
      class: "button primary",
      text: t("web_home.verify.check"),
      dataset: { test: "check" },
      on: { click: () => onText(field.value) },
    }),
  );
  return sheet;
}

async function show(result, text, code = null) {
  let record;
  try {
    record = readRecord(text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    result.replaceChildren(finding(t(`web_home.verify.error.${error.code}`)));
    return;
  }
  const report = await verifyRecord(record);
  result.replaceChildren(
    verdict(record, report),
    seeds(record, report),
    deals(record, report),
    further(record, code),
  );
}

function finding(text) {
  return el(
    "section",
    { class: "sheet verdict bad", role: "alert", dataset: { test: "verdict-bad" } },
    el("p", { text }),
  );
}

function verdict(record, { ok, commitment, deals: all }) {
  const wrong = all.filter((deal) => !deal.ok);
  if (ok) {
    return el(
      "section",
      { class: "sheet verdict good", dataset: { test: "verdict-good" } },
      el("h2", { text: t("web_home.verify.good") }),
      el("p", {
        text: t("web_home.verify.good.about", { game: gameTitle(record.game), n: number(all.length) }),
      }),
    );
  }
  const reasons = [];
  if (!commitment.ok) reasons.push(t("web_home.verify.bad.commitment"));
  if (all.length === 0) reasons.push(t("web_home.verify.bad.no_deals"));
  else if (wrong.length === all.length && wrong.length > 1) reasons.push(t("web_home.verify.bad.seeds"));
  else {
    for (const { step, number: deal } of wrong)
      reasons.push(t("web_home.verify.bad.deal", { deal: deal + 1, step }));
  }
  return el(
    "section",
    { class: "sheet verdict bad", role: "alert", dataset: { test: "verdict-bad" } },
    el("h2", { text: t("web_home.verify.bad") }),
    el(
      "ul",
      {},
      reasons.map((text) => el("li", { text })),
    ),
  );
}

function tick(ok) {
  return el("span", {
    class: ok ? "tick" : "tick wrong",
    role: "img",
    text: ok ? "✓" : "✗",
    "aria-label": t(ok ? "web_home.verify.right" : "web_home.verify.wrong"),
  });
}

function seeds(record, { commitment }) {
  const { server_seed: seed, seat_seeds: added } = record.shuffle;
  const row = (label, ...content) =>
    el("div", { class: "seed-row" }, el("dt", { text: label }), el("dd", {}, content));
  return el(
    "section",
    { class: "sheet stack" },
    el("h2", { text: t("web_home.verify.seeds") }),
    el(
      "dl",
      { class: "seeds" },
      row(t("web_home.verify.commitment"), el("code", { text: commitment.found }), tick(commitment.ok)),
      commitment.ok ? null : row(t("web_home.verify.expected"), el("code", { text: commitment.expected })),
      row(t("web_home.verify.server_seed"), el("code", { text: seed })),
      record.seats.map(({ name }, seat) =>
        row(
          t("web_home.verify.seat_seed", { player: name }),
          added[seat]
            ? el("code", { text: added[seat] })
            : el("span", { class: "soft", text: t("web_home.verify.none") }),
        ),
      ),
    ),
  );
}

function deals(record, { deals: all }) {
  return el(
    "section",
    { class: "sheet stack" },
    el("h2", { text: t("web_home.verify.deals", { n: all.length }) }),
    el(
      "ol",
      { class: "deals" },
      all.map(({ ok, step, number: deal, expected, found, place }) =>
        el(
          "li",
          { class: ok ? "" : "wrong", dataset: { test: `deal-${deal}` } },
          tick(ok),
          el(
            "div",
            {},
            el("b", { text: t("web_home.verify.deal", { deal: deal + 1, step }) }),
            el("code", { text: found }),
            ok ? null : el("p", { text: t("web_home.verify.should_be", { place: place ?? 1 }) }),
            ok ? null : el("code", { text: expected ?? t("web_home.verify.nothing") }),
          ),
        ),
      ),
    ),
  );
}

function further(record, code) {
  const file = code ? `korthus-${record.game}-${code}.json` : "FILE";
  return el(
    "section",
    { class: "sheet stack" },
    el("h2", { text: t("web_home.verify.further") }),
    el("p", { text: t("web_home.verify.further.about") }),
    copyField(`korthus verify ${file}`, t("web_home.verify.command"), "verify-command"),
    code
      ? el("a", {
          class: "button",
          href: `/api/tables/${code}/record`,
          download: file,
          text: t("web_home.record"),
          dataset: { test: "record" },
        })
      : null,
  );
}
