// @ts-check
// Notes pinned to steps: the marks of the trace, overlaid by notes written in the page, which travel in the address and in saved traces.

/** @typedef {import("./types").Summary} Summary */

/** @type {WeakMap<Summary, Map<number, string>>} */
const known = new WeakMap()

/**
 * The notes in the trace, by their steps.
 * @param {Summary} summary
 */
function marksOf(summary) {
  let marks = known.get(summary)
  if (!marks) {
    marks = new Map()
    for (const { step, words } of summary.marks) {
      const before = marks.get(step)
      marks.set(step, before === undefined ? words : `${before}\n${words}`)
    }
    known.set(summary, marks)
  }
  return marks
}

/**
 * @param {Summary} summary
 * @param {Map<number, string>} written empty words: a note of the trace was removed
 */
export function notesOf(summary, written) {
  const marks = marksOf(summary)
  if (written.size === 0) return marks
  const notes = new Map([...marks, ...written])
  for (const [step, words] of written) if (words === "") notes.delete(step)
  return new Map([...notes].sort(([a], [b]) => a - b))
}

/**
 * The written notes once a step has these words.
 * @param {Summary} summary
 * @param {Map<number, string>} written
 * @param {number} step
 * @param {string} words
 */
export function pinned(summary, written, step, words) {
  const notes = new Map(written)
  if (words === (marksOf(summary).get(step) ?? "")) notes.delete(step)
  else notes.set(step, words)
  return notes
}
