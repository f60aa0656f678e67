// @ts-check
// Lanes of events: a mark for each, its name where there is room, and their number where they are close together.
import { eachPart, rowsOf, visibleBlocks, xOf } from "./scale.js"
import { shiftWords } from "./words.js"

/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {import("./types").Pen} Pen */
/** @typedef {import("./types").Place} Place */

/** The families in the order of the lanes, and of the counts in a block's summary. */
export const FAMILIES = ["command", "event", "environment", "deadline", "notification", "completion", "engine", "diagnostic"]
export const TITLES = /** @type {Record<string, string>} */ ({
  command: "App commands", engine: "Engine commands", event: "Engine reports", notification: "Notifications", diagnostic: "Diagnostics",
  environment: "Environment", deadline: "Deadlines", completion: "Answers"
})
/** For narrow pages. */
export const SHORT_TITLES = /** @type {Record<string, string>} */ ({
  command: "App", engine: "To engine", event: "From engine", notification: "Notices", diagnostic: "Diagnostics", environment: "Environ.", deadline: "Deadlines", completion: "Answers"
})
const INPUTS = 4

/** The events of one family in a column of pixels: how many, which one is named, whether one of them is a failure. */
class Columns {
  /** @param {number} width */
  constructor(width) {
    this.counts = new Uint32Array(width)
    this.weights = new Uint8Array(width)
    this.codes = new Uint16Array(width)
    this.alarms = new Uint8Array(width)
    this.hits = new Uint8Array(width)
    /** @type {Map<number, import("./types").BlamedInput>} */
    this.flips = new Map()
  }
}

/** @type {WeakMap<object, Kinds>} */
const known = new WeakMap()

/** Families and names by code. */
export class Kinds {
  /** @param {import("./types").Summary} summary */
  static of(summary) {
    const kinds = known.get(summary) ?? new Kinds(summary)
    known.set(summary, kinds)
    return kinds
  }

  /** @param {import("./types").Summary} summary */
  constructor(summary) {
    const { inputs, outputs } = summary.messages
    /** @type {Map<number, import("./types").MessageKind>} */
    this.inputs = new Map(inputs.map((kind) => [kind.code, kind]))
    /** @type {Map<number, import("./types").MessageKind>} */
    this.outputs = new Map(outputs.map((kind) => [kind.code, kind]))
    this.inputFamily = familyTable(inputs)
    this.outputFamily = familyTable(outputs)
    this.inputWeights = weightTable(inputs)
    this.outputWeights = weightTable(outputs)
    this.alarms = new Set(outputs.filter(({ name }) => ["failed", "stallBegan", "warned", "policyPrevented"].includes(name)).map(({ code }) => code))
    this.skips = new Set(outputs.filter(({ name }) => name === "willSkip" || name === "didSkip").map(({ code }) => code))
  }

  /** @param {string} family */
  isInput(family) { return FAMILIES.indexOf(family) < INPUTS }

  /**
   * @param {number} code
   * @param {boolean} isInput
   */
  name(code, isInput) { return (isInput ? this.inputs : this.outputs).get(code)?.name ?? `message ${code}` }
}

/** @param {import("./types").MessageKind[]} kinds */
function familyTable(kinds) {
  const table = new Uint8Array(Math.max(0, ...kinds.map(({ code }) => code)) + 1).fill(255)
  for (const { code, family } of kinds) table[code] = FAMILIES.indexOf(family)
  return table
}

// From least to most important; names that are not listed are in the middle.
const WEIGHTS = [
  ["tick", "engine.reportPosition", "engine.setVolume", "positionReported", "buffered", "metadataFound", "trackFound", "supplyChanged", "effectiveRateChanged", "trackSelected", "tracksChanged", "chapterFound", "seekableRangeChanged", "durationChanged"],
  [],
  ["opened", "playbackStarted", "playbackStopped", "phaseChanged", "prepared", "engine.play", "engine.pause", "segmentStarted", "segmentEnded", "firstFrame"],
  ["playbackStateChanged", "load", "play", "pause", "itemChanged", "intentChanged", "seekCompleted", "engine.open", "engine.close", "ended", "looped"],
  ["seek", "seekBegan", "engine.seek", "willSkip", "starved", "stallEnded", "retryScheduled", "interruptionBegan", "networkChanged"],
  ["stallBegan", "warned", "policyPrevented"],
  ["failed"]
]

