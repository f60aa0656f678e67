// @ts-check
// The axis at the top: round times, flags for marks and notes, where a trace breaks off or differs, search hits.
import { xOf, ruler } from "./scale.js"
import { place as placeWords, stamp, visible } from "./words.js"

/** @typedef {import("./types").Pen} Pen */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {import("./types").Place} Place */
/** @typedef {{ x: number, words: string, kind: "mark" | "note" | "loss" | "difference", step: number }} Flag */

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Scale} scale
 * @param {Place} place
 * @param {number} bottom where the lines end
 */
export function paintAxis(pen, colours, scale, place, bottom) {
  const { marks, unit } = ruler(scale.from, scale.to, scale.width / 90)
  pen.font = "11px system-ui, sans-serif"
  pen.textAlign = "center"
  pen.textBaseline = "alphabetic"
  pen.strokeStyle = colours.grid
  pen.lineWidth = 1
  pen.beginPath()
  for (const mark of marks) {
    const x = Math.round(xOf(scale, mark)) + 0.5
    pen.moveTo(x, place.y + place.height - 4)
    pen.lineTo(x, bottom)
  }
  pen.stroke()
  pen.fillStyle = colours.quiet
  for (const mark of marks) {
    const x = xOf(scale, mark)
    if (x > scale.left + 14 && x < scale.left + scale.width - 14) pen.fillText(label(mark, unit), x, place.y + place.height - 8)
  }
}

/**
 * @param {number} mark
 * @param {number} unit
 */
const label = (mark, unit) => unit >= 1e6 ? placeWords(mark) : unit >= 1000 ? stamp(Math.round(mark / 1000) * 1000) : stamp(mark)

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Scale} scale
 * @param {Place} place
 * @param {Flag[]} flags
 * @param {number} bottom
 */
export function paintFlags(pen, colours, scale, place, flags, bottom) {
  /** @type {[number, number][]} */
  const taken = []
  // Losses come first if there is no room for all words.
  for (const flag of [...flags].sort((a, b) => Number(isAlarm(b)) - Number(isAlarm(a)) || a.x - b.x)) {
    if (flag.x < scale.left - 1 || flag.x > scale.left + scale.width + 1) continue
    pole(pen, colours, flag, place.y, bottom)
    const isAtEnd = flag.x > scale.left + scale.width / 2
    flagCloth(pen, flag.x, place.y, isAtEnd ? -1 : 1)
    pen.font = "11px system-ui, sans-serif"
    const text = visible(flag.words).slice(0, 40)
    const width = pen.measureText(text).width + 14
    const [from, to] = isAtEnd ? [flag.x - width, flag.x] : [flag.x, flag.x + width]
    if (from < scale.left || to > scale.left + scale.width || taken.some(([a, b]) => from < b && to > a)) continue
    taken.push([from, to])
    pen.textBaseline = "middle"
    pen.textAlign = isAtEnd ? "right" : "left"
    pen.fillText(text, flag.x + (isAtEnd ? -11 : 11), place.y + 7)
  }
}

/** @param {Flag} flag */
const isAlarm = ({ kind }) => kind === "loss" || kind === "difference"

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Flag} flag
 * @param {number} top
 * @param {number} bottom
 */
function pole(pen, colours, flag, top, bottom) {
  pen.strokeStyle = pen.fillStyle = isAlarm(flag) ? colours.alarm : flag.kind === "note" ? colours.note : colours.marks.completion
  pen.lineWidth = isAlarm(flag) ? 1.5 : 1
  pen.globalAlpha = isAlarm(flag) ? 0.9 : 0.55
  pen.setLineDash(isAlarm(flag) ? [] : [2, 3])
  pen.beginPath()
  pen.moveTo(flag.x, top + 2)
  pen.lineTo(flag.x, bottom)
  pen.stroke()
  pen.setLineDash([])
  pen.globalAlpha = 1
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {1 | -1} side
 */
function flagCloth(pen, x, y, side) {
  pen.beginPath()
  pen.moveTo(x, y + 1)
  pen.lineTo(x + 9 * side, y + 5)
  pen.lineTo(x, y + 9)
  pen.closePath()
  pen.fill()
}
