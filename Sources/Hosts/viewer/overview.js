// @ts-check
// The strip of the whole run: its states and positions, and the window that is shown, to be dragged.
import { paintLane } from "./spans.js"
import { paintPosition } from "./position-lane.js"
import { xOf, valueAt } from "./scale.js"

/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {{ from: number, to: number }} Window */

export class Overview {
  /** @type {Scale} */
  scale = { axis: "wall", from: 0, to: 1, left: 0, width: 1 }
  #canvas
  #change

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {() => Window} shown
   * @param {(window: Window) => void} change
   */
  constructor(canvas, shown, change) {
    this.#canvas = canvas
    this.#change = change
    /** @type {{ kind: "move" | "from" | "to" | "new", at: number, window: Window } | null} */
    let drag = null
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId)
      const window = { ...shown() }
      drag = { kind: this.#part(event.offsetX, window), at: valueAt(this.scale, event.offsetX), window }
    })
    canvas.addEventListener("pointermove", (event) => {
      if (!drag) {
        canvas.style.cursor = { move: "grab", from: "ew-resize", to: "ew-resize", new: "crosshair" }[this.#part(event.offsetX, shown())]
        return
      }
      this.#drag(drag, valueAt(this.scale, event.offsetX))
    })
    const end = () => { drag = null }
    canvas.addEventListener("pointerup", (event) => {
      // A click beside the window brings the window there.
      if (drag?.kind === "new" && Math.abs(xOf(this.scale, drag.at) - event.offsetX) < 4) this.#center(drag.at, drag.window)
      end()
    })
    canvas.addEventListener("pointercancel", end)
    canvas.addEventListener("dblclick", () => change({ from: this.scale.from, to: this.scale.to }))
  }

  /**
   * @param {number} x
   * @param {Window} window
   */
  #part(x, window) {
    const [from, to] = [xOf(this.scale, window.from), xOf(this.scale, window.to)]
    if (Math.abs(x - from) < 6) return "from"
    if (Math.abs(x - to) < 6) return "to"
    const isWhole = window.from <= this.scale.from && window.to >= this.scale.to
    return x > from && x < to && !isWhole ? "move" : "new"
  }

  /**
   * @param {{ kind: string, at: number, window: Window }} drag
   * @param {number} value
   */
  #drag({ kind, at, window }, value) {
    if (kind === "move") return this.#change({ from: window.from + value - at, to: window.to + value - at })
    if (kind === "from") return this.#change({ from: Math.min(value, window.to - 1000), to: window.to })
    if (kind === "to") return this.#change({ from: window.from, to: Math.max(value, window.from + 1000) })
    if (Math.abs(xOf(this.scale, at) - xOf(this.scale, value)) >= 4) this.#change({ from: Math.min(at, value), to: Math.max(at, value) })
  }

  /**
   * @param {number} value
   * @param {Window} window
   */
  #center(value, window) {
    const half = (window.to - window.from) / 2
    this.#change({ from: value - half, to: value + half })
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {import("./palette.js").Palette} colours
   * @param {Track} track
   * @param {Window} window
   * @param {number[]} alarms places on the axis
   * @param {number | null} cursor
   */
  paint(pen, colours, track, window, alarms, cursor) {
    const { scale } = this
    const height = this.#canvas.clientHeight
    pen.fillStyle = colours.ground
    pen.fillRect(0, 0, this.#canvas.clientWidth, height)
    const lane = Math.max(0, track.run.summary.lanes.findIndex(({ id }) => id === "state"))
    const place = /** @type {const} */ ({ kind: "position", title: "", y: 0, height: height - 12, index: 0, track: 0 })
    if (track.run.summary.blocks.count > 0) {
      paintPosition(pen, colours, track, scale, place, false)
      paintLane(pen, colours, track, lane, scale, height - 11, 8)
    }
    pen.fillStyle = colours.alarm
    for (const alarm of alarms) pen.fillRect(xOf(scale, alarm) - 1, height - 14, 2, 14)
    if (cursor !== null) {
      pen.fillStyle = colours.cursor
      pen.fillRect(xOf(scale, cursor) - 0.5, 0, 1, height)
    }
    const [from, to] = [xOf(scale, window.from), xOf(scale, window.to)]
    pen.fillStyle = colours.ground
    pen.globalAlpha = 0.66
    pen.fillRect(0, 0, Math.max(0, from), height)
    pen.fillRect(to, 0, Math.max(0, this.#canvas.clientWidth - to), height)
    pen.globalAlpha = 1
    pen.strokeStyle = colours.position
    pen.lineWidth = 2
    pen.beginPath()
    pen.rect(Math.max(1, from), 1, Math.min(this.#canvas.clientWidth - 1, to) - Math.max(1, from), height - 2)
    pen.stroke()
  }
}
