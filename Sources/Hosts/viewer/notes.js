// @ts-check
// Notes that were pinned to steps, written into a text trace as its marks.

/**
 * A text trace with a mark after each step that has a note.
 * @param {Uint8Array} bytes
 * @param {Map<number, string>} notes
 */
export function withNotes(bytes, notes) {
  if (notes.size === 0) return bytes
  const waiting = [...notes].sort(([a], [b]) => a - b)
  /** @type {string[]} */
  const lines = []
  const markUpTo = (/** @type {number} */ step) => {
    while (waiting.length > 0 && waiting[0][0] < step) lines.push(markLine(.../** @type {[number, string]} */ (waiting.shift())))
  }
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const next = /^\{"k":"i","n":(\d+)/.exec(line)
    if (next) markUpTo(Number(next[1]))
    else if (line.startsWith('{"k":"z"')) markUpTo(Infinity)
    if (line !== "") lines.push(line)
  }
  // A trace without an end.
  markUpTo(Infinity)
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))
}

/**
 * @param {number} step
 * @param {string} words
 */
const markLine = (step, words) => JSON.stringify({ k: "m", n: step, x: words })
