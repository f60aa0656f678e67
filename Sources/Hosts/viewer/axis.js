// @ts-check
// The axis at the top: round times, flags of marks and notes, where a trace breaks off or differs, hits of the search.
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
  let free = -Infinity
  for (const { x, words, kind } of [...flags].sort((a, b) => a.x - b.x)) {
    if (x < scale.left - 1 || x > scale.left + scale.width + 1) continue
    const isAlarm = kind === "loss" || kind === "difference"
    pen.strokeStyle = pen.fillStyle = isAlarm ? colours.alarm : kind === "note" ? colours.note : colours.marks.completion
    pen.lineWidth = isAlarm ? 1.5 : 1
    pen.globalAlpha = isAlarm ? 0.9 : 0.55
    pen.setLineDash(isAlarm ? [] : [2, 3])
    pen.beginPath()
    pen.moveTo(x, place.y + 2)
    pen.lineTo(x, bottom)
    pen.stroke()
    pen.setLineDash([])
    pen.globalAlpha = 1
    const isAtEnd = x > scale.left + scale.width - 90
    pen.beginPath()
    pen.moveTo(x, place.y + 1)
    pen.lineTo(x + (isAtEnd ? -9 : 9), place.y + 5)
    pen.lineTo(x, place.y + 9)
    pen.closePath()
    pen.fill()
    if (x < free) continue
    pen.font = "11px system-ui, sans-serif"
    pen.textBaseline = "middle"
    pen.textAlign = isAtEnd ? "right" : "left"
    const text = visible(words).slice(0, 40)
    pen.fillText(text, x + (isAtEnd ? -11 : 11), place.y + 6)
    free = x + (isAtEnd ? 0 : pen.measureText(text).width + 16)
  }
}
