// @ts-check
// Jumps of the playhead: seeks from their origin to their landing, and skips.

/** @typedef {import("./types").Pen} Pen */
/** @typedef {{ from: [number, number], to: [number, number], isSkip: boolean }} Jump */

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {import("./types").Scale} scale
 * @param {Jump[]} jumps
 */
export function paintJumps(pen, colours, scale, jumps) {
  // Dashes are slow to draw: where there are many, they would not be visible either.
  const isCrowded = jumps.length > 300
  for (const { from, to, isSkip } of jumps.slice(-2000)) {
    if (Math.max(from[0], to[0]) < scale.left || Math.min(from[0], to[0]) > scale.left + scale.width) continue
    const colour = isSkip ? colours.marks.deadline : colours.seek
    pen.strokeStyle = colour
    pen.lineWidth = 1.4
    if (!isCrowded) pen.setLineDash(isSkip ? [1, 3] : [4, 3])
    pen.beginPath()
    pen.moveTo(from[0], from[1])
    arc(pen, from, to, scale.axis === "media")
    pen.stroke()
    pen.setLineDash([])
    pen.fillStyle = colour
    pen.beginPath()
    pen.arc(to[0], to[1], 3, 0, Math.PI * 2)
    pen.fill()
  }
}

/** Pairs the starts of seeks with their landings. */
export class SeekArcs {
  /** @type {[number, number] | null} */
  #from = null
  #target = NaN
  #isSkip = false

  /** @param {Jump[]} jumps */
  constructor(jumps) { this.jumps = jumps }

  get isUnderWay() { return this.#from !== null }

  /**
   * @param {[number, number]} from
   * @param {number} target
   * @param {boolean} isSkip
   */
  begin(from, target, isSkip) {
    // A newer seek before the landing: the older one has no landing.
    if (this.#from && target === this.#target) return
    this.#from ??= from
    this.#target = target
    this.#isSkip = isSkip
  }

  /**
   * True when a seek landed here.
   * @param {[number, number]} to
   */
  end(to) {
    const from = this.#from
    this.#from = null
    this.#target = NaN
    if (!from || !from.every(Number.isFinite) || !to.every(Number.isFinite)) return false
    this.jumps.push({ from, to, isSkip: this.#isSkip })
    return true
  }
}

/**
 * @param {Pen} pen
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {boolean} isMedia
 */
function arc(pen, from, to, isMedia) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const bow = Math.min(40, Math.hypot(dx, dy) / 4)
  const [cx, cy] = [(from[0] + to[0]) / 2 + (isMedia ? 0 : bow), (from[1] + to[1]) / 2 - (isMedia ? bow : 0)]
  pen.quadraticCurveTo(cx, cy, to[0], to[1])
}
