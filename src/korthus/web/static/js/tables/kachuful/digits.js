/** Bids by number keys: a number is meant as soon as no other begins with the same digits. */

/**
 * @param {string} typed the digits so far
 * @param {number[]} bids all the numbers there are
 * @returns {{bid: number|null, sure: boolean}} the number typed, and whether it can only be this one
 */
export function readDigits(typed, bids) {
  const fitting = bids.filter((bid) => String(bid).startsWith(typed));
  const bid = fitting.find((each) => String(each) === typed) ?? null;
  return { bid, sure: bid !== null && fitting.length === 1 };
}
