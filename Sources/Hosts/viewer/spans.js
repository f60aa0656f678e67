// @ts-check
// A lane of values: stretches of one value as bars with their word; where several share a pixel, they share its height.
import { look } from "./palette.js"
import { eachPart, rowsOf, visibleBlocks, xOf } from "./scale.js"

/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Scale} Scale */
/** @typedef {import("./types").Pen} Pen */
/** @typedef {(from: number, to: number, mask: number) => void} Emit */

/**
 * The values of a lane from left to right, in pixels; `mask` has a bit for each value.
 * @param {Track} track
 * @param {number} lane
 * @param {Scale} scale
 * @param {Emit} emit
 */
export function spans(track, lane, scale, emit) {
  const { blocks } = track.run.summary
  if (blocks.count === 0) return
  for (const block of visibleBlocks(track, scale).list) {
    const rows = rowsOf(track, scale, block)
    if (scale.axis === "wall") wallSpans(track, block, rows, lane, scale, emit)
    else mediaSpans(track, block, rows, lane, scale, emit)
  }
}

/**
 * @param {Track} track
 * @param {number} block
 * @param {import("./types").Rows | undefined} rows
 * @param {number} lane
 * @param {Scale} scale
 * @param {Emit} emit
 */
function wallSpans(track, block, rows, lane, scale, emit) {
  const { blocks } = track.run.summary
  const end = block + 1 < blocks.count ? blocks.start[block + 1] : blocks.end[block]
  const x = (/** @type {number} */ instant) => xOf(scale, instant + track.offset)
  if (!rows) return eachPart(track, scale, block, (parts, part, until) => emit(x(parts.start[part]), x(until), parts.seen[lane][part]))
  const values = rows.lanes[lane]
  let from = rows.instant[0]
  for (let index = 1; index <= rows.count; index++) {
    if (index < rows.count && values[index] === values[index - 1]) continue
    const to = index < rows.count ? rows.instant[index] : end
    if (to > from || index === rows.count) emit(x(from), x(to), 1 << values[index - 1])
    from = to
  }
}

/**
 * @param {Track} track
 * @param {number} block
 * @param {import("./types").Rows | undefined} rows
 * @param {number} lane
 * @param {Scale} scale
 * @param {Emit} emit
 */
function mediaSpans(track, block, rows, lane, scale, emit) {
  if (!rows) {
    return eachPart(track, scale, block, ({ positionLow, positionHigh, seen }, part) => {
      if (!Number.isNaN(positionLow[part])) emit(xOf(scale, positionLow[part]), xOf(scale, positionHigh[part]), seen[lane][part])
    })
  }
  const values = rows.lanes[lane]
  let [from, to, value] = [NaN, NaN, 0]
  for (let index = 0; index < rows.count; index++) {
    const position = rows.position[index]
    // Steps without a jump and with the same value form one stretch.
    if (position !== to || values[index] !== value) {
      if (!Number.isNaN(from)) emit(xOf(scale, from), xOf(scale, to), 1 << value)
      from = position
      value = values[index]
    }
    const next = index + 1 < rows.count ? rows.positionBefore[index + 1] : position
    to = Number.isNaN(next) ? position : next
  }
  if (!Number.isNaN(from)) emit(xOf(scale, from), xOf(scale, to), 1 << value)
}

/**
 * The same, where neighbours of one value are one stretch.
 * @param {Track} track
 * @param {number} lane
 * @param {Scale} scale
 * @param {Emit} emit
 */
