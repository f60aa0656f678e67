// Describes what is wrong with an argument: its name, what was expected, what was found, and what was probably meant.

/** The beginning of a text that may have any length. */
export const excerpt = (text, limit = 60) => text.length > limit ? `${text.slice(0, limit)}…` : text

/** Options are objects with these properties and no others. */
export function checkOptions(name, value, known) {
  const isPlain = value !== null && typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  if (!isPlain) throw wrong(name, value, "an object")
  for (const property of Object.keys(known ? value : {})) {
    if (!known.includes(property)) throw new TypeError(`tapedeck: ${name}.${excerpt(property)}: there is no such option; there are ${known.join(", ")}${similar(property, known)}`)
  }
}

export function wrong(name, value, expected, advice = "") {
  // Integers beyond these are not exact in JavaScript.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return new RangeError(`tapedeck: ${name}: expected a number between -2 ** 53 and 2 ** 53, found ${value}`)
  // A wrong kind of value is a TypeError, a wrong value of the right kind a RangeError.
  const isOfKind = /^(an? |true)/.test(expected) || (typeof value !== "number" && typeof value !== "string")
  return new (isOfKind ? TypeError : RangeError)(`tapedeck: ${name}: expected ${expected}, found ${show(value)}${advice}`)
}

function show(value) {
  if (typeof value === "string") return JSON.stringify(excerpt(value))
  // The digits of a long one take long.
  if (typeof value === "bigint") return value === BigInt.asIntN(64, value) ? `${value}n` : "a bigint of more than 64 bits"
  if (value === null || typeof value !== "object") return excerpt(String(value))
  return Array.isArray(value) ? "an array" : "an object"
}

/** Suggests which of some names was probably meant; nothing when none is similar. */
export function similar(name, names) {
  if (typeof name !== "string") return ""
  const limit = Math.max(1, Math.floor(name.length / 3))
  // Names of other lengths are further away than that: a long name is compared with none.
  const others = [...names].filter((other) => Math.abs(other.length - name.length) <= limit)
  const near = others.map((other) => [distance(name.toLowerCase(), other.toLowerCase()), other]).sort(([a], [b]) => a - b)[0]
  return near && near[0] <= limit ? `; did you mean ${near[1]}?` : ""
}

/** How many letters must be inserted, deleted, replaced or swapped with the next. */
function distance(a, b) {
  let before = [], row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1)
    }
    before = row
    row = next
  }
  return row[b.length]
}

/** A trace that cannot be read, or only in part, or that does not support the operation. */
export class TraceError extends Error {
  /** `kind` is a word for programs; `offset` is a byte of the trace and `line` a line of a text trace, where such a place exists. */
  constructor(trace, { message, kind, offset, line }) {
    super(`${excerpt(trace, 400)}: ${message}`)
    this.name = "TraceError"
    Object.assign(this, { trace, kind, offset, line })
  }
}
