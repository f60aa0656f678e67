// @ts-check
// Long tasks, on the side of the worker: one task in a separate worker, which the page ends when it no longer needs it.
import { CoreRun } from "./core.js"

/** @typedef {{ share?: number, words?: string, part?: any }} Progress */

// Inputs between two reports of blame.
const PIECE = 200_000
// The most inputs that blame and shrinking feed, as on the command line.
const BUDGET = 50_000_000
// Milliseconds between two reports, and between two partial results.
const OFTEN = 100
const SELDOM = 700

/**
 * @param {WebAssembly.Module} module
 * @param {{ task: string, bytes: Uint8Array, given: any }} message
 * @param {(progress: Progress) => void} report
 */
export async function runTask(module, { task, bytes, given }, report) {
  const isDue = clock(OFTEN)
  const isPartDue = clock(SELDOM)
  const core = new CoreRun(module, {
    shrinks: (/** @type {number} */ steps, /** @type {number} */ tries) => {
      if (isDue()) report({ words: `${steps.toLocaleString("en")} steps left, ${tries.toLocaleString("en")} tries` })
      return isPartDue() ? 1 : 0
    },
    shrunk: () => report({ part: { bytes: core.answer, isMinimal: false } })
  })
  switch (task) {
    case "blame":
      await core.open(bytes, "trace", () => {})
      core.invoke("blameBegin", BUDGET)
      while (core.invoke("blameMore", PIECE) === 1) {
        if (isDue()) report({ share: core.invoke("blameProgress") })
        if (isPartDue()) report({ part: found(core) })
      }
      return found(core)
    case "shrink": {
      core.hold(bytes)
      const verdict = core.invoke("shrink", given.until, BUDGET)
      return verdict === 0 ? { complaint: core.json } : { bytes: core.answer, isMinimal: verdict === 2 }
    }
    case "scenario":
      core.hold(bytes)
      core.invoke("scenario", given.isSimulated ? 1 : 0, given.isSimulated ? 2 : 0, given.name)
      return core.answer
    case "test":
      core.hold(bytes)
      core.invoke("test", given.isJavaScript ? 1 : 0, given.name)
      return core.answer
    default: throw new Error(`There is no task ${task}.`)
  }
}

/** @param {CoreRun} core */
function found(core) {
  core.invoke("blameReport")
  return core.json
}

/**
 * True once per period of this many milliseconds.
 * @param {number} period
 */
function clock(period) {
  let last = performance.now()
  return () => {
    const now = performance.now()
    if (now < last + period) return false
    last = now
    return true
  }
}
