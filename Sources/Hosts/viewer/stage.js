// @ts-check
// The two canvases: sized to the page and its pixels, painted when something has changed, and at most once per frame.
//
// The runs are painted on a canvas that is not displayed, in parts between which the page gets its turn, and only when they, the window or
// the colours have changed. A frame displays the last complete picture, and paints only what moves over it.
import { HEIGHT, Overview } from "./overview.js"
import { paintMarks, paintRuns } from "./lanes.js"
import { notesOf } from "./notes.js"
import { palette } from "./palette.js"
import { visibleBlocks, xOf } from "./scale.js"
import { PARTS_LIMIT, last } from "./rows.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Scale} Scale */

/**
 * @typedef {object} Picture the runs in a window
 * @property {any[]} subject everything that it shows
 * @property {HTMLCanvasElement} canvas
 * @property {Scale} scale
 * @property {import("./types").Place[]} places
 * @property {number} width
 * @property {number} height
 */

// Milliseconds of painting before the page gets its turn.
const TURN = 8

export class Stage {
  /** @type {Scale} */
  scale = { axis: "wall", from: 0, to: 1, left: 112, width: 1 }
  /** @type {import("./types").Place[]} */
  places = []
  height = 0
  isDark = false
  /** Set once it is known what to show: until then nothing is drawn. */
  isReady = false
  #app
  #lanes
  #strip
  #overview
  #ground = document.createElement("canvas")
  #stripKey = ""
  #frame = 0
  /** @type {Picture | null} */
  #picture = null
  /** The canvas that is not in use. */
  #spare = document.createElement("canvas")
  #isPainting = false
  /** Something has changed since painting began. */
  #isStale = false

  /**
   * @param {App} app
   * @param {HTMLCanvasElement} lanes
   * @param {HTMLCanvasElement} strip
   */
  constructor(app, lanes, strip) {
    this.#app = app
    this.#lanes = lanes
    this.#strip = strip
    this.#overview = new Overview(strip, () => app.view.now, (window) => app.window(window))
    app.redraw = () => this.request()
    addEventListener("resize", () => this.request())
    new ResizeObserver(() => this.request()).observe(/** @type {Element} */ (lanes.parentElement))
  }

