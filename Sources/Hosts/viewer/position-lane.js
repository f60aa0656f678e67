// @ts-check
// The big lane: the playhead as a line, buffered data as a band, seeks as arcs, segments as bands, chapters as lines.
// On the media axis it is turned: positions run to the right, and the time of the run downwards.
import { SeekArcs, paintJumps } from "./jumps.js"
import { hatch } from "./spans.js"
import { extend } from "./stretches.js"
import { Kinds } from "./event-lanes.js"
import { visible, place as placeWords, stamp } from "./words.js"
import { eachPart, mediaRange, rowsOf, ruler, visibleBlocks, xOf } from "./scale.js"

/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {import("./types").Pen} Pen */
/** @typedef {import("./types").Place} Place */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./jumps.js").Jump} Jump */
/** @typedef {import("./stretches.js").Line} Line */
/** @typedef {{ low: number, high: number, y: (value: number) => number }} Upright the axis that stands */

/**
 * @param {Track} track
 * @param {Scale} scale
 * @param {Place} place
 * @returns {Upright}
 */
export function upright(track, scale, place) {
  const { start, end } = track.run.summary
  const [low, high] = scale.axis === "media" ? [start, Math.max(end, start + 1000)] : fitted(track, scale)
  const [top, height] = [place.y + 4, place.height - 8]
  if (scale.axis === "media") return { low, high, y: (value) => top + (value - low) / (high - low) * height }
  return { low, high, y: (value) => top + height - (value - low) / (high - low) * height }
}

/**
 * The range of positions to fit: the whole media, unless only a small part of it is played in the window.
 * @param {Track} track
 * @param {Scale} scale
 */
function fitted(track, scale) {
  const { blocks } = track.run.summary
  const [wholeLow, wholeHigh] = mediaRange(track.run.summary)
  let [low, high] = [Infinity, -Infinity]
  if (blocks.count > 0) {
    for (const block of visibleBlocks(track, scale).list) {
      const rows = rowsOf(track, scale, block)
      if (!rows) {
        eachPart(track, scale, block, ({ positionLow, positionHigh }, part) => {
          if (positionLow[part] < low) low = positionLow[part]
          if (positionHigh[part] > high) high = positionHigh[part]
        })
        continue
      }
      for (let index = 0; index < rows.count; index++) {
        const until = index + 1 < rows.count ? rows.instant[index + 1] : rows.instant[index]
        if (until + track.offset < scale.from || rows.instant[index] + track.offset > scale.to) continue
        const [here, next] = [rows.position[index], index + 1 < rows.count ? rows.positionBefore[index + 1] : rows.position[index]]
        if (here < low) low = here
        if (here > high) high = here
        if (next < low) low = next
        if (next > high) high = next
      }
    }
  }
  if (low > high || high - low > (wholeHigh - wholeLow) * 0.3) return [wholeLow, wholeHigh]
  const air = Math.max((high - low) * 0.25, 5e5)
  return [Math.max(wholeLow, low - air), Math.min(Math.max(wholeHigh, high), high + air * 2)]
}

/**
 * @param {Pen} pen
 * @param {Palette} colours
 * @param {Track} track
 * @param {Scale} scale
 * @param {Place} place
 * @param {boolean} [hasWords]
 */
export function paintPosition(pen, colours, track, scale, place, hasWords = true) {
  const axis = upright(track, scale, place)
  pen.save()
  pen.beginPath()
  pen.rect(scale.left, place.y, scale.width, place.height)
  pen.clip()
  const painter = new Painter(pen, colours, track, scale, place, axis)
  painter.grid()
  painter.segments()
  painter.chapters()
  painter.playhead()
  if (hasWords) for (const label of painter.labels) painter.label(...label)
  pen.restore()
}

class Painter {
  /** Drawn last, over the playhead. */
  labels = /** @type {[string, number, number, number, number][]} */ ([])

  /**
   * @param {Pen} pen
   * @param {Palette} colours
   * @param {Track} track
   * @param {Scale} scale
   * @param {Place} place
   * @param {Upright} axis
   */
  constructor(pen, colours, track, scale, place, axis) {
    this.pen = pen
    this.colours = colours
    this.track = track
    this.scale = scale
    this.place = place
    this.axis = axis
    this.isMedia = scale.axis === "media"
  }

