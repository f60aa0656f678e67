// @ts-check
// The pointer over the lanes: a click selects a step, a drag pans, the wheel pans or zooms, and a tip names what is under it.
import { FAMILIES, Kinds, TITLES } from "./event-lanes.js"
import { upright } from "./position-lane.js"
import { last } from "./rows.js"
import { valueAt, xOf } from "./scale.js"
import { fill, h } from "./dom.js"
import { place as placeWords, stamp } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./types").Rows} Rows */
/** @typedef {import("./types").Place} Place */
/** @typedef {import("./types").Track} Track */

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} tip
 */
export function followPointer(app, stage, canvas, tip) {
  /** @type {{ x: number, from: number, to: number, moved: boolean } | null} */
  let drag = null
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return
    const { from, to } = app.view.now
    drag = { x: event.offsetX, from, to, moved: false }
    canvas.setPointerCapture(event.pointerId)
  })
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return hover(app, stage, canvas, tip, event)
    if (Math.abs(event.offsetX - drag.x) > 4) drag.moved = true
    if (!drag.moved) return
    tip.hidden = true
    const shift = (event.offsetX - drag.x) / stage.scale.width * (drag.to - drag.from)
    app.window({ from: drag.from - shift, to: drag.to - shift })
  })
  canvas.addEventListener("pointerup", (event) => {
    const wasMoved = drag?.moved ?? true
    drag = null
    if (!wasMoved) choose(app, stage, event.offsetX, event.offsetY)
  })
  canvas.addEventListener("pointercancel", () => { drag = null })
  canvas.addEventListener("pointerleave", () => { tip.hidden = true })
  canvas.addEventListener("dblclick", () => app.fit())
  canvas.addEventListener("wheel", (event) => wheel(app, stage, event), { passive: false })
}

/**
 * With ctrl (also a pinch) or over the axis it zooms; sideways or with shift it pans; otherwise the page scrolls.
 * @param {App} app
 * @param {Stage} stage
 * @param {WheelEvent} event
 */
function wheel(app, stage, event) {
  const isAxis = event.offsetY < (stage.places[0]?.height ?? 0)
  if (event.ctrlKey || event.metaKey || isAxis) {
    event.preventDefault()
    const unit = event.deltaMode === 1 ? 20 : 1
    return app.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * unit / 300))), valueAt(stage.scale, Math.max(stage.scale.left, event.offsetX)))
  }
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
  if (sideways === 0 || !event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY)) return
  event.preventDefault()
  app.pan(sideways / stage.scale.width)
}

/**
 * @param {Stage} stage
 * @param {number} y
 */
const placeAt = (stage, y) => stage.places.find((place) => y >= place.y - 2 && y < place.y + place.height + 2)

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 */
async function choose(app, stage, x, y) {
  const place = placeAt(stage, y)
  const track = trackOf(app, place)
  const { blocks } = track.run.summary
  if (x < stage.scale.left || blocks.count === 0) return
  if (stage.scale.axis === "wall") {
    const block = nearestBlock(track, valueAt(stage.scale, x))
    await Promise.all([track.rows.load(block), block + 1 < blocks.count ? track.rows.load(block + 1) : null])
  }
  const step = nearest(track, stage, x, y, place)
  if (step === null) return
  if (track === app.main) app.view.change({ step })
  else if (track === app.other) app.goTo(app.isSwapped ? "A" : "B", step)
}

/**
 * The run whose lanes a point is in.
 * @param {App} app
 * @param {Place | undefined} place
 */
const trackOf = (app, place) => app.tracks[place?.track ?? 0] ?? app.main

/**
 * @param {Track} track
 * @param {number} value
 */
function nearestBlock({ run, offset }, value) {
  const { blocks } = run.summary
  return Math.max(0, last(blocks.start, blocks.count, value - offset))
}

/**
 * The step nearest to a point; in an event lane, the nearest one with such an event.
 * @param {Track} track
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 * @param {Place | undefined} place
 */
