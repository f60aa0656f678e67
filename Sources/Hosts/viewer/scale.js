// @ts-check
// From instants and positions in the media to pixels and back.
import { PARTS_LIMIT, VISIBLE_LIMIT, last } from "./rows.js"

/** @typedef {import("./types").Scale} Scale */
/** @typedef {import("./types").Summary} Summary */
/** @typedef {import("./types").Track} Track */

/**
 * @param {Scale} scale
 * @param {number} value
 */
export const xOf = (scale, value) => scale.left + (value - scale.from) / (scale.to - scale.from) * scale.width

/**
 * @param {Scale} scale
 * @param {number} x
 */
export const valueAt = (scale, x) => scale.from + (x - scale.left) / scale.width * (scale.to - scale.from)

/**
 * The whole range of an axis, with a little margin.
 * @param {Summary} summary
 * @param {"wall" | "media"} axis
 * @param {number} [wallEnd] where a second run ends on the axis of the first
 */
export function whole(summary, axis, wallEnd = summary.end) {
  let [low, high] = axis === "wall" ? [summary.start, Math.max(summary.end, wallEnd)] : mediaRange(summary)
  if (!(high - low >= 1000)) high = low + 1e6
  const air = (high - low) * 0.015
  return { from: Math.round(low - air), to: Math.round(high + air) }
}

/**
 * Everything that was played or is known to be playable.
 * @param {Summary} summary
 */
export function mediaRange(summary) {
  const { blocks, duration } = summary
  let low = Infinity
  let high = -Infinity
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.positionLow[block] < low) low = blocks.positionLow[block]
    if (blocks.positionHigh[block] > high) high = blocks.positionHigh[block]
  }
  if (low > high) [low, high] = [0, 1e6]
  if (duration !== null && duration > 0) [low, high] = [Math.min(low, 0), Math.max(high, duration)]
  return [low, high]
}

/** @typedef {{ list: number[], isDetailed: boolean, hasParts: boolean }} Visible blocks in order; few enough to draw their steps, or at least their parts, or not */

/** @type {WeakMap<Scale, Map<Track, Visible>>} */
const known = new WeakMap()
// The newest result is cached: it is requested for each block of each lane.
let newest = /** @type {{ scale: Scale | null, track: Track | null, found: Visible }} */ ({ scale: null, track: null, found: { list: [], isDetailed: false, hasParts: false } })

/**
 * The blocks that a window shows.
 * @param {Track} track
 * @param {Scale} scale
 * @returns {Visible}
 */
export function visibleBlocks(track, scale) {
  if (newest.scale === scale && newest.track === track) return newest.found
  const ofScale = known.get(scale) ?? new Map()
  known.set(scale, ofScale)
  const found = ofScale.get(track) ?? visible(track, scale)
  ofScale.set(track, found)
  newest = { scale, track, found }
  return found
}

/**
 * @param {Track} track
 * @param {Scale} scale
 * @returns {Visible}
 */
function visible(track, scale) {
  const { blocks } = track.run.summary
  /** @type {number[]} */
  const list = []
  if (scale.axis === "media") {
    for (let block = 0; block < blocks.count; block++) {
      if (blocks.positionLow[block] <= scale.to && Math.max(blocks.positionHigh[block], 0) >= scale.from) list.push(block)
    }
  } else {
    // One more on the left: its value lasts until the first visible step.
    const first = Math.max(0, last(blocks.start, blocks.count, scale.from - track.offset))
    const end = last(blocks.start, blocks.count, scale.to - track.offset)
    for (let block = first; block <= end; block++) list.push(block)
  }
  return { list, isDetailed: list.length <= VISIBLE_LIMIT, hasParts: list.length <= PARTS_LIMIT }
}

/**
 * The steps of a block if they are loaded and there is room to draw them.
 * @param {Track} track
 * @param {Scale} scale
 * @param {number} block
 */
export const rowsOf = (track, scale, block) => visibleBlocks(track, scale).isDetailed ? track.rows.get(block) : undefined

/**
 * Iterates over the parts of a block whose steps are not drawn; if they are not loaded, or too many, the block is one part.
 * @param {Track} track
 * @param {Scale} scale
 * @param {number} block
 * @param {(parts: import("./types").Blocks, part: number, until: number) => void} body gets the instant at which the next part begins
 */
export function eachPart(track, scale, block, body) {
  const { blocks } = track.run.summary
  const end = block + 1 < blocks.count ? blocks.start[block + 1] : blocks.end[block]
  const parts = visibleBlocks(track, scale).hasParts ? track.rows.digest(block) : undefined
  if (!parts) return body(blocks, block, end)
  for (let part = 0; part < parts.count; part++) body(parts, part, part + 1 < parts.count ? parts.start[part + 1] : end)
}

/**
 * Round values between two, `unit` apart: 1, 2, 5 and what clocks are divided by.
 * @param {number} from
 * @param {number} to
 * @param {number} most
 */
export function ruler(from, to, most) {
  const wanted = (to - from) / Math.max(1, most)
  const unit = UNITS.find((candidate) => candidate >= wanted) ?? Math.ceil(wanted / 3.6e9) * 3.6e9
  /** @type {number[]} */
  const marks = []
  for (let mark = Math.ceil(from / unit) * unit; mark <= to && marks.length < 200; mark += unit) marks.push(mark)
  return { unit, marks }
}

const SECOND = 1e6
const UNITS = [
  ...[1, 10, 100, 1e3, 1e4, 1e5].flatMap((power) => [power, 2 * power, 5 * power]),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 36000, 86400].map((seconds) => seconds * SECOND)
]