  /**
   * A point of the run.
   * @param {number} instant
   * @param {number} position
   * @returns {[number, number]}
   */
  point(instant, position) {
    return this.isMedia ? [xOf(this.scale, position), this.axis.y(instant)] : [xOf(this.scale, instant + this.track.offset), this.axis.y(position)]
  }

  /**
   * A position in the media as a pixel.
   * @param {number} position
   */
  across(position) { return this.isMedia ? xOf(this.scale, position) : this.axis.y(position) }

  grid() {
    const { pen, axis, scale, colours } = this
    pen.strokeStyle = colours.grid
    pen.lineWidth = 1
    pen.beginPath()
    for (const mark of ruler(axis.low, axis.high, 6).marks) {
      const y = Math.round(axis.y(mark)) + 0.5
      pen.moveTo(scale.left, y)
      pen.lineTo(scale.left + scale.width, y)
    }
    pen.stroke()
  }

  /**
   * A stretch of the media as a rectangle.
   * @param {number} start
   * @param {number} end
   * @returns {[number, number, number, number]}
   */
  band(start, end) {
    const { scale, axis, place } = this
    const top = Math.min(Math.max(end, start), this.isMedia ? scale.to : axis.high)
    if (this.isMedia) return [xOf(scale, start), place.y, Math.max(1, xOf(scale, top) - xOf(scale, start)), place.height]
    return [scale.left, axis.y(top), scale.width, Math.max(1, axis.y(start) - axis.y(top))]
  }

  segments() {
    const { pen, colours } = this
    for (const segment of this.track.run.summary.segments) {
      const [x, y, width, height] = this.band(segment.start, segment.end ?? Infinity)
      if (height < 0 || y > this.place.y + this.place.height || y + height < this.place.y) continue
      const isSkipped = segment.isBlocked && segment.presented === null
      const style = colours.looks[isSkipped ? "seek" : segment.isBlocked ? "bad" : segment.isHidden ? "rest" : "busy"]
      pen.globalAlpha = 0.35
      pen.fillStyle = style.fill
      pen.fillRect(x, y, width, height)
      pen.globalAlpha = 1
      if (isSkipped) hatch(pen, style.text, x, y, width, height, false)
      const words = segment.isBlocked ? ` (${segment.presented ?? "blocked"})` : ""
      this.labels.push([`${visible(segment.title || `segment ${segment.segment}`)}${words}`, x, y, width, height])
    }
  }