/** @param {import("./types").MessageKind[]} kinds */
function weightTable(kinds) {
  const table = new Uint8Array(Math.max(0, ...kinds.map(({ code }) => code)) + 1)
  for (const { code, name } of kinds) {
    const weight = WEIGHTS.findIndex((names) => names.includes(name))
    table[code] = weight < 0 ? 1 : weight
  }
  return table
}

/**
 * Counts the events of each family at each pixel.
 * @param {Track} track
 * @param {Scale} scale
 * @param {import("./types").Query | null} query what is searched for
 * @param {Map<number, import("./types").BlamedInput> | null} flips which inputs decide the outcome
 */
export function gather(track, scale, query, flips) {
  const { blocks } = track.run.summary
  const kinds = Kinds.of(track.run.summary)
  const width = Math.ceil(scale.width) + 1
  const columns = FAMILIES.map(() => new Columns(width))
  const wanted = { inputs: new Set(query?.inputs), outputs: new Set(query?.outputs) }
  // For blocks without loaded steps only the number of events is known.
  /** @type {Density[]} */
  const unknown = FAMILIES.map(() => new Float32Array(width + 1))
  if (blocks.count === 0) return { columns, unknown }
  const { isObserved } = track.run.summary
  for (const block of visibleBlocks(track, scale).list) {
    const rows = rowsOf(track, scale, block)
    if (!rows) {
      eachPart(track, scale, block, (parts, part) => {
        const [from, to] = scale.axis === "wall" ? [parts.start[part] + track.offset, parts.end[part] + track.offset] : [parts.positionLow[part], parts.positionHigh[part]]
        if (!Number.isNaN(from)) spread(unknown, parts.counts, part, xOf(scale, from) - scale.left, xOf(scale, to) - scale.left)
      })
      continue
    }
    for (let index = 0; index < rows.count; index++) {
      const value = scale.axis === "wall" ? rows.instant[index] + track.offset : rows.position[index]
      const x = Math.floor(xOf(scale, value) - scale.left)
      if (!(x >= 0 && x < width)) continue
      const input = rows.input[index]
      if (!isObserved) add(columns[kinds.inputFamily[input]], x, input, kinds.inputWeights[input], false, wanted.inputs.has(input), flips?.get(rows.first + index))
      for (let output = rows.outputFrom[index]; output < rows.outputFrom[index + 1]; output++) {
        const code = rows.outputs[output]
        add(columns[kinds.outputFamily[code]], x, code, kinds.outputWeights[code], kinds.alarms.has(code), wanted.outputs.has(code))
      }
    }
  }
  return { columns, unknown }
}

// How many events a column of pixels has, as differences from the previous column.
/** @typedef {Float32Array} Density */

/**
 * @param {Density[]} densities
 * @param {Uint32Array} counts
 * @param {number} block
 * @param {number} from
 * @param {number} to
 */
function spread(densities, counts, block, from, to) {
  const width = densities[0].length - 1
  const [first, end] = [Math.max(0, Math.floor(from)), Math.min(width, Math.floor(to) + 1)]
  if (end <= first) return
  densities.forEach((density, family) => {
    const each = counts[block * FAMILIES.length + family] / Math.max(1, to - from)
    density[first] += each
    density[end] -= each
  })
}

/**
 * @param {Columns | undefined} columns
 * @param {number} x
 * @param {number} code
 * @param {number} weight
 * @param {boolean} isAlarm
 * @param {boolean} isHit
 * @param {import("./types").BlamedInput} [flip]
 */
