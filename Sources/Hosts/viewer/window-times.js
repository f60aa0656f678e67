// @ts-check
// How long each state lasted in the visible window.
import { spans } from "./spans.js"

/** @typedef {import("./app.js").App} App */

/**
 * Microseconds of each value of the state lane, longest first; null where the drawn data does not tell.
 * @param {App} app
 */
export function windowTimes(app) {
  const { from, to, axis } = app.view.now
  const lane = app.summary.lanes.findIndex(({ id }) => id === "state")
  if (axis !== "wall" || lane < 0) return null
  // A scale on which one pixel is one microsecond.
  const scale = { axis, from, to, left: from, width: to - from }
  /** @type {Map<string, number>} */
  const times = new Map()
  let isExact = true
  spans(app.main, lane, scale, (start, end, mask) => {
    const time = Math.min(to, end) - Math.max(from, start)
    if (time <= 0) return
    if ((mask & mask - 1) !== 0) isExact = false
    const word = app.summary.lanes[lane].values[31 - Math.clz32(mask)]
    times.set(word, (times.get(word) ?? 0) + time)
  })
  return isExact ? [...times].sort((a, b) => b[1] - a[1]) : null
}