  chapters() {
    const { pen, colours, scale, place } = this
    const { chapters, segments } = this.track.run.summary
    if (segments.length > 0) return
    let free = Infinity
    for (const chapter of [...chapters].sort((a, b) => a.start - b.start)) {
      pen.strokeStyle = colours.chapter
      pen.setLineDash([1, 4])
      pen.beginPath()
      const [x, y, width, height] = this.band(chapter.start, chapter.end ?? Infinity)
      if (this.isMedia) {
        pen.moveTo(x, place.y)
        pen.lineTo(x, place.y + place.height)
      } else {
        pen.moveTo(scale.left, y + height)
        pen.lineTo(scale.left + scale.width, y + height)
      }
      pen.stroke()
      pen.setLineDash([])
      if (!this.isMedia && free - (y + height) < 13) continue
      free = y + height
      this.labels.push([visible(chapter.title), x, y, width, height])
    }
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  label(text, x, y, width, height) {
    const { pen, colours, place } = this
    pen.font = "11px system-ui, sans-serif"
    pen.textBaseline = "alphabetic"
    pen.textAlign = this.isMedia ? "left" : "right"
    const size = pen.measureText(text).width
    if (this.isMedia ? width < size + 6 : height < 11 && size > 400) return
    const [at, base] = this.isMedia ? [x + 4, place.y + place.height - 5] : [x + width - 5, Math.min(y + height - 3, place.y + place.height - 4)]
    if (base < place.y + 9) return
    pen.globalAlpha = 0.75
    pen.fillStyle = colours.ground
    pen.fillRect(this.isMedia ? at - 2 : at - size - 2, base - 10, size + 4, 13)
    pen.globalAlpha = 1
    pen.fillStyle = colours.quiet
    pen.fillText(text, at, base)
  }

  playhead() {
    const { track, scale } = this
    if (track.run.summary.blocks.count === 0) return
    /** @type {Line[]} */
    const lines = []
    /** @type {Jump[]} */
    const jumps = []
    const { list } = visibleBlocks(track, scale)
    const seek = new SeekArcs(jumps)
    for (const block of list) {
      const rows = rowsOf(track, scale, block)
      if (!rows) eachPart(track, scale, block, (parts, part, until) => this.summary(parts, part, until))
      else this.lines(rows, block, lines, seek)
    }
    if (lines.length > scale.width) this.columns(lines)
    else this.strokes(lines)
    paintJumps(this.pen, this.colours, scale, jumps)
  }

  /**
   * Steps of which only the bounds are known.
   * @param {import("./types").Blocks} parts
   * @param {number} part
   * @param {number} until
   */
  summary(parts, part, until) {
    const { pen, colours } = this
    const [low, high, buffered] = [parts.positionLow[part], parts.positionHigh[part], parts.bufferedHigh[part]]
    if (Number.isNaN(low)) return
    const [x0, y0] = this.point(parts.start[part], low)
    const [x1, y1] = this.point(until, high)
    const width = Math.max(1, x1 - x0)
    if (!this.isMedia && buffered > high) {
      pen.globalAlpha = 0.4
      pen.fillStyle = colours.buffered
      const top = this.axis.y(buffered)
      pen.fillRect(x0, top, width, Math.max(0, y1 - top))
    }
    pen.globalAlpha = 0.7
    pen.fillStyle = colours.position
    pen.fillRect(x0, Math.min(y0, y1), width, Math.max(2, Math.abs(y0 - y1)))
    pen.globalAlpha = 1
  }

  /**
   * @param {import("./types").Rows} rows
   * @param {number} block
   * @param {Line[]} lines
   * @param {SeekArcs} seek
   */
  lines(rows, block, lines, seek) {
    const next = this.track.rows.get(block + 1)
    const kinds = Kinds.of(this.track.run.summary)
    // On the media axis, time runs downwards.
    const pixels = this.isMedia ? this.place.height / (this.axis.high - this.axis.low) : this.scale.width / (this.scale.to - this.scale.from)
    for (let index = 0; index < rows.count; index++) {
      const isLast = index + 1 === rows.count
      const instant = rows.instant[index]
      const until = isLast ? next?.instant[0] ?? instant : rows.instant[index + 1]
      const before = isLast ? next?.positionBefore[0] ?? rows.position[index] : rows.positionBefore[index + 1]
      this.jump(rows, index, kinds, seek)
      if (until + this.track.offset < this.scale.from && !this.isMedia || instant + this.track.offset > this.scale.to && !this.isMedia) continue
      const position = rows.position[index]
      if (Number.isNaN(position) || Number.isNaN(before) || until === instant) continue
      // Too short to be visible; the next stretch starts where it is.
      if ((until - instant) * pixels < 0.05 && Math.abs(this.across(before) - this.across(position)) < 0.1) continue
      extend(lines, { from: this.point(instant, position), to: this.point(until, before), buffer: this.across(rows.buffered[index]) })
    }
  }

  /**
   * @param {import("./types").Rows} rows
   * @param {number} index
   * @param {Kinds} kinds
   * @param {SeekArcs} seek
   */
  jump(rows, index, kinds, seek) {
    const [before, after, target] = [rows.positionBefore[index], rows.position[index], rows.seekTarget[index]]
    // The case of nearly all steps, which must cost nothing.
    if (Number.isNaN(target) && !seek.isUnderWay && (before === after || Number.isNaN(before) || Number.isNaN(after))) return
    const here = this.point(rows.instant[index], Number.isNaN(after) ? before : after)
    let isSkip = false
    for (let output = rows.outputFrom[index]; output < rows.outputFrom[index + 1]; output++) isSkip ||= kinds.skips.has(rows.outputs[output])
    if (!Number.isNaN(target)) return seek.begin(this.point(rows.instant[index], before), target, isSkip)
    if (seek.end(here)) return
    const from = this.point(rows.instant[index], before)
    if (Number.isNaN(before) || Number.isNaN(after) || Math.abs(from[0] - here[0]) + Math.abs(from[1] - here[1]) < 3) return
    seek.jumps.push({ from, to: here, isSkip })
  }

  /** @param {Line[]} lines */
  strokes(lines) {
    const { pen, colours } = this
    pen.fillStyle = colours.buffered
    pen.globalAlpha = 0.45
    pen.beginPath()
    for (const { from, to, buffer } of lines) {
      if (Number.isNaN(buffer)) continue
      if (this.isMedia) {
        const edge = Math.max(buffer, from[0])
        quad(pen, from[0], from[1], edge, from[1], Math.max(edge, to[0]), to[1], to[0], to[1])
      } else {
        quad(pen, from[0], from[1], to[0], to[1], to[0], Math.min(buffer, to[1]), from[0], Math.min(buffer, from[1]))
      }
    }
    pen.fill()
    pen.globalAlpha = 1
    pen.strokeStyle = colours.position
    pen.lineWidth = 2
    pen.beginPath()
    let last = [NaN, NaN]
    for (const { from, to } of lines) {
      if (from[0] !== last[0] || from[1] !== last[1]) pen.moveTo(from[0], from[1])
      pen.lineTo(to[0], to[1])
      last = to
    }
    pen.stroke()
  }

  /**
   * More stretches than pixels: which pixels they touch, and how far data reached in each column.
   * @param {Line[]} lines
   */
  columns(lines) {
    const { pen, colours, scale, place } = this
    const [width, height] = [Math.ceil(scale.width) + 1, Math.ceil(place.height)]
    const touched = new Uint8Array(width * height)
    const lows = new Float64Array(width).fill(-Infinity)
    const buffers = new Float64Array(width).fill(Infinity)
    for (const { from, to, buffer } of lines) {
      const [a, b] = [Math.max(0, Math.floor(from[0] - scale.left)), Math.min(width - 1, Math.floor(to[0] - scale.left))]
      for (let x = a; x <= b; x++) {
        // From where the stretch enters the column to where it leaves it.
        const [y, end] = [from[1] + (to[1] - from[1]) * (x - a) / (b - a + 1), from[1] + (to[1] - from[1]) * (x - a + 1) / (b - a + 1)]
        const [first, last] = [Math.max(0, Math.floor(Math.min(y, end) - place.y)), Math.min(height - 1, Math.floor(Math.max(y, end) - place.y))]
        if (first <= last) touched.fill(1, x * height + first, x * height + last + 1)
        if (this.isMedia || Number.isNaN(buffer)) continue
        lows[x] = Math.max(lows[x], y)
        buffers[x] = Math.min(buffers[x], buffer)
      }
    }
    pen.fillStyle = colours.buffered
    pen.globalAlpha = 0.45
    for (let x = 0; x < width; x++) if (buffers[x] < lows[x]) pen.fillRect(scale.left + x, buffers[x], 1, lows[x] - buffers[x])
    pen.globalAlpha = 1
    pen.fillStyle = colours.position
    for (let x = 0; x < width; x++) {
      for (let row = 0, from = -1; row <= height; row++) {
        const isTouched = row < height && touched[x * height + row] === 1
        if (isTouched && from < 0) from = row
        if (isTouched || from < 0) continue
        pen.fillRect(scale.left + x, place.y + from - 0.5, 1, row - from + 1)
        from = -1
      }
    }
  }
}

/**
 * @param {Pen} pen
 * @param {...number} points
 */
function quad(pen, ...points) {
  pen.moveTo(points[0], points[1])
  for (let index = 2; index < points.length; index += 2) pen.lineTo(points[index], points[index + 1])
  pen.closePath()
}

/**
 * The numbers at the edge of the lane.
 * @param {Pen} pen
 * @param {Palette} colours
 * @param {Track} track
 * @param {Scale} scale
 * @param {Place} place
 */
export function paintPositionLabels(pen, colours, track, scale, place) {
  const axis = upright(track, scale, place)
  pen.font = "10px system-ui, sans-serif"
  pen.fillStyle = colours.quiet
  pen.textAlign = "right"
  pen.textBaseline = "middle"
  for (const mark of ruler(axis.low, axis.high, 6).marks) {
    const y = axis.y(mark)
    if (y < place.y + 22 || y > place.y + place.height - 2) continue
    pen.fillText(scale.axis === "media" ? stamp(mark).replace(/\.000$/, "") : placeWords(mark), scale.left - 5, y)
  }
}
