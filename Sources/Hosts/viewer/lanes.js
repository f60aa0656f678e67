// @ts-check
// The lanes: the place of each, and all of them painted, on the page's canvas or for a file.
import { paintAxis, paintFlags } from "./axis.js"
import { arrowsOf, familyOf, paintArrows } from "./arrows.js"
import { FAMILIES, SHORT_TITLES, TITLES, gather, paintArmed, paintEvents } from "./event-lanes.js"
import { paintPosition, paintPositionLabels } from "./position-lane.js"
import { xOf } from "./scale.js"
import { paintLane } from "./spans.js"
import { visible } from "./words.js"

/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Place} Place */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {import("./types").Pen} Pen */

/**
 * What a picture is made of.
 * @typedef {object} Scene
 * @property {Track[]} tracks
 * @property {Place[]} places
 * @property {Scale} scale
 * @property {string} letters what the runs are called
 * @property {number} width
 * @property {number} height
 * @property {import("./palette.js").Palette} colours
 * @property {number} step the cursor
 * @property {number | null} cursor the cursor's place on the axis
 * @property {number | null} otherCursor the same moment in the second run
 * @property {import("./types").Query | null} query
 * @property {Map<number, import("./types").BlamedInput> | null} flips
 * @property {import("./axis.js").Flag[]} flags
 * @property {import("./types").Cause | null} why
 * @property {(step: number, instant: number) => number | null} placeOf
 */

const HEIGHTS = { axis: 34, title: 20, lane: 17, position: 150, tallest: 460, events: 17 }
const ORDER = ["command", "engine", "event", "notification", "completion", "diagnostic", "environment", "deadline"]

/** Lanes that are shown even when nothing changes in them: state, phase, intent, supply. */
const ALWAYS = 4

/** @typedef {{ steps: number, lanes: boolean[], families: boolean[] }} Lively which lanes show more than one value, and which families have a message */

/** @type {WeakMap<import("./types").Summary, Lively>} */
const known = new WeakMap()

/**
 * @param {Track} track
 * @returns {Lively}
 */
function lively({ run: { summary } }) {
  const last = known.get(summary)
  // A growing run may have more.
  if (last?.steps === summary.steps) return last
  const found = { steps: summary.steps, lanes: livelyLanes(summary), families: livelyFamilies(summary) }
  known.set(summary, found)
  return found
}

/** @param {import("./types").Summary} summary */
function livelyLanes({ lanes, blocks }) {
  return lanes.map((_, index) => {
    let seen = 0
    for (const mask of blocks.seen[index] ?? []) seen |= mask
    return index < ALWAYS || (seen & seen - 1) !== 0
  })
}

/** @param {import("./types").Summary} summary */
function livelyFamilies({ blocks }) {
  const totals = new Array(FAMILIES.length).fill(0)
  blocks.counts.forEach((count, index) => { totals[index % FAMILIES.length] += count })
  return totals.map((total) => total > 0)
}

/**
 * The place of everything, from the top.
 * @param {Track[]} tracks
 * @param {boolean} allLanes
 * @param {number} [room] height that may be filled: the lanes of positions grow into it
 */
export function arrange(tracks, allLanes, room = 0) {
  const least = stack(tracks, allLanes, HEIGHTS.position)
  const spare = Math.floor((room - least.height) / tracks.length)
  return spare > 0 ? stack(tracks, allLanes, Math.min(HEIGHTS.tallest, HEIGHTS.position + spare)) : least
}

/**
 * @param {Track[]} tracks
 * @param {boolean} allLanes
 * @param {number} tall height of a lane of positions
 */
function stack(tracks, allLanes, tall) {
  /** @type {Place[]} */
  const places = []
  let y = 0
  let hidden = 0
  const put = (/** @type {Place["kind"]} */ kind, /** @type {string} */ title, /** @type {number} */ index, /** @type {number} */ track, gap = 0) => {
    const height = kind === "position" ? tall : HEIGHTS[kind]
    places.push({ kind, title, y: y + gap, height, index, track })
    y += height + gap
  }
  put("axis", "", 0, 0)
  tracks.forEach((track, number) => {
    const { lanes, families } = lively(track)
    if (tracks.length > 1) put("title", track.title, 0, number, number > 0 ? 10 : 0)
    track.run.summary.lanes.forEach((lane, index) => {
      if (allLanes || lanes[index]) put("lane", lane.title, index, number, 2)
      else hidden++
    })
    put("position", "Position", 0, number, 6)
    y += 4
    for (const family of ORDER) {
      const index = FAMILIES.indexOf(family)
      if (allLanes || families[index]) put("events", TITLES[family], index, number, 2)
      else hidden++
    }
  })
  return { places, height: y + 8, hidden }
}

/**
 * @param {Pen} pen
 * @param {Scene} scene
 */
export function paint(pen, scene) {
  for (const _ of paintRuns(pen, scene));
  paintMarks(pen, scene)
}

/**
 * The runs, in parts: of a long run, all lanes together would take too long between two frames.
 * @param {Pen} pen
 * @param {Scene} scene
 */
export function* paintRuns(pen, scene) {
  const { colours, scale, width, height, places, tracks } = scene
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, width, height)
  shadeOutside(pen, scene)
  paintAxis(pen, colours, scale, places[0], height)
  /** @type {ReturnType<typeof gather>[]} */
  const gathered = []
  for (const [index, track] of tracks.entries()) {
    yield
    gathered.push(gather(track, scale, scene.query, index === 0 ? scene.flips : null))
  }
  for (const place of places) {
    const track = tracks[place.track]
    yield
    if (place.kind === "lane") paintLane(pen, colours, track, place.index, scale, place.y, place.height)
    if (place.kind === "position") paintPosition(pen, colours, track, scale, place)
    if (place.kind !== "events") continue
    pen.fillStyle = colours.grid
    pen.fillRect(scale.left, place.y + place.height, scale.width, 1)
    if (FAMILIES[place.index] === "deadline") paintArmed(pen, colours, track, scale, place)
    paintEvents(pen, colours, track, scale, place, gathered[place.track])
  }
  yield
  paintGutter(pen, scene)
}

