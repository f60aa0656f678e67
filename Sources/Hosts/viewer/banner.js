// @ts-check
// What is missing from a trace, where, and why.
import { fill, h, stepLink } from "./dom.js"
import { counted, shortName } from "./words.js"

/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function banner(app, element) {
  let shown = ""
  const show = () => {
    const lines = app.tracks.flatMap((track) => troubles(app, track.run.summary, app.tracks.length > 1))
    // Unchanged content stays: a link in it may have the focus.
    const words = lines.map((line) => line.outerHTML).join()
    if (words === shown) return
    shown = words
    fill(element, ...lines)
    element.hidden = lines.length === 0
  }
  app.watchOther(show)
  app.watchGrowth(show)
  show()
}

/**
 * The message with its place, as the end of a sentence.
 * @param {NonNullable<import("./types").Summary["problem"]>} problem
 */
function whatIsWrong({ message, line, offset }) {
  const place = line ? `line ${line}` : offset !== undefined ? `byte ${offset}` : ""
  const words = message.includes(place) ? message : `${place}: ${message}`
  return /[.!?]$/.test(words) ? words : `${words}.`
}

/**
 * @param {App} app
 * @param {import("./types").Summary} summary
 * @param {boolean} isNamed
 */
function troubles(app, summary, isNamed) {
  const go = (/** @type {number} */ step) => app.go(step)
  const name = isNamed ? `${shortName(summary.name)}: ` : ""
  /** @type {HTMLElement[]} */
  const lines = []
  const add = (/** @type {string} */ kind, /** @type {import("./dom.js").Child[]} */ ...words) => lines.push(h("p", { class: kind }, name, ...words))
  const { problem, loss } = summary
  if (problem) {
    add("alarm", h("b", {}, "Damaged. "), `The trace cannot be read to its end: ${whatIsWrong(problem)} `, summary.steps > 0 ? "What comes before is shown, up to " : "Nothing comes before it.", summary.steps > 0 && stepLink(problem.step, go), summary.steps > 0 && ".")
  }
  if (loss) add("alarm", h("b", {}, "Torn. "), `The last record is incomplete: ${counted(loss.bytes, "byte")} from byte ${loss.offset} on cannot be used. The writer was probably stopped. Everything before it is shown.`)
  if (summary.differsAt !== null) add("alarm", h("b", {}, "The replay differs. "), "The outputs in the trace are not what this version of the player does, from ", stepLink(summary.differsAt, go), " on. Another version recorded it, or the trace was edited. The lanes show the replay.")
  if (!problem && !loss && !summary.ending && summary.steps > 0 && !summary.isGrowing) add("warn", h("b", {}, "Unfinished. "), "The trace has no end record: its program was stopped, or was still running. Everything that was written is shown.")
  if (summary.ending?.kind === "failed") add("warn", h("b", {}, "The program failed. "), summary.ending.detail || "It gave no reason.")
  if (summary.header.isExcerpt) add("warn", h("b", {}, "Excerpt. "), "Steps were left out of this trace, so states cannot be computed exactly.")
  if (summary.steps === 0 && !problem) add("warn", h("b", {}, "No steps. "), "The trace has only a header.")
  return lines
}