function merged(track, lane, scale, emit) {
  let [start, end, held] = [0, NaN, 0]
  spans(track, lane, scale, (from, to, mask) => {
    const isSingle = (mask & mask - 1) === 0
    if (isSingle && mask === held && Math.abs(from - end) < 0.5) {
      end = to
      return
    }
    if (held !== 0) emit(start, end, held)
    ;[start, end, held] = [from, to, mask]
  })
  if (held !== 0) emit(start, end, held)
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {Track} track
 * @param {number} index
 * @param {Scale} scale
 * @param {number} y
 * @param {number} height
 */
export function paintLane(pen, colours, track, index, scale, y, height) {
  const lane = track.run.summary.lanes[index]
  const columns = new Uint32Array(Math.ceil(scale.width) + 1)
  const right = scale.left + scale.width
  /** @type {[number, number, number][]} */
  const named = []
  const { isDetailed } = visibleBlocks(track, scale)
  merged(track, index, scale, (from, to, mask) => {
    if (to < scale.left || from > right) return
    const [a, b] = [Math.max(scale.left, from), Math.min(right, to)]
    // For whole blocks it is unknown when each value applied: they add up.
    if (b - a < 1.5 || !isDetailed) {
      for (let x = Math.floor(a - scale.left); x < Math.max(b - scale.left, a - scale.left + 1) && x < columns.length; x++) columns[x] |= mask
      return
    }
    bar(pen, colours, lane, a, y, b - a, height, mask)
    if ((mask & mask - 1) === 0) named.push([31 - Math.clz32(mask), a, b - a])
  })
  paintColumns(pen, colours, lane, columns, scale, y, height)
  // Drawn last, so that nothing covers them: a position in the media may be passed more than once.
  let free = -Infinity
  for (const [value, x, room] of scale.axis === "media" ? named.sort((a, b) => a[1] - b[1]) : named) {
    if (scale.axis === "media" && x < free) continue
    word(pen, look(colours, lane, value), lane.values[value] ?? "", x, y, room, height, scale.axis === "media")
    free = x + Math.min(room, 90)
  }
}

/**
 * Pixels in which more than one thing happened; equal neighbours are merged into one bar.
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {import("./types").Lane} lane
 * @param {Uint32Array} columns
 * @param {Scale} scale
 * @param {number} y
 * @param {number} height
 */
function paintColumns(pen, colours, lane, columns, scale, y, height) {
  let from = 0
  for (let x = 1; x <= columns.length; x++) {
    if (x < columns.length && columns[x] === columns[from]) continue
    const [mask, width] = [columns[from], Math.min(x, scale.width) - from]
    if (mask !== 0) bar(pen, colours, lane, scale.left + from, y, width, height, mask)
    if (mask !== 0 && (mask & mask - 1) === 0 && width > 40) word(pen, look(colours, lane, 31 - Math.clz32(mask)), lane.values[31 - Math.clz32(mask)] ?? "", scale.left + from, y, width, height, false)
    from = x
  }
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Palette} colours
 * @param {import("./types").Lane} lane
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} mask
 */
function bar(pen, colours, lane, x, y, width, height, mask) {
  const values = []
  for (let value = 0; value < lane.values.length; value++) if (mask & 1 << value) values.push(value)
  const part = height / Math.max(1, values.length)
  values.forEach((value, place) => {
    const style = look(colours, lane, value)
    pen.fillStyle = style.fill
    pen.fillRect(x, y + place * part, width, part)
    if (style.hatch && width >= 4) hatch(pen, style.text, x, y + place * part, width, part, style.hatch === "x")
  })
  if (values.length !== 1 || width <= 3) return
  pen.fillStyle = colours.ground
  pen.fillRect(x + width - 0.75, y, 0.75, height)
}

/**
 * @param {Pen} pen
 * @param {import("./palette.js").Look} style
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {boolean} isCovered whether something else may lie below it
 */
function word(pen, style, text, x, y, width, height, isCovered) {
  if (width < 10 || height < 11) return
  pen.font = `${Math.min(11, height - 3)}px system-ui, sans-serif`
  const size = pen.measureText(text).width
  // One letter is enough to tell colours apart, and too much for yes and no.
  if (size + 6 > width && text.length < 4) return
  const letters = Math.max(1, Math.floor((width - 12) / (size / text.length)))
  const shown = size + 6 <= width ? text : letters < 5 ? text.slice(0, 1) : `${text.slice(0, letters)}…`
  const taken = size + 6 <= width ? size : letters < 5 ? 7 : width - 6
  const at = width > 160 ? x + 6 : x + (width - taken) / 2
  if (style.hatch || isCovered) {
    pen.fillStyle = style.fill
    pen.fillRect(at - 3, y + 2, taken + 6, height - 4)
  }
  pen.fillStyle = style.text
  pen.textAlign = "left"
  pen.textBaseline = "middle"
  pen.fillText(shown, at, y + height / 2 + 0.5)
}

/**
 * Slanted lines inside a rectangle.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {boolean} isCrossed
 */
export function hatch(pen, colour, x, y, width, height, isCrossed) {
  const gap = Math.max(6, Math.sqrt(width * height) / 40)
  pen.save()
  pen.globalAlpha = 0.35
  pen.strokeStyle = colour
  pen.lineWidth = 1
  pen.beginPath()
  for (let start = x - height; start < x + width; start += gap) {
    const [from, to] = [Math.max(start, x), Math.min(start + height, x + width)]
    if (to <= from) continue
    pen.moveTo(from, y + height - (from - start))
    pen.lineTo(to, y + height - (to - start))
    if (!isCrossed) continue
    pen.moveTo(from, y + (from - start))
    pen.lineTo(to, y + (to - start))
  }
  pen.stroke()
  pen.restore()
}
