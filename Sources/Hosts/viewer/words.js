// @ts-check
// Times, values and messages as the command line prints them.

/** @typedef {import("./types").Message} Message */
/** @typedef {import("./types").Summary} Summary */

const LONGEST = 2000

/**
 * Text from a trace on one line, with invisible characters shown by their number: control characters, and marks that change the direction
 * of writing or have no width.
 * @param {string} text
 */
export function visible(text) {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length - LONGEST} more characters)` : text
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, shown)
}

/** @param {string} character */
const shown = (character) => `\u27e8U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}\u27e9`

/**
 * @param {number} microseconds
 * @param {(rest: number) => string} decimals
 * @param {(minutes: number) => string} minutesWords
 */
function clock(microseconds, decimals, minutesWords = String) {
  const sign = microseconds < 0 ? "-" : ""
  const size = Math.abs(Math.round(microseconds))
  const seconds = Math.floor(size / 1e6)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const head = hours > 0 ? `${hours}:${two(minutes)}` : minutesWords(minutes)
  return `${sign}${head}:${two(seconds % 60)}${decimals(size % 1e6)}`
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0")

/** @param {number} rest */
const shortest = (rest) => rest === 0 ? "" : `.${String(rest).padStart(6, "0").replace(/0+$/, "")}`

/** @param {number} rest */
const exact = (rest) => `.${rest % 1000 === 0 ? String(rest / 1000).padStart(3, "0") : String(rest).padStart(6, "0")}`

/**
 * An instant: `00:12.500`, with six decimals when three are not enough.
 * @param {number | null | undefined} instant
 */
export const stamp = (instant) => isTime(instant) ? clock(/** @type {number} */ (instant), exact, two) : "never"

/**
 * A position in the media: `0:12.5`.
 * @param {number | null | undefined} time
 */
export const place = (time) => isTime(time) ? clock(/** @type {number} */ (time), shortest) : (time ?? 0) > 2 ** 53 ? "never" : "unknown"

/**
 * A duration: `2.866 s`.
 * @param {number | null | undefined} span
 */
export function length(span) {
  if (!isTime(span)) return "never"
  const size = Math.abs(/** @type {number} */ (span))
  return `${/** @type {number} */ (span) < 0 ? "-" : ""}${Math.floor(size / 1e6)}${shortest(Math.round(size % 1e6))} s`
}

/**
 * A duration to a millisecond, for people.
 * @param {number} span
 */
export const about = (span) => Math.abs(span) < 1e6 ? `${Math.round(span / 1000)} ms` : span < 6e7 ? `${Math.round(span / 1e5) / 10} s` : clock(span, () => "")

/** @param {number | null | undefined} value */
const isTime = (value) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 9e18

/**
 * @param {number} count
 * @param {string} word
 */
export const counted = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`

// Used where the summary does not list the field types of a message.
const TIMES = new Set(["position", "duration", "until", "start", "end", "origin", "target", "lastPosition"])
const SPANS = new Set(["after", "lasted", "nameLookup", "connect", "firstData", "span", "offset", "before", "toleranceBefore", "toleranceAfter"])

/**
 * The value of a message's field in words.
 * @param {Message} message
 * @param {string} field
 * @param {Record<string, string> | undefined} types
 * @param {{ item?: Record<number, string>, text?: Record<number, string> }} [names]
 */
export function fieldValue(message, field, types, names = {}) {
  const value = message[field]
  const type = types?.[field] ?? guessed(message.name, field)
  const words = message.words?.[field]
  if (words !== undefined) return value === 0 ? "none" : `“${words}”`
  if (type === "item") return value === 0 ? "none" : quoted(names.item?.[value], value)
  if (type === "text") return value === 0 ? "none" : quoted(names.text?.[value], value)
  return valueWords(value, type)
}

/**
 * @param {string | undefined} name
 * @param {any} value
 */
const quoted = (name, value) => name === undefined ? String(value) : `“${name}”`

/**
 * @param {string} message
 * @param {string} field
 */
function guessed(message, field) {
  if (message === "positionJumped" && (field === "from" || field === "to")) return "time"
  if (message === "requestObserved" && field === "text") return "text"
  if (message === "driftObserved" && field === "by") return "span"
  const last = field.split(".").pop() ?? ""
  return TIMES.has(last) ? "time" : SPANS.has(last) ? "span" : ""
}

/**
 * @param {any} value
 * @param {string | undefined} kind
 * @returns {string}
 */
export function valueWords(value, kind) {
  switch (kind) {
    case "time": case "position": return typeof value === "number" || value === null ? place(value) : String(value)
    case "span": return typeof value === "number" || value === null ? length(value) : String(value)
    case "instant": return typeof value === "number" || value === null ? stamp(value) : String(value)
    case "rate": return typeof value === "number" ? `${value / 1000}` : String(value)
    case "flag": return value ? "on" : "off"
    case "bits": return value === -1 ? "all" : `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`
  }
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  return String(value)
}

