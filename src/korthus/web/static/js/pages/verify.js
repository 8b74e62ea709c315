/**
 * The fair shuffle, checked by this browser alone: the commitment, every deal from the seeds, and all of it
 * against what this browser has kept from the table or its person has noted down.
 */

import { getText } from "../api.js";
import { fieldOf, formOf, submitButton, textButton } from "../controls.js";
import { el } from "../dom.js";
import { number, t } from "../i18n.js";
import { promiseOf, promiseUnder } from "../promises.js";
import { canVerify, fromHex } from "../verify/shuffle.js";
import { readRecord, Unreadable, verifyRecord } from "../verify/verify.js";
import { gameTitle } from "./parts/games.js";
import { copyField } from "./parts/say.js";
import { sheetOf } from "./parts/sheets.js";

// keys: web_home.verify.error.*

/** The name of a table in the name of a downloaded record. */
const CODE_IN_FILE = /-([2-9A-Z]{8})(?: ?\(\d+\))?\.json$/;

/**
 * @param {HTMLElement} root
 * @param {Json} more
 */
export default async function mount(root, { code }) {
  const result = el("div", { class: "stack", "aria-live": "polite" });
  const page = el(
    "div",
    { class: "page narrow verify" },
    el("h1", { text: t("web_home.verify") }),
    el("p", { text: t("web_home.verify.about") }),
    code ? null : dropSheet((text, file) => show(result, text, { file })),
    result,
  );
  root.append(page);
  if (!canVerify()) {
    result.replaceChildren(finding(t("web_home.verify.no_crypto")));
    return;
  }
  if (code) await show(result, await getText(`/api/tables/${encodeURIComponent(code)}/record`), { code });
}

/** @param {(text: string, file?: string) => void} onText */
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
    on: {
      change: async ({ target: { files } }) => files[0] && onText(await files[0].text(), files[0].name),
    },
  });
  /** @type {HTMLElement} */
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
          if (dropped) onText(await dropped.text(), dropped.name);
        },
      },
    },
    el("h2", { text: t("web_home.verify.which") }),
    el("p", { class: "soft", text: t("web_home.verify.drop") }),
    el("label", { class: "button" }, t("web_home.verify.choose"), file),
    field,
    textButton(t("web_home.verify.check"), "check", () => onText(field.value), "primary"),
  );
  return sheet;
}

/**
 * What is known from the table itself: kept in this browser, or noted down by the person.
 * @param {any} record
 * @param {{code?: string|null, file?: string, noted?: object|null}} from
 */
function promiseFor(record, { code = null, file = "", noted = null }) {
  const table = code ?? CODE_IN_FILE.exec(file)?.[1];
  const kept = (table ? promiseOf(table) : null) ?? promiseUnder(record.shuffle.commitment);
  return { ...kept, ...noted };
}

/**
 * @param {HTMLElement} result
 * @param {string} text
 * @param {{code?: string|null, file?: string, noted?: object|null}} from the table, or the name of the file; what the
 *   person has noted down
 */
async function show(result, text, from = {}) {
  const { code = null, noted = null } = from;
  let record, promise, report;
  try {
    record = readRecord(text);
    promise = promiseFor(record, from);
    report = await verifyRecord(record, promise);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    result.replaceChildren(finding(t(`web_home.verify.error.${error.code}`)));
    return;
  }
  const unknown = [report.kept.commitment, report.kept.closing].includes(null);
  result.replaceChildren(
    verdict(record, report, promise),
    !report.whole && (unknown || noted)
      ? notes((written) => show(result, text, { ...from, noted: written }))
      : "",
    seeds(record, report, promise),
    report.dealt ? deals(report) : "",
    further(record, promise, code),
  );
}

