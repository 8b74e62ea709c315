/**
 * Is a record's luck true? The commitment and every deal, redone in this browser from the seeds; and is it
 * the game that was played, by what was kept from the table?
 *
 * What players did is not judged by the rules, because the page knows none; `korthus verify FILE` judges it
 * too. But nothing of it can be changed without changing the closing hash.
 */

import { fileAt } from "../files.js";
import { closingOf } from "./closing.js";
import { readRecord as read, Unreadable } from "./reading.js";
import { commitmentOf, fromHex, openStream } from "./shuffle.js";

export { Unreadable };

/**
 * The record of a text, read strictly.
 *
 * @param {string} text
 * @throws {Unreadable} it is no record, or the record of a game that goes on
 */
export const readRecord = (text) => read(text, (game) => /^[a-z][a-z0-9_]*$/.test(game));

/**
 * Check a record.
 *
 * After a deal that does not follow from the seeds, the check goes on with the cards that do, so that one
 * changed card is one finding.
 *
 * @param record as `readRecord` gives it
 * @param {{commitment?: string, closing?: string, seat?: number, seed?: string}} kept what is known from the table
 * @returns {Promise<{ok: boolean, whole: boolean, commitment: {ok: boolean, expected: string, found: string},
 *   dealt: boolean, deals: {step: number, number: number, ok: boolean, expected: string|null, found: string,
 *   word: number|null}[], missing: boolean, closing: {ok: boolean|null, expected: string},
 *   kept: {commitment: boolean|null, closing: boolean|null, seed: boolean|null}}>} `ok`: nothing is wrong;
 *   `whole`: and nothing of it had to be believed. `step` counts actions from 1; `word` is the first word
 *   that differs, from 1; `expected` is null for a deal that should not be there; `missing`: a deal or the
 *   outcome should be there and is not; `dealt`: the cards were dealt again, which the page cannot do for a game
 *   that another package brings. Null means that it could not be compared
 */
export async function verifyRecord(/** @type {Json} */ record, kept = {}) {
  const { server_seed, seat_seeds, commitment: found } = record.shuffle;
  const seed = /** @type {Uint8Array} */ (fromHex(server_seed)); // `readRecord` has looked at it
  const expected = await commitmentOf(seed);
  const commitment = { ok: expected === found, expected, found };
  const { dealt, deals, missing: missingDeal } = await dealAgain(record, await openStream(seed, seat_seeds));
  const real = await closingOf(record);
  const closing = { ok: record.closing ? record.closing === real : null, expected: real };
  const against = {
    commitment: kept.commitment ? kept.commitment === found : null,
    closing: kept.closing ? kept.closing === real : null,
    seed: kept.seed ? seat_seeds[kept.seat ?? -1] === kept.seed : null,
  };
  const missing = missingDeal || record.outcome === null;
  const wrong = [commitment.ok, closing.ok, ...Object.values(against)].includes(false);
  const ok = !wrong && !missing && deals.length > 0 === dealt && deals.every((deal) => deal.ok);
  const whole = ok && dealt && against.commitment === true && against.closing === true;
  return { ok, whole, commitment, dealt, deals, missing, closing, kept: against };
}

/**
 * What a game draws and when, written anew here so that it checks the server's way of dealing. Null for a game
 * that another package brings: nobody has written that here.
 * @param {Json} record
 */
async function drawsOf({ game, package: brought }) {
  try {
    return (await import(`./games/${game}.js`)).draws;
  } catch (error) {
    const { status } = await fetch(fileAt(`js/verify/games/${game}.js`));
    if (status !== 404) throw error;
    if (brought) return null;
    throw new Unreadable("UNKNOWN_GAME");
  }
}

/**
 * @param {Json} record
 * @param {Json} draw
 */
async function dealAgain(record, draw) {
  const draws = await drawsOf(record);
  if (!draws) return { dealt: false, deals: [], missing: false };
  const source = draws(record);
  const deals = [];
  let due = source.next();
  for (const [index, entry] of record.actions.entries()) {
    if (entry.seat !== "deal") continue;
    /** @type {number} */
    const number = deals.length;
    let real = null;
    if (!due.done) {
      const { pool, count, write } = due.value;
      const cards = count <= pool.length ? await draw(number, pool, count) : null;
      real = cards && write(cards);
      due = source.next(cards ?? []);
    }
    deals.push({
      step: index + 1,
      number,
      ok: real === entry.text,
      expected: real,
      found: entry.text,
      word: firstDifference(real, entry.text),
    });
  }
  // A game that was given up ends anywhere.
  return { dealt: true, deals, missing: !due.done && !due.value.mayEnd && !("resigned" in record) };
}

/**
 * @param {Json} real
 * @param {Json} written
 */
function firstDifference(real, written) {
  if (real === null || real === written) return null;
  const ours = real.split(" ");
  const theirs = written.split(" ");
  const first = ours.findIndex(
    (/** @type {string} */ word, /** @type {number} */ index) => word !== theirs[index],
  );
  return (first < 0 ? ours.length : first) + 1;
}
