// @ts-check
// A growing run: new data is added to its summary, in place.

/** @typedef {import("./types").Summary} Summary */
/** @typedef {import("./types").Blocks} Blocks */

const COLUMNS = /** @type {const} */ (["first", "steps", "start", "end", "positionLow", "positionHigh", "bufferedHigh"])

/**
 * @param {Summary} summary
 * @param {Partial<Summary> & { from: number, blocks: Blocks }} growth its blocks are those from `from` on
 */
export function grow(summary, { from, blocks: more, ...facts }) {
  Object.assign(summary, facts)
  const { blocks } = summary
  for (const name of COLUMNS) Object.assign(blocks, { [name]: joined(blocks[name], from, more[name]) })
  blocks.seen = blocks.seen.map((column, lane) => joined(column, from, more.seen[lane]))
  const families = more.count > 0 ? more.counts.length / more.count : 0
  blocks.counts = joined(blocks.counts, from * families, more.counts)
  blocks.count = from + more.count
}

/**
 * A column whose numbers are replaced from an index on. It has spare capacity, so that a long one is seldom copied; unused entries are 0.
 * @template {Float64Array | Uint32Array} T
 * @param {T} column
 * @param {number} from
 * @param {T} more
 * @returns {T}
 */
function joined(column, from, more) {
  let target = column
  if (from + more.length > column.length) {
    const Type = /** @type {{ new (length: number): T }} */ (column.constructor)
    target = new Type(Math.max(from + more.length, 2 * column.length))
    target.set(/** @type {any} */ (column.subarray(0, from)))
  }
  target.set(/** @type {any} */ (more), from)
  return target
}

/**
 * The present of a growing run: what holds after the last step holds until now.
 * @param {Summary} summary
 * @param {number} instant
 * @returns {boolean} whether it was later than what was known
 */
export function advance(summary, instant) {
  const { blocks } = summary
  if (blocks.count === 0 || instant <= summary.end) return false
  summary.end = instant
  blocks.end[blocks.count - 1] = instant
  return true
}
