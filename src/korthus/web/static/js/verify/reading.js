/** Reading a record as strictly as `core/record.py` does: all of it or nothing. */

import { fromHex } from "./shuffle.js";

const MAX_LENGTH = 16 * 2 ** 20;
const MAX_ACTIONS = 100_000;
const MAX_SEATS = 52;
const MAX_TEXT = 2_000;
const MAX_SEED = 256;

/** The fields of each part, in the order in which the closing hash takes them. */
export const FIELDS = {
  record: [
    "format",
    "version",
    "game",
    "preset",
    "options",
    "rules_version",
    "seats",
    "shuffle",
    "actions",
    "outcome",
  ],
  seat: ["name", "bot"],
  package: ["name", "version"],
  shuffle: ["scheme", "commitment", "server_seed", "seat_seeds"],
  action: ["seat", "text"],
  outcome: ["scores", "winners"],
};

/**
 * The fields of a record but its closing hash: `package` only where another package brought the game,
 * `resigned` only where a seat gave up.
 * @param {Json} record
 */
export const fieldsOf = (record) =>
  FIELDS.record.flatMap((name) => {
    if (name === "rules_version" && "package" in record) return [name, "package"];
    return name === "outcome" && "resigned" in record ? [name, "resigned"] : [name];
  });

/** A record that cannot be checked at all; `web_home.verify.error.CODE` says why. */
export class Unreadable extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * The record of a text.
 *
 * @param {(game: string) => boolean} known whether a game can be checked
 * @throws {Unreadable} it is no record, or the record of a game that goes on
 */
export function readRecord(/** @type {string} */ text, known) {
  if (text.length > MAX_LENGTH) throw new Unreadable("BAD_FIELD");
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Unreadable("NOT_JSON");
  }
  if (record?.format !== "korthus record") throw new Unreadable("NOT_A_RECORD");
  if (!writtenPlainly(text, record) || !isRecord(record)) throw new Unreadable("BAD_FIELD");
  if (!known(record.game)) throw new Unreadable("UNKNOWN_GAME");
  if (record.shuffle.server_seed === null) throw new Unreadable("SEED_SECRET");
  return record;
}

/**
 * No field twice, which JSON.parse would not say, and no number that is none of whole and exact.
 * @param {string} text
 * @param {Json} record
 */
function writtenPlainly(text, record) {
  let named = 0;
  const bare = text.replace(/"(?:[^"\\]|\\.)*"(\s*:)?/g, (_, colon) => {
    if (colon) named += 1;
    return '""';
  });
  return named === countFields(record) && !/\d[.eE]|\d{16}/.test(bare);
}

/** @param {Json} value */
function countFields(value) {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce((sum, each) => sum + countFields(each), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

/** @param {Json} record */
function isRecord(record) {
  const { seats, shuffle, actions, outcome } = record;
  const fields = "closing" in record ? [...fieldsOf(record), "closing"] : fieldsOf(record);
  if (!hasFields(record, fields) || !isList(seats, MAX_SEATS, isSeat) || seats.length === 0) return false;
  const isAction = (/** @type {Json} */ entry) =>
    hasFields(entry, FIELDS.action) &&
    (entry.seat === "deal" || isSeatOf(entry.seat, seats.length)) &&
    isPrintable(entry.text, MAX_TEXT);
  return (
    record.version === 1 &&
    isPrintable(record.game, 64) &&
    (record.preset === null || isName(record.preset)) &&
    isObject(record.options) &&
    isWhole(record.rules_version) &&
    record.rules_version >= 1 &&
    (record.package === undefined || isPackage(record.package)) &&
    isShuffle(shuffle, seats.length) &&
    isList(actions, MAX_ACTIONS, isAction) &&
    (outcome === null || isOutcome(outcome, seats.length)) &&
    (record.resigned === undefined || isSeatOf(record.resigned, seats.length)) &&
    (record.closing === undefined || record.closing === null || isHash(record.closing))
  );
}

/** @param {Json} seat */
function isSeat(seat) {
  return (
    hasFields(seat, FIELDS.seat) &&
    isPrintable(seat.name, 64) &&
    (seat.bot === null || isPrintable(seat.bot, 64))
  );
}

/** @param {Json} brought */
function isPackage(brought) {
  return (
    hasFields(brought, FIELDS.package) && isPrintable(brought.name, 64) && isPrintable(brought.version, 64)
  );
}

/**
 * @param {Json} shuffle
 * @param {number} seats
 */
function isShuffle(shuffle, seats) {
  return (
    hasFields(shuffle, FIELDS.shuffle) &&
    shuffle.scheme === "korthus/1" &&
    isHash(shuffle.commitment) &&
    (shuffle.server_seed === null || isHash(shuffle.server_seed)) &&
    isList(shuffle.seat_seeds, MAX_SEATS, isSeed) &&
    [0, seats].includes(shuffle.seat_seeds.length)
  );
}

/**
 * @param {Json} outcome
 * @param {number} seats
 */
function isOutcome(outcome, seats) {
  return (
    hasFields(outcome, FIELDS.outcome) &&
    isList(outcome.scores, MAX_SEATS, isWhole) &&
    outcome.scores.length === seats &&
    isList(outcome.winners, MAX_SEATS, (seat) => isSeatOf(seat, seats))
  );
}

/** @param {Json} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/**
 * @param {Json} value
 * @param {Json} names
 */
const hasFields = (value, names) =>
  isObject(value) &&
  Object.keys(value).length === names.length &&
  names.every((/** @type {number} */ n) => Object.hasOwn(value, n));
/**
 * @param {Json} value
 * @param {number} most
 * @param {(each: Json) => boolean} isMember
 */
const isList = (value, most, isMember) =>
  Array.isArray(value) && value.length <= most && value.every(isMember);
/** @param {Json} value */
const isWhole = (value) => Number.isSafeInteger(value);
/**
 * @param {number} seat
 * @param {number} seats
 */
const isSeatOf = (seat, seats) => isWhole(seat) && seat >= 0 && seat < seats;
/** @param {string} text */
const isHash = (text) =>
  typeof text === "string" && text === text.toLowerCase() && fromHex(text)?.length === 32;
/** @param {string} text */
const isName = (text) => typeof text === "string" && text !== "" && [...text].length <= 64;
/**
 * @param {string} text
 * @param {number} most
 */
const isPrintable = (text, most) =>
  typeof text === "string" && [...text].length <= most && /^(?:[^\p{C}\p{Z}]| )+$/u.test(text);
/** @param {string} text */
const isSeed = (text) =>
  typeof text === "string" && !/\p{Cs}/u.test(text) && new TextEncoder().encode(text).length <= MAX_SEED;