function add(columns, x, code, weight, isAlarm, isHit, flip) {
  if (!columns) return
  // The most significant of several is named.
  if (columns.counts[x] === 0 || weight > columns.weights[x]) {
    columns.codes[x] = code
    columns.weights[x] = weight
  }
  columns.counts[x]++
  if (isAlarm) columns.alarms[x] = 1
  if (isHit) columns.hits[x] = 1
  if (flip) columns.flips.set(x, flip)
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Track} track
 * @param {Scale} scale
 * @param {Place} place
 * @param {ReturnType<typeof gather>} gathered
 */
export function paintEvents(pen, colours, track, scale, place, gathered) {
  const family = FAMILIES[place.index]
  const kinds = Kinds.of(track.run.summary)
  pen.fillStyle = colours.marks[family]
  pen.globalAlpha = 0.55
  paintDensity(pen, gathered.unknown[place.index], scale, place)
  pen.globalAlpha = 1
  paintMarks(pen, colours, gathered.columns[place.index], scale, place, (code) => kinds.name(code, kinds.isInput(family)).replace(/^engine\./, ""), colours.marks[family])
}

/**
 * @param {Pen} pen
 * @param {Density} density
 * @param {Scale} scale
 * @param {Place} place
 */
function paintDensity(pen, density, scale, place) {
  let [sum, from, height] = [0, 0, 0]
  for (let x = 0; x < density.length; x++) {
    sum += density[x]
    const next = sum < 1e-3 ? 0 : Math.round(Math.min(1, 0.25 + Math.log2(1 + sum) / 12) * (place.height - 4))
    if (next === height) continue
    if (height > 0) pen.fillRect(scale.left + from, place.y + (place.height - height) / 2, x - from, height)
    ;[from, height] = [x, next]
  }
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Columns} columns
 * @param {Scale} scale
 * @param {Place} place
 * @param {(code: number) => string} name
 * @param {string} colour
 */
function paintMarks(pen, colours, columns, scale, place, name, colour) {
  /** @type {number[]} */
  const marked = []
  for (let x = 0; x < columns.counts.length; x++) if (columns.counts[x] > 0) marked.push(x)
  pen.font = "11px system-ui, sans-serif"
  pen.textAlign = "left"
  pen.textBaseline = "middle"
  marked.forEach((x, order) => {
    const isAlarm = columns.alarms[x] === 1
    const at = scale.left + x
    pen.fillStyle = columns.hits[x] ? colours.hit : isAlarm ? colours.alarm : colour
    mark(pen, FAMILIES[place.index], at, place.y, place.height, isAlarm, columns.counts[x])
    if (columns.hits[x]) pen.fillRect(at - 3, place.y + place.height - 2, 7, 2)
    const flip = columns.flips.get(x)
    if (flip) badge(pen, colours, at, place.y, flip)
    // A deadline that fires has no other name.
    if (FAMILIES[place.index] === "deadline") return
    const room = (order + 1 < marked.length ? marked[order + 1] : scale.width) - x - 10
    const count = columns.counts[x]
    const text = name(columns.codes[x]) + (count > 1 ? ` +${count - 1}` : "") + (flip && count === 1 ? shifts(flip) : "")
    if (room < 24 || pen.measureText(text).width > room) return
    pen.fillStyle = isAlarm ? colours.alarm : colours.text
    pen.fillText(text, at + 7, place.y + place.height / 2 + 0.5)
  })
}

/**
 * Each family has its own sign: commands point down into the player, its reports point up.
 * @param {Pen} pen
 * @param {string} family
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {boolean} isAlarm
 * @param {number} count
 */
