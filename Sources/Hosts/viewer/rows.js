// @ts-check
// The exact steps of a run, block by block: recently used blocks are kept, visible ones are fetched.

/** @typedef {import("./types").Rows} Rows */
/** @typedef {import("./types").Run} Run */
/** @typedef {import("./types").Blocks} Blocks */

const KEPT = 24
/** Up to so many blocks each step is drawn; with more blocks their parts are drawn, and with still more only each block as a whole. */
export const VISIBLE_LIMIT = 16
export const PARTS_LIMIT = 160
// Requests under way at the same time. A step that is requested meanwhile waits for them.
const AT_ONCE = 1

export class RowCache {
  /** @type {Map<number, Rows>} */
  #kept = new Map()
  /** @type {Map<number, Promise<Rows>>} */
  #coming = new Map()
  /** @type {Map<number, Blocks>} */
  #digests = new Map()
  /** @type {Set<number>} */
  #digesting = new Set()
  /** @type {number[]} */
  #wanted = []
  /** @type {number[]} */
  #wantedDigests = []
  #run
  #arrived
  /** Counts arrivals, for observers that keep what they drew. */
  arrivals = 0

  /**
   * @param {Run} run
   * @param {() => void} arrived called when there is more to draw
   */
  constructor(run, arrived) {
    this.#run = run
    this.#arrived = arrived
  }

  /**
   * The rows of a block if they are loaded.
   * @param {number} block
   */
  get(block) {
    const rows = this.#kept.get(block)
    if (!rows) return undefined
    // The most recently used one is discarded last.
    this.#kept.delete(block)
    this.#kept.set(block, rows)
    return rows
  }

  /**
   * Whether all steps of a block are loaded: the last block of a growing run gets more.
   * @param {number} block
   */
  #isWhole(block) {
    const rows = this.#kept.get(block)
    return rows !== undefined && rows.count >= this.#run.summary.blocks.steps[block]
  }

  /**
   * Fetches blocks in the background; blocks that are no longer wanted are not fetched.
   * @param {number[]} blocks
   */
  want(blocks) {
    this.#wanted = blocks.slice(0, VISIBLE_LIMIT).filter((block) => !this.#isWhole(block) && !this.#coming.has(block))
    this.#next()
  }

  /**
   * The parts of a block if they are loaded.
   * @param {number} block
   */
  digest(block) { return this.#digests.get(block) }

  /**
   * Fetches the parts of blocks in the background, like `want` for whole blocks.
   * @param {number[]} blocks
   */
  wantDigests(blocks) {
    this.#wantedDigests = blocks.slice(0, PARTS_LIMIT).filter((block) => !this.#digesting.has(block) && !this.#isDigested(block))
    this.#nextDigest()
  }

  /**
   * Whether all parts are loaded: the last block of a growing run gets more.
   * @param {number} block
   */
  #isDigested(block) {
    const parts = this.#digests.get(block)
    if (!parts) return false
    return parts.first[parts.count - 1] + parts.steps[parts.count - 1] === this.#run.summary.blocks.first[block] + this.#run.summary.blocks.steps[block]
  }

  #nextDigest() {
    while (this.#digesting.size < AT_ONCE) {
      const block = this.#wantedDigests.shift()
      if (block === undefined) return
      this.#digesting.add(block)
      this.#run.digest(block).then((parts) => {
        this.#digests.set(block, parts)
        for (const oldest of this.#digests.keys()) {
          if (this.#digests.size <= 2 * PARTS_LIMIT) break
          this.#digests.delete(oldest)
        }
        this.arrivals++
        this.#arrived()
      }).finally(() => this.#digesting.delete(block)).then(() => this.#nextDigest(), () => {})
    }
  }

  #next() {
    while (this.#coming.size < AT_ONCE) {
      const block = this.#wanted.shift()
      if (block === undefined) return
      if (!this.#isWhole(block)) this.load(block).then(() => this.#next(), () => {})
    }
  }

  /**
   * @param {number} block
   * @returns {Promise<Rows>}
   */
  load(block) {
    const here = this.get(block)
    if (here && this.#isWhole(block)) return Promise.resolve(here)
    const coming = this.#coming.get(block)
    if (coming) return coming
    const promise = this.#run.rows(block).then((rows) => {
      this.#kept.set(block, rows)
      this.arrivals++
      for (const oldest of this.#kept.keys()) {
        if (this.#kept.size <= KEPT) break
        this.#kept.delete(oldest)
      }
      this.#arrived()
      return rows
    }).finally(() => this.#coming.delete(block))
    this.#coming.set(block, promise)
    return promise
  }

  /**
   * The block of a step.
   * @param {number} step
   */
  blockOf(step) {
    const { first, count } = this.#run.summary.blocks
    return Math.max(0, Math.min(count - 1, last(first, count, step)))
  }

  /**
   * Where a step is, if its rows are loaded.
   * @param {number} step
   */
  at(step) {
    const rows = this.#kept.get(this.blockOf(step))
    const index = rows ? step - rows.first : -1
    return rows && index >= 0 && index < rows.count ? { rows, index } : undefined
  }
}

/**
 * The last index whose value is not greater; -1 when there is none.
 * @param {Float64Array} values
 * @param {number} count
 * @param {number} value
 */
export function last(values, count, value) {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