function nearest(track, stage, x, y, place) {
  const { scale } = stage
  const { blocks } = track.run.summary
  const isWall = scale.axis === "wall"
  const middle = nearestBlock(track, valueAt(scale, x))
  const [first, end] = isWall ? [Math.max(0, middle - 1), Math.min(blocks.count - 1, middle + 1)] : [0, blocks.count - 1]
  const family = place?.kind === "events" ? place.index : -1
  const axis = place?.kind === "position" && !isWall ? upright(track, scale, place) : null
  let best = Infinity
  let bestStep = null
  for (let block = first; block <= end; block++) {
    const rows = track.rows.get(block)
    if (!rows) continue
    for (let index = 0; index < rows.count; index++) {
      const value = isWall ? rows.instant[index] + track.offset : rows.position[index]
      let distance = Math.abs(xOf(scale, value) - x) + (axis ? Math.abs(axis.y(rows.instant[index]) - y) : 0)
      // Another kind of event is selected only when none of the wanted kind is near.
      if (family >= 0 && distance < 40 && !has(track, rows, index, family)) distance += 40
      if (distance < best) [best, bestStep] = [distance, rows.first + index]
    }
  }
  return bestStep
}

/**
 * @param {Track} track
 * @param {Rows} rows
 * @param {number} index
 * @param {number} family
 */
function has(track, rows, index, family) {
  const kinds = Kinds.of(track.run.summary)
  if (kinds.inputFamily[rows.input[index]] === family) return true
  for (let output = rows.outputFrom[index]; output < rows.outputFrom[index + 1]; output++) {
    if (kinds.outputFamily[rows.outputs[output]] === family) return true
  }
  return false
}

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} tip
 * @param {PointerEvent} event
 */
function hover(app, stage, canvas, tip, event) {
  const { offsetX: x, offsetY: y } = event
  const place = placeAt(stage, y)
  const track = trackOf(app, place)
  const { summary } = track.run
  const kinds = Kinds.of(summary)
  const step = x >= stage.scale.left && event.pointerType !== "touch" && summary.blocks.count > 0 ? nearest(track, stage, x, y, place) : null
  const at = step === null ? undefined : track.rows.at(step)
  tip.hidden = !at
  if (!at || step === null) return
  const { rows, index } = at
  const lines = [h("b", {}, `step ${step}  ${stamp(rows.instant[index])}`), h("span", {}, kinds.name(rows.input[index], true))]
  if (place?.kind === "lane") {
    const lane = summary.lanes[place.index]
    lines.push(h("span", {}, `${lane.title}: ${lane.values[valueUnder(track, stage, rows, index, x, place.index)] ?? "unknown"}`))
  } else if (place?.kind === "events") {
    lines.push(...named(kinds, rows, index, place.index))
  } else if (place?.kind === "position") {
    lines.push(h("span", {}, `at ${placeWords(rows.position[index])}, buffered to ${placeWords(rows.buffered[index])}`))
  }
  fill(tip, ...lines)
  const room = canvas.clientWidth - tip.offsetWidth - 4
  tip.style.left = `${Math.max(0, Math.min(room, x + 14))}px`
  tip.style.top = `${y + 18}px`
}

/**
 * The value of a lane under the pointer: after the nearest step, or before it.
 * @param {Track} track
 * @param {Stage} stage
 * @param {Rows} rows
 * @param {number} index
 * @param {number} x
 * @param {number} lane
 */
function valueUnder(track, stage, rows, index, x, lane) {
  if (stage.scale.axis === "wall" && xOf(stage.scale, rows.instant[index] + track.offset) > x && index > 0) return rows.lanes[lane][index - 1]
  return rows.lanes[lane][index]
}

/**
 * @param {Kinds} kinds
 * @param {Rows} rows
 * @param {number} index
 * @param {number} family
 */
function named(kinds, rows, index, family) {
  const names = []
  for (let output = rows.outputFrom[index]; output < rows.outputFrom[index + 1]; output++) {
    const code = rows.outputs[output]
    if (kinds.outputFamily[code] === family) names.push(kinds.name(code, false))
  }
  return names.length === 0 ? [] : [h("span", {}, `${TITLES[FAMILIES[family]]}: ${names.slice(0, 8).join(", ")}`)]
}
