/** In how many rows things can lie on a cloth whose shape only the stylesheet knows; see css/seat.css. */

/** How many numbers of rows are offered to the stylesheet, from the fewest on. */
const WAYS = 7;

/**
 * How many rows things take that are laid one after the other, each group in rows of its own.
 * @param {number[][]} groups
 * @param {number} wide
 */
const rowsOf = (groups, wide) =>
  groups.reduce((sum, group) => {
    let left = 0;
    return (
      sum +
      group.reduce((rows, width) => {
        const fits = left >= width;
        left = (fits ? left : wide) - width;
        return fits ? rows : rows + 1;
      }, 0)
    );
  }, 0);

/**
 * The least width at which things lie in `rows` rows or fewer.
 * @param {number[][]} groups
 * @param {number} rows
 */
function leastWidth(groups, rows) {
  let [low, high] = [Math.max(...groups.flat()), Math.max(...groups.map((each) => sum(each)))];
  while (high - low > 0.05) {
    const middle = (low + high) / 2;
    if (rowsOf(groups, middle) > rows) low = middle;
    else high = middle;
  }
  return rowsOf(groups, low) > rows ? high : low;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/**
 * Tells the stylesheet in how many rows things can lie, and how wide they are then.
 * @param {HTMLElement} cloth
 * @param {number[][]} all the widths of things, in cards, by groups: each group has rows of its own
 */
export function spread(cloth, all) {
  const groups = all.filter((group) => group.length > 0);
  for (let way = 0; way < WAYS; way += 1) {
    const rows = Math.max(1, groups.length) + way;
    const columns = groups.length ? leastWidth(groups, rows) : 1;
    cloth.style.setProperty(`--rows-${way}`, String(rows));
    cloth.style.setProperty(`--columns-${way}`, columns.toFixed(2));
  }
}