/**
 * The fields of a message without its name.
 * @param {Message} message
 */
export const fieldsOf = (message) => Object.keys(message).filter((field) => field !== "name" && field !== "words")

/** @type {Record<string, (m: Message, t: (field: string) => string) => string>} */
const SENTENCES = {
  phaseChanged: (m) => `the phase is ${m.to}`,
  failed: (m, t) => `failed${typeof m.position === "number" ? ` at ${place(m.position)}` : ""}: ${m.failure}${m.detail ? ` ${m.detail}` : ""}${m.text ? ` ${t("text")}` : ""}`,
  warned: (m, t) => `warning: ${m.failure}${m.detail ? ` ${m.detail}` : ""}${m.text ? ` ${t("text")}` : ""}`,
  tracksChanged: (m) => `tracks: ${m.audio} audio, ${m.video} video, ${m.subtitle} subtitle`,
  naturalSizeChanged: (m) => `picture ${m.width} × ${m.height}`,
  connected: (m, t) => `connected to ${t("address")}`,
  chapterFound: (m, t) => `chapter at ${place(m.start)}: ${t("title")}`,
  prepared: (m) => typeof m.duration === "number" ? `prepared, ${place(m.duration)} long` : "prepared",
  playbackStateChanged: (m) => `${m.to}`,
  stallBegan: (m) => `stall ${m.count} began`,
  stallEnded: (m) => `stall ended after ${length(m.lasted)}`,
  seekBegan: (m) => `seek ${place(m.origin)} → ${place(m.target)}`,
  seekEnded: (m) => m.isFinished ? `sought to ${place(m.position)}` : `seek given up at ${place(m.position)}`,
  positionJumped: (m) => `jumped from ${place(m.from)} to ${place(m.to)}`,
  firstFrame: (m) => "after" in m ? `first ${m.kind} frame after ${length(m.after)}` : `first ${m.kind} frame`,
  ended: (m) => `ended at ${place(m.position)}`,
  retryScheduled: (m) => `retry ${m.attempt} of ${m.limit} in ${length(m.after)}`,
  reloading: (m) => `opening again (${m.attempt})`,
  willSkip: (m) => `skipping segment ${m.segment}`,
  blockedPlaying: (m) => m.segment === 0 ? "what is blocked no longer plays" : `segment ${m.segment} plays although it is blocked: ${m.isSeekable ? "it cannot be skipped" : "the source cannot seek"}`,
  segmentStarted: (m) => `segment ${m.segment} began`,
  segmentEnded: (m) => `segment ${m.segment} ended, ${m.exit}`,
  intentChanged: (m) => m.playing ? "play is requested" : "pause is requested",
  interruptionChanged: (m) => m.isInterrupted ? "interrupted" : "interruption over",
  networkChanged: (m) => `network: ${m.network}`,
  policyPrevented: (m) => `the policy does not allow this source over ${m.network}`,
  atLiveEdgeChanged: (m) => m.atEdge ? "at the live edge" : "behind the live edge"
}

/**
 * A message in a few words; empty where its fields say as much.
 * @param {Message} message
 * @param {(field: string) => string} text
 */
export const sentence = (message, text) => Object.hasOwn(SENTENCES, message.name) ? SENTENCES[message.name](message, text) : ""

/**
 * The title of the media that a run played.
 * @param {Summary} summary
 */
export function titleOf(summary) {
  const names = summary.items.map((item) => shortName(item.source))
  if (names.length === 0) return shortName(summary.name)
  return names.length > 1 ? `${names[0]} and ${names.length - 1} more` : names[0]
}

/** @param {string} source */
export const shortName = (source) => source.split(/[?#]/)[0].split("/").filter(Boolean).pop() || source || "trace"

/**
 * How a run went, in a few words.
 * @param {Summary} summary
 */
export function facts(summary) {
  const { statistics, ending } = summary
  const list = [shortName(summary.name), about(summary.end - summary.start), counted(summary.steps, "step")]
  if (statistics.stallCount > 0) list.push(`${counted(statistics.stallCount, "stall")} of ${about(statistics.stallTime)}`)
  if (summary.failures.length > 0) list.push(counted(summary.failures.length, "failure"))
  list.push(outcome(summary, ending))
  return list.filter((fact, index) => index > 0 || fact !== titleOf(summary))
}

/**
 * @param {Summary} summary
 * @param {Summary["ending"]} ending
 */
function outcome(summary, ending) {
  if (summary.problem) return "damaged"
  if (summary.loss) return "torn"
  if (summary.isGrowing) return "going on"
  return ending ? `${ending.kind}${ending.detail ? ` (${ending.detail})` : ""}` : "unfinished"
}

/**
 * `−120 ms`, `+3.5 s`.
 * @param {number} [by] microseconds
 */
export function shiftWords(by = 0) {
  const amount = Math.abs(by)
  const words = amount < 1_000_000 ? `${amount / 1000} ms` : `${amount / 1_000_000} s`
  return `${by < 0 ? "−" : "+"}${words}`
}