/** Fields for what somebody has noted down at the table. @param {(noted: object) => void} onNoted */
function notes(onNoted) {
  const field = (/** @type {string} */ key, /** @type {string} */ test, /** @type {Json} */ wanted) =>
    el("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t(key),
      ...wanted,
      dataset: { test },
    });
  const hash = { minlength: 64, maxlength: 64, pattern: "[0-9a-fA-F]{64}" };
  const commitment = field("web_home.verify.noted.seal", "noted-seal", hash);
  const closing = field("web_home.verify.noted.closing", "noted-closing", hash);
  const read = (/** @type {HTMLInputElement} */ { value }) =>
    fromHex(value.trim())?.length === 32 ? value.trim().toLowerCase() : undefined;
  const labelled = (/** @type {HTMLElement} */ input) =>
    fieldOf(input.getAttribute("aria-label") ?? "", input);
  return el(
    "details",
    { class: "sheet stack noted", dataset: { test: "noted" } },
    el("summary", { text: t("web_home.verify.noted") }),
    formOf(
      "stack",
      () => {
        const written = Object.entries({ commitment: read(commitment), closing: read(closing) });
        onNoted(Object.fromEntries(written.filter(([, value]) => value !== undefined)));
      },
      el("p", { class: "soft", text: t("web_home.verify.noted.about") }),
      labelled(commitment),
      labelled(closing),
      submitButton(t("web_home.verify.check"), "noted-check"),
    ),
  );
}

/** @param {string} text */
function finding(text) {
  return el(
    "section",
    { class: "sheet verdict bad", role: "alert", dataset: { test: "verdict-bad" } },
    el("p", { text }),
  );
}

/**
 * @param {Json} record
 * @param {Json} report
 * @param {Json} promise
 */
function verdict(record, report, promise) {
  if (report.ok) return verdictGood(record, report, promise);
  return el(
    "section",
    { class: "sheet verdict bad", role: "alert", dataset: { test: "verdict-bad" } },
    el("h2", { text: t("web_home.verify.bad") }),
    list(whatIsWrong(report)),
  );
}

/** @param {string[]} texts */
const list = (texts) =>
  el(
    "ul",
    {},
    texts.map((text) => el("li", { text })),
  );

/**
 * @param {Json} record
 * @param {Json} more
 * @param {Json} promise
 */
function verdictGood(record, { whole, dealt, deals: all, kept }, promise) {
  const game = gameTitle(record.game);
  const about = dealt
    ? t("web_home.verify.good.about", { game, n: number(all.length) })
    : t("web_home.verify.good.sealed", { game });
  if (whole) {
    const key = promise.before === false ? "web_home.verify.good.kept_late" : "web_home.verify.good.kept";
    return el(
      "section",
      { class: "sheet verdict good", dataset: { test: "verdict-good" } },
      el("h2", { text: t("web_home.verify.good") }),
      el("p", { text: about }),
      el("p", { text: t(key) }),
    );
  }
  const open = dealt ? [] : [t("web_home.verify.open.deals")];
  if (kept.commitment === null) open.push(t("web_home.verify.open.seal"));
  if (kept.closing === null)
    open.push(t(record.closing ? "web_home.verify.open.closing" : "web_home.verify.open.older"));
  open.push(t("web_home.verify.open.rules"));
  return el(
    "section",
    { class: "sheet verdict part", dataset: { test: "verdict-part" } },
    el("h2", { text: t("web_home.verify.part") }),
    el("p", { text: about }),
    el("p", { text: t("web_home.verify.open") }),
    list(open),
  );
}

/**
 * What is wrong, each in a sentence. The closing hash is named where nothing else is: it says no more then.
 * @param {Json} facts
 */
function whatIsWrong({ commitment, dealt, deals: all, missing, closing, kept }) {
  const wrong = all.filter((/** @type {Json} */ deal) => !deal.ok);
  const reasons = [];
  if (kept.commitment === false) reasons.push(t("web_home.verify.bad.other_seal"));
  if (kept.seed === false) reasons.push(t("web_home.verify.bad.other_seed"));
  if (kept.closing === false) reasons.push(t("web_home.verify.bad.other_closing"));
  if (!commitment.ok) reasons.push(t("web_home.verify.bad.commitment"));
  if (dealt && all.length === 0) reasons.push(t("web_home.verify.bad.no_deals"));
  else if (wrong.length === all.length && wrong.length > 1) reasons.push(t("web_home.verify.bad.seeds"));
  else {
    for (const { step, number: deal } of wrong)
      reasons.push(t("web_home.verify.bad.deal", { deal: deal + 1, step }));
  }
  if (missing && wrong.length === 0) reasons.push(t("web_home.verify.bad.missing"));
  if (reasons.length === 0 && closing.ok === false) reasons.push(t("web_home.verify.bad.closing"));
  return reasons;
}

