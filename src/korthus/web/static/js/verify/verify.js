/**
 * Is a record's luck true? The commitment and every deal, redone in this browser from the seeds.
 *
 * What players did is not judged here, because the page knows no rules; `korthus verify FILE` judges it too.
 */

import { commitmentOf, fromHex, openStream } from "./shuffle.js";
import { draws as eight } from "./eight.js";
import { draws as kachuful } from "./kachuful.js";
import { draws as mulle } from "./mulle.js";
import { draws as mus } from "./mus.js";

const GAMES = { mulle, kachuful, mus, eight };

/** A record that cannot be checked at all; `web_home.verify.error.CODE` says why. */
export class Unreadable extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * The record of a text, with the fields that the check reads.
 *
 * @throws {Unreadable} it is no record, or the record of a game that goes on
 */
export function readRecord(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Unreadable("NOT_JSON");
  }
  if (record?.format !== "korthus record") throw new Unreadable("NOT_A_RECORD");
  const { shuffle, actions, seats, options } = record;
  const whole =
    record.version === 1 &&
    shuffle?.scheme === "korthus/1" &&
    Array.isArray(shuffle.seat_seeds) &&
    shuffle.seat_seeds.every((seed) => typeof seed === "string") &&
    Array.isArray(seats) &&
    typeof options === "object" &&
    options !== null &&
    Array.isArray(actions) &&
    actions.every(
      (entry) => typeof entry?.text === "string" && ["number", "string"].includes(typeof entry.seat),
    );
  if (!whole) throw new Unreadable("BAD_FIELD");
  if (!Object.hasOwn(GAMES, record.game)) throw new Unreadable("UNKNOWN_GAME");
  if (shuffle.server_seed === null) throw new Unreadable("SEED_SECRET");
  if (fromHex(shuffle.server_seed)?.length !== 32) throw new Unreadable("BAD_FIELD");
  return record;
}

/**
 * Redo a record's deals.
 *
 * After a deal that does not follow from the seeds, the check goes on with the cards that do, so that one
 * changed card is one finding.
 *
 * @param record as `readRecord` gives it
 * @returns {Promise<{ok: boolean, commitment: {ok: boolean, expected: string, found: string},
 *   deals: {step: number, number: number, ok: boolean, expected: string|null, found: string,
 *   place: number|null}[]}>} `step` counts actions from 1; `place` is the first word that differs, from 1;
 *   `expected` is null for a deal that should not be there
 */
export async function verifyRecord(record) {
  const { server_seed, seat_seeds, commitment: found } = record.shuffle;
  const seed = fromHex(server_seed);
  const expected = await commitmentOf(seed);
  const draw = await openStream(seed, seat_seeds);
  const source = GAMES[record.game](record);
  const deals = [];
  let due = source.next();
  for (const [index, entry] of record.actions.entries()) {
    if (entry.seat !== "deal") continue;
    const number = deals.length;
    let real = null;
    if (!due.done) {
      const { pool, count, write } = due.value;
      const cards = count <= pool.length ? await draw(number, pool, count) : null;
      real = cards && write(cards);
      due = source.next(cards ?? []);
    }
    const ok = real === entry.text;
    deals.push({
      step: index + 1,
      number,
      ok,
      expected: real,
      found: entry.text,
      place: firstDifference(real, entry.text),
    });
  }
  const commitment = { ok: expected === found, expected, found };
  return { ok: commitment.ok && deals.length > 0 && deals.every((deal) => deal.ok), commitment, deals };
}

function firstDifference(real, written) {
  if (real === null || real === written) return null;
  const ours = real.split(" ");
  const theirs = written.split(" ");
  const place = ours.findIndex((word, index) => word !== theirs[index]);
  return (place < 0 ? ours.length : place) + 1;
}
