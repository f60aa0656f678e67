// @ts-check
// Causes, drawn: an arrow from each cause to its effect, across the lanes.
import { FAMILIES } from "./event-lanes.js"

/** @typedef {import("./types").Pen} Pen */
/** @typedef {import("./types").Cause} Cause */

/**
 * The arrows of a tree of causes, cause first.
 * @param {Cause} cause
 * @param {[Cause, Cause][]} [arrows]
 */
export function arrowsOf(cause, arrows = []) {
  for (const earlier of cause.causes) {
    if (arrows.length >= 200) break
    arrows.push([earlier, cause])
    arrowsOf(earlier, arrows)
  }
  return arrows
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {[Cause, Cause][]} arrows
 * @param {(cause: Cause) => [number, number] | null} point where a step's input stands
 */
export function paintArrows(pen, colours, arrows, point) {
  pen.strokeStyle = pen.fillStyle = colours.arrow
  pen.lineWidth = 1.6
  for (const [cause, effect] of arrows) {
    const [from, to] = [point(cause), point(effect)]
    if (from && to) arrow(pen, from, to)
  }
}

/**
 * @param {Pen} pen
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function arrow(pen, from, to) {
  const bow = from[1] === to[1] ? 22 : Math.min(40, 12 + Math.abs(to[0] - from[0]) / 8)
  const [cx, cy] = [(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - bow]
  pen.beginPath()
  pen.moveTo(from[0], from[1])
  pen.quadraticCurveTo(cx, cy, to[0], to[1])
  pen.stroke()
  const angle = Math.atan2(to[1] - cy, to[0] - cx)
  pen.beginPath()
  pen.moveTo(to[0], to[1])
  pen.lineTo(to[0] - 8 * Math.cos(angle - 0.4), to[1] - 8 * Math.sin(angle - 0.4))
  pen.lineTo(to[0] - 8 * Math.cos(angle + 0.4), to[1] - 8 * Math.sin(angle + 0.4))
  pen.closePath()
  pen.fill()
  pen.beginPath()
  pen.arc(from[0], from[1], 3, 0, Math.PI * 2)
  pen.fill()
}

/**
 * The lane of an input given by its words.
 * @param {import("./types").Summary} summary
 * @param {string} input
 */
export function familyOf(summary, input) {
  const name = input.split(" ")[0]
  return FAMILIES.indexOf(summary.messages.inputs.find((kind) => kind.name === name)?.family ?? "event")
}
