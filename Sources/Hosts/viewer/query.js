// @ts-check
// The filter words of the command line: names with * for any characters, kinds, and `field:NAME`.

/** @typedef {import("./types").Query} Query */
/** @typedef {import("./types").Summary} Summary */

// More characters than anyone types. A link may have any number of words, each of which is compared with every name.
const LONGEST = 1000

/** Kinds as `tapedeck cat --kinds` has them, and their families: inputs, outputs. */
const KINDS = /** @type {Record<string, [string[], string[]]>} */ ({
  inputs: [["command", "event", "environment", "deadline"], []],
  outputs: [[], ["notification", "completion", "engine", "diagnostic"]],
  commands: [["command"], []],
  events: [["event"], []],
  environment: [["environment"], []],
  deadlines: [["deadline"], []],
  notifications: [[], ["notification"]],
  completions: [[], ["completion"]],
  engine: [[], ["engine"]],
  diagnostics: [[], ["diagnostic"]]
})

/** @param {Query} query */
export const isEmpty = (query) => query.inputs.length === 0 && query.outputs.length === 0 && query.field === null

/** @param {string} text */
export const wordsOf = (text) => text.slice(0, LONGEST).split(",").map((word) => word.trim()).filter(Boolean)

/**
 * @param {string} text
 * @param {Summary} summary
 * @returns {Query}
 */
export function parse(text, summary) {
  /** @type {Query} */
  const query = { inputs: [], outputs: [], field: null }
  for (const word of wordsOf(text)) {
    const found = one(word, summary)
    query.inputs.push(...found.inputs)
    query.outputs.push(...found.outputs)
    query.field ??= found.field
  }
  return query
}

/**
 * @param {string} word
 * @param {Summary} summary
 * @returns {Query}
 */
function one(word, summary) {
  if (word.startsWith("field:")) {
    const name = word.slice(6)
    return { inputs: [], outputs: [], field: summary.fields.includes(name) ? name : null }
  }
  const { inputs, outputs } = summary.messages
  if (Object.hasOwn(KINDS, word)) {
    const [ofInputs, ofOutputs] = KINDS[word]
    return { inputs: codes(inputs, ({ family }) => ofInputs.includes(family)), outputs: codes(outputs, ({ family }) => ofOutputs.includes(family)), field: null }
  }
  const matches = matcher(word)
  return { inputs: codes(inputs, matches), outputs: codes(outputs, matches), field: null }
}

/**
 * Whether names match a pattern in which * stands for any characters. A regular expression with many of them could take years.
 * @param {string} pattern
 */
function matcher(pattern) {
  const [first, ...rest] = pattern.toLowerCase().split("*")
  const last = rest.pop()
  return ({ name = "" }) => {
    const text = name.toLowerCase()
    if (last === undefined) return text === first
    const end = text.length - last.length
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    return rest.every((part) => {
      const found = text.indexOf(part, at)
      at = found + part.length
      return found >= 0 && at <= end
    })
  }
}

/**
 * @param {import("./types").MessageKind[]} kinds
 * @param {(kind: import("./types").MessageKind) => boolean} isWanted
 */
const codes = (kinds, isWanted) => kinds.filter(isWanted).map(({ code }) => code)

/**
 * Everything that can be searched for.
 * @param {Summary} summary
 */
export function vocabulary(summary) {
  const names = [...summary.messages.inputs, ...summary.messages.outputs].map(({ name }) => name)
  return [...new Set([...Object.keys(KINDS), ...names]), ...summary.fields.map((field) => `field:${field}`)]
}

/**
 * The words without a meaning, each with the three nearest that have one.
 * @param {string} text
 * @param {Summary} summary
 */
export function unknown(text, summary) {
  return wordsOf(text).filter((word) => isEmpty(one(word, summary))).map((word) => ({ word, nearest: nearest(word, vocabulary(summary)) }))
}

/**
 * @param {string} word
 * @param {string[]} candidates
 */
export function nearest(word, candidates) {
  const wanted = word.replace(/\*/g, "").toLowerCase().slice(0, 40)
  const rated = candidates.map((candidate) => ({ candidate, distance: distance(wanted, candidate.toLowerCase()) - (wanted && candidate.toLowerCase().includes(wanted) ? 5 : 0) }))
  return rated.sort((a, b) => a.distance - b.distance).slice(0, 3).map(({ candidate }) => candidate)
}

/**
 * How many characters must change.
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]
}
