/**
 * QR codes of our own: any text up to 213 bytes, in byte mode, error correction level M, versions 1 to 10
 * (ISO 18004).
 *
 * `qrMatrix` gives the squares, `qrSvg` draws them.
 */

/** By version: error-correction bytes per block, then the data bytes of each block. */
/** @type {[number, number[]][]} */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version: the rows and columns on which alignment patterns are centred. */
const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
/** @type {((y: number, x: number) => boolean)[]} */
const MASKS = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (y, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** Powers and logarithms in the field of 256 elements that QR codes use. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
/**
 * @param {number} a
 * @param {number} b
 */
const times = (a, b) => (a === 0 || b === 0 ? 0 : EXP[LOG[a] + LOG[b]]);

/**
 * The squares of a text's QR code, true for dark, without the quiet zone.
 *
 * @param {string} text
 * @returns {boolean[][]} rows from the top
 * @throws {RangeError} the text has more than 213 bytes in UTF-8
 */
export function qrMatrix(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (version === 0) throw new RangeError("that is too long for a QR code");
  const size = 17 + 4 * version;
  const grid = functionPatterns(version, size);
  fill(grid, interleaved(dataBytes(bytes, version), version));
  const candidates = MASKS.map((mask, number) => masked(grid, mask, number));
  const penalties = candidates.map(penalty);
  return candidates[penalties.indexOf(Math.min(...penalties))];
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
/** @param {number} version */
const countBits = (version) => (version < 10 ? 8 : 16);
/** @param {number} version */
const capacity = (version) => Math.floor((sum(BLOCKS[version - 1][1]) * 8 - 4 - countBits(version)) / 8);

/**
 * Mode, length, the bytes, and what fills the rest.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function dataBytes(bytes, version) {
  const room = sum(BLOCKS[version - 1][1]);
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {Json} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, countBits(version));
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  if (bits.length % 8) push(0, 8 - (bits.length % 8));
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/**
 * Data and error correction of all blocks, one byte of each in turn.
 * @param {number[]} data
 * @param {number} version
 */
function interleaved(data, version) {
  const [correction, sizes] = BLOCKS[version - 1];
  let at = 0;
  const blocks = sizes.map((size) => data.slice(at, (at += size)));
  const checks = blocks.map((block) => errorCorrection(block, correction));
  return [...inTurn(blocks), ...inTurn(checks)];
}

/** @param {number[][]} lists */
function inTurn(lists) {
  const longest = Math.max(...lists.map((list) => list.length));
  const result = [];
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) if (index < list.length) result.push(list[index]);
  }
  return result;
}

/**
 * The remainder of the block divided by the generator polynomial of this degree (Reed-Solomon).
 * @param {number[]} block
 * @param {number} degree
 */
function errorCorrection(block, degree) {
  let generator = [1];
  for (let power = 0; power < degree; power += 1) {
    const next = [...generator, 0];
    for (const [index, factor] of generator.entries()) next[index + 1] ^= times(factor, EXP[power]);
    generator = next;
  }
  const rest = [...block, ...Array(degree).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const lead = rest[at];
    for (const [index, factor] of generator.entries()) rest[at + index] ^= times(factor, lead);
  }
  return rest.slice(block.length);
}

/**
 * Finder, timing and alignment patterns, version bits and light format bits; null where data goes.
 * @param {number} version
 * @param {number} size
 */