/** @param {boolean|null} ok */
function tick(ok) {
  return el("span", {
    class: ok ? "tick" : "tick wrong",
    role: "img",
    text: ok ? "✓" : "✗",
    "aria-label": t(ok ? "web_home.verify.right" : "web_home.verify.wrong"),
  });
}

/**
 * @param {Json} record
 * @param {Json} more
 * @param {Json} promise
 */
function seeds(record, { commitment, closing, kept }, promise) {
  const { server_seed: seed, seat_seeds: added } = record.shuffle;
  const row = (/** @type {string} */ label, /** @type {Child[]} */ ...content) =>
    el("div", { class: "seed-row" }, el("dt", { text: label }), el("dd", {}, content));
  return sheetOf(
    "stack",
    t("web_home.verify.seeds"),
    el(
      "dl",
      { class: "seeds" },
      row(t("web_home.verify.commitment"), el("code", { text: commitment.found }), tick(commitment.ok)),
      commitment.ok ? null : row(t("web_home.verify.expected"), el("code", { text: commitment.expected })),
      kept.commitment === null
        ? null
        : row(
            t("web_home.verify.kept_seal"),
            el("code", { text: promise.commitment }),
            tick(kept.commitment),
          ),
      row(t("web_home.verify.server_seed"), el("code", { text: seed })),
      record.seats.map((/** @type {Json} */ { name }, /** @type {number} */ seat) =>
        row(
          t("web_home.verify.seat_seed", { player: name }),
          added[seat]
            ? el("code", { text: added[seat] })
            : el("span", { class: "soft", text: t("web_home.verify.none") }),
          kept.seed !== null && promise.seat === seat ? tick(kept.seed) : null,
        ),
      ),
      row(
        t("web_home.verify.closing"),
        el("code", { text: closing.expected }),
        kept.closing === null && closing.ok === null ? null : tick(kept.closing ?? closing.ok),
      ),
      kept.closing === false
        ? row(t("web_home.verify.kept_closing"), el("code", { text: promise.closing }))
        : null,
    ),
  );
}

/** @param {Json} facts */
function deals({ deals: all }) {
  return sheetOf(
    "stack",
    t("web_home.verify.deals", { n: all.length }),
    el(
      "ol",
      { class: "deals" },
      all.map((/** @type {Json} */ { ok, step, number: deal, expected, found, word }) =>
        el(
          "li",
          { class: ok ? "" : "wrong", dataset: { test: `deal-${deal}` } },
          tick(ok),
          el(
            "div",
            {},
            el("b", { text: t("web_home.verify.deal", { deal: deal + 1, step }) }),
            el("code", { text: found }),
            ok ? null : el("p", { text: t("web_home.verify.should_be", { word: word ?? 1 }) }),
            ok ? null : el("code", { text: expected ?? t("web_home.verify.nothing") }),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Json} record
 * @param {Json} promise
 * @param {string|null} code
 */
function further(record, promise, code) {
  const file = code ? `korthus-${record.game}-${code}.json` : "FILE";
  const kept = [
    ...(promise.commitment ? ["--commitment", promise.commitment] : []),
    ...(promise.closing ? ["--closing", promise.closing] : []),
  ];
  return sheetOf(
    "stack",
    t("web_home.verify.further"),
    el("p", { text: t("web_home.verify.further.about") }),
    copyField(["korthus verify", file, ...kept].join(" "), t("web_home.verify.command"), "verify-command"),
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
