/** The closing hash of a record: SHA-256 of all that it says, whatever the document looks like. */

import { sha256 } from "./shuffle.js";
import { FIELDS, fieldsOf } from "./reading.js";

/**
 * @param {Json} value
 * @param {string[]} names
 */
const ordered = (value, names) => Object.fromEntries(names.map((name) => [name, value[name]]));

/** @param record as `readRecord` gives it @returns {Promise<string>} in lower-case hex */
export async function closingOf(/** @type {Json} */ record) {
  const { options, seats, shuffle, actions, outcome } = record;
  const line = JSON.stringify({
    ...ordered(record, fieldsOf(record)),
    ...(record.package ? { package: ordered(record.package, FIELDS.package) } : {}),
    options: ordered(options, Object.keys(options).sort()),
    seats: seats.map((/** @type {number} */ seat) => ordered(seat, FIELDS.seat)),
    shuffle: ordered(shuffle, FIELDS.shuffle),
    actions: actions.map((/** @type {Json} */ entry) => ordered(entry, FIELDS.action)),
    outcome: outcome && ordered(outcome, FIELDS.outcome),
  });
  return sha256(new TextEncoder().encode(line));
}