  request() {
    if (this.isReady && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #draw() {
    this.#frame = 0
    const turn = performance.now() + TURN
    const width = /** @type {HTMLElement} */ (this.#lanes.parentElement).clientWidth
    if (width === 0) return
    // What is being painted is displayed first; otherwise nothing would be while the window moves.
    this.#isStale = this.#isPainting
    if (this.#isPainting) return
    const app = this.#app
    const { from, to, axis } = app.view.now
    const left = width < 600 ? 74 : 116
    const scale = { axis, from, to, left, width: Math.max(40, width - left - 6) }
    const { places, height } = app.arrange(this.#room())
    this.#fetch(scale)
    const subject = this.#subject(scale, places, width, height)
    if (this.#picture && isSame(this.#picture.subject, subject)) this.#display(this.#picture)
    else this.#paint({ subject, canvas: this.#spare, scale, places, width, height }, turn)
  }

  /**
   * Everything that a picture of the runs depends on.
   * @param {Scale} scale
   * @param {import("./types").Place[]} places
   * @param {number} width
   * @param {number} height
   */
  #subject(scale, places, width, height) {
    const app = this.#app
    const { axis, from, to } = scale
    const ofTracks = app.tracks.flatMap((track) => {
      const { run, rows, offset, title } = track
      // What arrived for a closer look is not in a picture of whole blocks.
      const arrivals = run.summary.blocks.count > 0 && visibleBlocks(track, scale).hasParts ? rows.arrivals : 0
      return [run, run.summary.steps, run.summary.end, arrivals, offset, title]
    })
    return [width, height, devicePixelRatio, this.isDark, axis, from, to, places.length, JSON.stringify(app.query), app.main.blame?.byStep, app.isSwapped, ...ofTracks]
  }

  /**
   * @param {Picture} picture
   * @param {number} turn when the page gets its turn
   */
  async #paint(picture, turn) {
    this.#isPainting = true
    try {
      for (const _ of this.#parts(picture)) {
        if (performance.now() < turn) continue
        await new Promise((resume) => setTimeout(resume))
        turn = performance.now() + TURN
      }
    } finally {
      this.#isPainting = false
    }
    const { scale, places, height } = picture
    this.#spare = this.#picture?.canvas ?? document.createElement("canvas")
    this.#picture = picture
    this.scale = scale
    this.places = places
    this.height = height
    if (scale.axis === this.#app.view.now.axis) this.#display(picture)
    if (this.#isStale) this.request()
  }

  /** @param {Picture} picture */
  *#parts(picture) {
    const { canvas, width, height } = picture
    const pen = fitted(canvas, width, height)
    yield
    yield* paintRuns(pen, this.#scene(picture))
    yield
    this.#drawGround(width)
  }

  /** @param {Picture} picture */
  #display(picture) {
    const { canvas, width, height } = picture
    const pen = fitted(this.#lanes, width, height)
    pen.drawImage(canvas, 0, 0, width, height)
    paintMarks(pen, this.#scene(picture))
    this.#drawStrip(width)
  }

  /** The height available to the lanes: next to the panels all of it, above them most of a screen. */
  #room() {
    const stage = /** @type {HTMLElement} */ (this.#strip.parentElement)
    return (matchMedia("(min-width: 1000px)").matches ? stage.clientHeight : innerHeight * 0.8) - HEIGHT - 26
  }

  /**
   * Requests the steps of the window, and around the cursor.
   * @param {Scale} scale
   */
  #fetch(scale) {
    for (const track of this.#app.tracks) {
      if (track.run.summary.blocks.count === 0) continue
      const { list, isDetailed, hasParts } = visibleBlocks(track, scale)
      track.rows.want(isDetailed ? list : [])
      track.rows.wantDigests(hasParts && !isDetailed ? list : [])
    }
  }

  /**
   * What is displayed, for a file of this size.
   * @param {number} width
   * @param {number} height
   */
  scene(width, height) { return this.#scene({ scale: this.scale, places: this.places, width, height }) }

  /**
   * @param {Pick<Picture, "scale" | "places" | "width" | "height">} picture
   * @returns {import("./lanes.js").Scene}
   */
  #scene({ scale, places, width, height }) {
    const app = this.#app
    const { step, tab } = app.view.now
    return {
      tracks: app.tracks, letters: app.isSwapped ? "BA" : "AB", places, scale, width, height, colours: palette(this.isDark), step,
      cursor: this.cursor(), otherCursor: this.#otherCursor(), query: app.query, flips: app.main.blame?.byStep ?? null, flags: this.#flags(scale),
      why: tab === "why" && app.explanation?.step === step ? app.explanation.why : null,
      placeOf: (number, instant) => scale.axis === "wall" ? instant : app.placeNow(number)
    }
  }

  /** The cursor's place on the axis. */
  cursor() {
    const app = this.#app
    const { step, axis } = app.view.now
    if (app.summary.blocks.count === 0) return null
    if (step < app.first) return axis === "wall" ? app.summary.start : null
    return app.placeNow(step)
  }

  #otherCursor() { return this.#app.other && this.#app.view.now.axis === "wall" ? this.cursor() : null }

  /** @param {Scale} scale */
  #flags(scale) {
    const { summary, view } = this.#app
    /** @type {import("./axis.js").Flag[]} */
    const flags = []
    const put = (/** @type {number} */ step, /** @type {string} */ words, /** @type {import("./axis.js").Flag["kind"]} */ kind) => {
      const value = this.#app.placeNow(step) ?? this.#about(step)
      if (value !== null) flags.push({ x: xOf(scale, value), words, kind, step })
    }
    for (const [step, words] of [...notesOf(summary, view.now.notes)].slice(0, 500)) put(step, words, view.now.notes.has(step) ? "note" : "mark")
    const difference = this.#app.comparison ? this.#app.differences()[0] : summary.differsAt
    if (difference) put(difference, "first difference", "difference")
    if (summary.problem) put(summary.lastStep, "damaged from here on", "loss")
    else if (summary.loss) put(summary.lastStep, "torn here", "loss")
    else if (!summary.ending && summary.steps > 0 && !summary.isGrowing) put(summary.lastStep, "recording ends here", "loss")
    return flags
  }

  /**
   * The place of a step if only its block is known.
   * @param {number} step
   */
  #about(step) {
    const { blocks } = this.#app.summary
    if (this.#app.view.now.axis === "media" || blocks.count === 0) return null
    const block = Math.max(0, last(blocks.first, blocks.count, step))
    const share = (step - blocks.first[block]) / Math.max(1, blocks.steps[block] - 1)
    return blocks.start[block] + (blocks.end[block] - blocks.start[block]) * Math.max(0, Math.min(1, share))
  }

  /**
   * What is below the window in the strip seldom changes: it is drawn once. Of a long run, no single steps or parts are drawn there.
   * @param {number} width
   */
  #drawGround(width) {
    const app = this.#app
    const { axis } = app.view.now
    this.#overview.place(axis, app.whole(), width)
    const arrivals = app.summary.blocks.count > PARTS_LIMIT ? 0 : app.main.rows.arrivals
    const key = [width, devicePixelRatio, this.isDark, axis, this.#overview.scale.to, arrivals, app.summary.name].join()
    if (key === this.#stripKey) return
    this.#stripKey = key
    this.#overview.paintRun(fitted(this.#ground, width, HEIGHT), palette(this.isDark), app.main)
  }

  /** @param {number} width */
  #drawStrip(width) {
    const app = this.#app
    this.#drawGround(width)
    const { stalls, failures } = app.summary
    // Where there are many, the strip's colours show them.
    const alarms = [...stalls.length > 300 ? [] : stalls, ...failures.slice(0, 300)].flatMap((step) => app.placeNow(step) ?? this.#about(step) ?? [])
    const pen = fitted(this.#strip, width, HEIGHT)
    this.#overview.paint(pen, palette(this.isDark), this.#ground, app.view.now, alarms, this.cursor())
  }
}

/**
 * @param {any[]} first
 * @param {any[]} second
 */
const isSame = (first, second) => first.length === second.length && first.every((value, place) => value === second[place])

/**
 * A canvas of a size in CSS pixels, cleared, with a pen in those pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 */
function fitted(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w
    canvas.height = h
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  return pen
}