function functionPatterns(version, size) {
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (/** @type {number} */ y, /** @type {number} */ x, /** @type {boolean} */ dark) => {
    if (y >= 0 && x >= 0 && y < size && x < size) grid[y][x] = dark;
  };
  for (let at = 0; at < size; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ]) {
    for (let y = -1; y <= 7; y += 1) {
      for (let x = -1; x <= 7; x += 1) {
        const ring = Math.max(Math.abs(y - 3), Math.abs(x - 3));
        put(top + y, left + x, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = ALIGNMENT[version - 1];
  const last = centres.at(-1);
  for (const y of centres) {
    for (const x of centres) {
      if ((y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6)) continue;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) put(y + dy, x + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1);
      }
    }
  }
  if (version >= 7) {
    const bits = (version << 12) | remainder(version << 12, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const dark = ((bits >>> bit) & 1) === 1;
      put(Math.floor(bit / 3), size - 11 + (bit % 3), dark);
      put(size - 11 + (bit % 3), Math.floor(bit / 3), dark);
    }
  }
  for (const [y, x] of formatPlaces(size).flat()) grid[y][x] = false;
  grid[size - 8][8] = true;
  return Object.assign(grid, { data: [] });
}

/**
 * `value` modulo a polynomial over two elements whose highest power is `degree`.
 * @param {Json} value
 * @param {number} polynomial
 * @param {number} degree
 */
function remainder(value, polynomial, degree) {
  let rest = value;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) {
    rest ^= polynomial << (bit - degree);
  }
  return rest;
}

/** Where the fifteen format bits stand, lowest bit first, in both copies. @param {number} size */
function formatPlaces(size) {
  const first = [];
  const second = [];
  for (let bit = 0; bit < 15; bit += 1) {
    if (bit < 6) first.push([bit, 8]);
    else if (bit < 8) first.push([bit + 1, 8]);
    else if (bit === 8) first.push([8, 7]);
    else first.push([8, 14 - bit]);
    second.push(bit < 8 ? [8, size - 1 - bit] : [size - 15 + bit, 8]);
  }
  return [first, second];
}

/**
 * Lay the bits upwards and downwards in columns of two from the right, round the fixed patterns.
 * @param {Json} grid
 * @param {number[]} bytes
 */
function fill(grid, bytes) {
  const size = grid.length;
  let at = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        grid[y][x] = (((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
        grid.data.push([y, x]);
        at += 1;
      }
    }
    upwards = !upwards;
  }
}

/**
 * The grid with a mask over its data and the format bits that name it.
 * @param {Json} grid
 * @param {(y: number, x: number) => boolean} mask
 * @param {number} number
 */
function masked(grid, mask, number) {
  const result = grid.map((/** @type {Json} */ row) => [...row]);
  for (const [y, x] of grid.data) if (mask(y, x)) result[y][x] = !result[y][x];
  const bits = ((number << 10) | remainder(number << 10, 0x537, 10)) ^ 0x5412;
  for (const places of formatPlaces(grid.length)) {
    for (const [bit, [y, x]] of places.entries()) result[y][x] = ((bits >>> bit) & 1) === 1;
  }
  return result;
}

/** How hard a code is to read, by the four counts of the standard. @param {boolean[][]} matrix */
function penalty(matrix) {
  const size = matrix.length;
  const columns = matrix.map((_, x) => matrix.map((row) => row[x]));
  let total = 0;
  for (const line of [...matrix, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2;
    total += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let y = 0; y + 1 < size; y += 1) {
    for (let x = 0; x + 1 < size; x += 1) {
      const dark = matrix[y][x];
      if (matrix[y][x + 1] === dark && matrix[y + 1][x] === dark && matrix[y + 1][x + 1] === dark) total += 3;
    }
  }
  const dark = sum(matrix.map((row) => row.filter(Boolean).length));
  return total + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/**
 * A QR code as an SVG element with a quiet zone of four squares, dark on light whatever the table's light is.
 *
 * @param {string} text
 * @param {string} label what a screen reader says
 */
export function qrSvg(text, label) {
  const matrix = qrMatrix(text);
  const side = matrix.length + 8;
  const svg = svgElement("svg", {
    viewBox: `0 0 ${side} ${side}`,
    role: "img",
    "aria-label": label,
    class: "qr",
  });
  const path = matrix
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")))
    .join("");
  svg.append(
    // Without the page's stylesheet (saved, or printed elsewhere) it is black on white.
    svgElement("rect", { class: "qr-paper", width: side, height: side, fill: "white" }),
    svgElement("path", { class: "qr-ink", d: path, "shape-rendering": "crispEdges" }),
  );
  return svg;
}

/**
 * @param {string} tag
 * @param {Record<string, Json>} attributes
 */
function svgElement(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