/**
 * What moves over the runs: causes, the cursor, flags.
 * @param {Pen} pen
 * @param {Scene} scene
 */
export function paintMarks(pen, scene) {
  paintWhy(pen, scene)
  paintCursor(pen, scene)
  paintFlags(pen, scene.colours, scene.scale, scene.places[0], scene.flags, scene.height)
}

/**
 * Nothing was recorded before the first step or after the last.
 * @param {Pen} pen
 * @param {Scene} scene
 */
function shadeOutside(pen, { colours, scale, places, tracks }) {
  if (scale.axis === "media") return
  tracks.forEach((track, number) => {
    const own = places.filter((place) => place.track === number && place.kind !== "axis")
    if (own.length === 0) return
    const [top, bottom] = [own[0].y, own[own.length - 1].y + own[own.length - 1].height]
    const { start, end } = track.run.summary
    const right = scale.left + scale.width
    const a = Math.min(right, Math.max(scale.left, xOf(scale, start + track.offset)))
    const b = Math.max(scale.left, Math.min(right, xOf(scale, end + track.offset)))
    pen.fillStyle = colours.beyond
    pen.fillRect(scale.left, top, a - scale.left, bottom - top)
    pen.fillRect(b, top, right - b, bottom - top)
  })
}

/**
 * @param {Pen} pen
 * @param {Scene} scene
 */
function paintWhy(pen, { why, colours, places, tracks, placeOf, scale }) {
  if (!why) return
  const rows = new Map(places.filter((place) => place.kind === "events" && place.track === 0).map((place) => [place.index, place.y + place.height / 2]))
  pen.save()
  pen.beginPath()
  pen.rect(scale.left, 0, scale.width, 1e5)
  pen.clip()
  paintArrows(pen, colours, arrowsOf(why), (cause) => {
    const value = placeOf(cause.step, cause.instant)
    const y = rows.get(familyOf(tracks[0].run.summary, cause.input))
    if (value === null || y === undefined) return null
    // Points far outside are drawn at the edge, so that the arrow still shows its origin.
    return [Math.max(scale.left - 30, Math.min(scale.left + scale.width + 30, xOf(scale, value))), y]
  })
  pen.restore()
}

/**
 * @param {Pen} pen
 * @param {Scene} scene
 */
function paintCursor(pen, { cursor, otherCursor, colours, scale, height, step, places }) {
  const second = places.find((place) => place.track === 1)?.y ?? height
  if (cursor !== null) cursorLine(pen, colours.cursor, xOf(scale, cursor), scale, 17, otherCursor === null ? height : second - 2, step === 0 ? "start" : String(step), colours.ground)
  if (otherCursor !== null) cursorLine(pen, colours.quiet, xOf(scale, otherCursor), scale, second, height, "", colours.ground)
}

/**
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} x
 * @param {Scale} scale
 * @param {number} top
 * @param {number} bottom
 * @param {string} text
 * @param {string} ground
 */
function cursorLine(pen, colour, x, scale, top, bottom, text, ground) {
  if (x < scale.left || x > scale.left + scale.width) return
  pen.fillStyle = colour
  pen.fillRect(Math.round(x) - 0.5, top, 1, bottom - top)
  if (!text) return
  pen.font = "600 11px system-ui, sans-serif"
  const width = pen.measureText(text).width + 10
  const left = Math.max(scale.left, Math.min(scale.left + scale.width - width, x - width / 2))
  pen.fillRect(left, top, width, 15)
  pen.fillStyle = ground
  pen.textAlign = "center"
  pen.textBaseline = "middle"
  pen.fillText(text, left + width / 2, top + 8)
}

/**
 * @param {Pen} pen
 * @param {Scene} scene
 */
function paintGutter(pen, { colours, scale, height, places, tracks, letters }) {
  pen.fillStyle = colours.gutter
  pen.fillRect(0, 0, scale.left, height)
  pen.fillStyle = colours.frame
  pen.fillRect(scale.left - 1, 0, 1, height)
  for (const place of places) {
    if (place.kind === "position") paintPositionLabels(pen, colours, tracks[place.track], scale, place)
    pen.fillStyle = place.kind === "title" ? colours.text : place.kind === "events" ? colours.marks[FAMILIES[place.index]] : colours.text
    pen.textAlign = "left"
    pen.textBaseline = "middle"
    pen.font = `${place.kind === "title" ? "600 12" : scale.left < 90 ? 10 : 11}px system-ui, sans-serif`
    const title = place.kind === "events" && scale.left < 90 ? SHORT_TITLES[FAMILIES[place.index]] : place.title
    if (place.kind === "title") {
      pen.fillText(`${letters[place.track]}${place.track === 0 ? " ▸" : ""} ${visible(title)}`, scale.left < 90 ? 4 : 8, place.y + place.height / 2)
      continue
    }
    pen.fillText(fitted(pen, title, scale.left - 8), scale.left < 90 ? 4 : 8, place.kind === "position" ? place.y + 9 : place.y + place.height / 2 + 0.5)
  }
}

/**
 * @param {Pen} pen
 * @param {string} text
 * @param {number} width
 */
function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) return text
  let shown = text
  while (shown.length > 1 && pen.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1)
  return `${shown}…`
}
