// @ts-check
// The strip of the whole run: its states and positions, and the visible window, which can be dragged.
import { paintLane } from "./spans.js"
import { paintPosition } from "./position-lane.js"
import { xOf, valueAt } from "./scale.js"

/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {{ from: number, to: number }} Window */

export const HEIGHT = 46

export class Overview {
  /** @type {Scale} */
  scale = { axis: "wall", from: 0, to: 1, left: 0, width: 1 }
  #change

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {() => Window} shown
   * @param {(window: Window) => void} change
   */
  constructor(canvas, shown, change) {
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
      // A click outside the window moves the window there.
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
   * @param {"wall" | "media"} axis
   * @param {Window} whole
   * @param {number} width
   */
  place(axis, whole, width) {
    const { scale } = this
    if (scale.axis !== axis || scale.from !== whole.from || scale.to !== whole.to || scale.width !== width) this.scale = { axis, ...whole, left: 0, width }
  }

  /**
   * The run itself.
   * @param {CanvasRenderingContext2D} pen
   * @param {import("./palette.js").Palette} colours
   * @param {Track} track
   */
  paintRun(pen, colours, track) {
    // A separate scale: the loaded steps may have changed.
    const scale = { ...this.scale }
    pen.fillStyle = colours.ground
    pen.fillRect(0, 0, scale.width, HEIGHT)
    if (track.run.summary.blocks.count === 0) return
    const lane = Math.max(0, track.run.summary.lanes.findIndex(({ id }) => id === "state"))
    paintPosition(pen, colours, track, scale, { kind: "position", title: "", y: 0, height: HEIGHT - 12, index: 0, track: 0 }, false)
    paintLane(pen, colours, track, lane, scale, HEIGHT - 11, 8)
  }

  /**
   * The window and the cursor over it.
   * @param {CanvasRenderingContext2D} pen
   * @param {import("./palette.js").Palette} colours
   * @param {HTMLCanvasElement} run
   * @param {Window} window
   * @param {number[]} alarms places on the axis
   * @param {number | null} cursor
   */
  paint(pen, colours, run, window, alarms, cursor) {
    const { scale } = this
    const { width } = scale
    pen.drawImage(run, 0, 0, width, HEIGHT)
    pen.fillStyle = colours.alarm
    for (const alarm of alarms) pen.fillRect(xOf(scale, alarm) - 1, HEIGHT - 14, 2, 14)
    if (cursor !== null) {
      pen.fillStyle = colours.cursor
      pen.fillRect(xOf(scale, cursor) - 0.5, 0, 1, HEIGHT)
    }
    const [from, to] = [xOf(scale, window.from), xOf(scale, window.to)]
    pen.fillStyle = colours.ground
    pen.globalAlpha = 0.66
    pen.fillRect(0, 0, Math.max(0, from), HEIGHT)
    pen.fillRect(to, 0, Math.max(0, width - to), HEIGHT)
    pen.globalAlpha = 1
    pen.strokeStyle = colours.position
    pen.lineWidth = 2
    pen.beginPath()
    // Always wide enough to grab.
    const left = Math.max(1, from)
    pen.rect(left, 1, Math.max(4, Math.min(width - 1, to) - left), HEIGHT - 2)
    pen.stroke()
  }
}