function mark(pen, family, x, y, height, isAlarm, count) {
  const middle = y + height / 2
  if (isAlarm) {
    pen.fillRect(x - 1, y, 2, height)
    pen.fillRect(x - 4, middle - 1, 8, 2)
    return
  }
  const size = Math.min(height / 2 - 1, 3.5 + Math.log2(count))
  pen.beginPath()
  if (family === "command" || family === "engine") {
    pen.moveTo(x - 4, middle - size)
    pen.lineTo(x + 4, middle - size)
    pen.lineTo(x, middle + size)
  } else if (family === "notification" || family === "completion") {
    pen.moveTo(x - 4, middle + size)
    pen.lineTo(x + 4, middle + size)
    pen.lineTo(x, middle - size)
  } else if (family === "deadline") {
    pen.moveTo(x - 4, middle)
    pen.lineTo(x, middle - size)
    pen.lineTo(x + 4, middle)
    pen.lineTo(x, middle + size)
  } else {
    pen.rect(x - 1.5, middle - size, 3, size * 2)
  }
  pen.closePath()
  pen.fill()
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {number} x
 * @param {number} y
 * @param {import("./types").BlamedInput} flip
 */
function badge(pen, colours, x, y, flip) {
  pen.fillStyle = colours.alarm
  pen.beginPath()
  pen.arc(x, y + 3, 4, 0, Math.PI * 2)
  pen.fill()
  for (const side of [flip.earlier && -1, flip.later && 1]) if (side) arrow(pen, x + side * 5, y + 3, side)
  pen.fillStyle = colours.ground
  if (!flip.without) return
  pen.fillRect(x - 0.75, y + 0.5, 1.5, 3)
  pen.fillRect(x - 0.75, y + 4.25, 1.5, 1.5)
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
function arrow(pen, x, y, side) {
  pen.beginPath()
  pen.moveTo(x, y - 3)
  pen.lineTo(x + side * 4, y)
  pen.lineTo(x, y + 3)
  pen.closePath()
  pen.fill()
}

/** @param {import("./types").BlamedInput} flip */
const shifts = ({ earlier, later }) => [earlier, later].map((shift) => shift ? ` ${shiftWords(shift.by)}` : "").join("")

/**
 * Thin lines from where a deadline was armed to when it is due; those that were replaced continue dotted.
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Track} track
 * @param {Scale} scale
 * @param {Place} place
 */
export function paintArmed(pen, colours, track, scale, place) {
  if (scale.axis !== "wall" || track.run.summary.blocks.count === 0) return
  const right = scale.left + scale.width
  pen.strokeStyle = colours.marks.deadline
  pen.lineWidth = 1
  let due = Infinity
  let armed = 0
  let drawn = -Infinity
  let level = 0
  const finish = (/** @type {number} */ until) => {
    if (due === Infinity) return
    const [from, to] = [xOf(scale, armed + track.offset), xOf(scale, Math.min(due, until) + track.offset)]
    if (to < scale.left || from > right || from - drawn < 1.5 && to - from < 3) return
    drawn = from
    level = (level + 1) % 3
    const y = place.y + 3.5 + level * Math.floor((place.height - 7) / 2)
    line(pen, Math.max(scale.left, from), Math.min(right, Math.max(to, from + 1)), y, 0.9)
    const rest = Math.min(right, xOf(scale, due + track.offset))
    if (due > until && rest > to && to < right) line(pen, Math.max(scale.left, to), rest, y, 0.22)
  }
  for (const block of visibleBlocks(track, scale).list) {
    const rows = rowsOf(track, scale, block)
    if (!rows) {
      due = Infinity
      continue
    }
    for (let index = 0; index < rows.count; index++) {
      if (rows.deadline[index] === due) continue
      finish(rows.instant[index])
      due = rows.deadline[index]
      armed = rows.instant[index]
    }
  }
  finish(Infinity)
}

/**
 * @param {Pen} pen
 * @param {number} from
 * @param {number} to
 * @param {number} y
 * @param {number} alpha
 */
function line(pen, from, to, y, alpha) {
  pen.globalAlpha = alpha
  pen.beginPath()
  pen.moveTo(from, y)
  pen.lineTo(to, y)
  pen.stroke()
  pen.globalAlpha = 1
}
