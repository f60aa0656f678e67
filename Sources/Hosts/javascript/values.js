// How the vocabulary's values are laid out in the module's memory: each takes two 32-bit words, the lower half first.
import { wrong } from "./arguments.js"

export const TWO_32 = 4294967296
// What a text trace writes as null: unknown is the smallest 64-bit number, endless and never are the largest.
export const SMALLEST = [0, -2147483648]
export const LARGEST = [-1, 2147483647]

/** The words of an enumeration, by number and vice versa. */
export function enumeration(words) {
  return { words, numbers: new Map(words.map((word, number) => [word, number]).filter(([word]) => word !== undefined)) }
}

export const readBool = (memory, place) => memory[place] !== 0

export function readNumber(memory, place) {
  const low = memory[place], high = memory[place + 1]
  return high === low >> 31 ? low : high * TWO_32 + (low >>> 0)
}

export function readTime(memory, place) {
  return memory[place] === SMALLEST[0] && memory[place + 1] === SMALLEST[1] ? null : readNumber(memory, place)
}

export function readSpan(memory, place) {
  return memory[place] === LARGEST[0] && memory[place + 1] === LARGEST[1] ? null : readNumber(memory, place)
}

/** A number without a word stays a number. */
export const readWord = (memory, place, { words }) => words[memory[place]] ?? memory[place]

// There are few distinct sets, and each is written often.
const written = new Map()

export function readSet(memory, place, bits) {
  const set = memory[place]
  let words = written.get(bits)
  if (words === undefined) written.set(bits, (words = new Map()))
  let text = words.get(set)
  if (text === undefined) words.set(set, (text = bits.filter(([, bit]) => set & bit).map(([name]) => name).join("+") || "unknown"))
  return text
}

export function writeHalves(memory, place, [low, high]) {
  memory[place] = low
  memory[place + 1] = high
}

/** Omitted values are 0, false, or the first word. */
export function writeBool(memory, place, value, name) {
  if (value !== undefined && typeof value !== "boolean") throw wrong(name, value, "true or false")
  memory[place] = value ? 1 : 0
  memory[place + 1] = 0
}

export function writeNumber(memory, place, value, name, expected = "a number without a fraction") {
  if (value === undefined) value = 0
  if (!Number.isSafeInteger(value)) throw wrong(name, value, expected)
  memory[place] = value
  memory[place + 1] = (value | 0) === value ? value >> 31 : Math.floor(value / TWO_32)
}

export function writeTime(memory, place, value, name) {
  if (value === null) writeHalves(memory, place, SMALLEST)
  // A segment up to there reaches to the end of the media.
  else if (value === Infinity) writeHalves(memory, place, LARGEST)
  else writeNumber(memory, place, value, name, "a number of microseconds without a fraction, Infinity, or null")
}

export function writeSpan(memory, place, value, name) {
  if (value === null) writeHalves(memory, place, LARGEST)
  else writeNumber(memory, place, value, name, "a number of microseconds without a fraction, or null")
}

export function writeWord(memory, place, value, { words, numbers }, name) {
  // A number is accepted instead of its word: text traces have numbers in their settings.
  const number = value === undefined ? 0 : typeof value === "number" && words[value] !== undefined ? value : numbers.get(value)
  if (number === undefined) throw wrong(name, value, `one of ${[...numbers.keys()].join(", ")}`)
  memory[place] = number
  memory[place + 1] = 0
}

export function writeSet(memory, place, value, bits, name) {
  if (value !== undefined && typeof value !== "string") throw wrong(name, value, "a string of words with + between them, or unknown")
  memory[place] = value === undefined || value === "unknown" || value === "" ? 0 : value.split("+").reduce((sum, word) => {
    const found = bits.find(([name]) => name === word)
    if (!found) throw wrong(name, word, `some of ${bits.map(([name]) => name).join(", ")}`)
    return sum | found[1]
  }, 0)
  memory[place + 1] = 0
}
