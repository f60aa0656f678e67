// @ts-check
// Stretches of the playhead, reduced to as few as look the same.

// A stretch of the playhead in pixels, and the pixel up to which data is buffered; NaN if unknown.
/** @typedef {{ from: [number, number], to: [number, number], buffer: number }} Line */

/**
 * Adds a stretch, or extends the last one if it merely continues it: reports in between change nothing.
 * @param {Line[]} lines
 * @param {Line} line
 */
export function extend(lines, line) {
  const last = lines[lines.length - 1]
  if (!last || !isContinued(last, line)) lines.push(line)
  else last.to = line.to
}

/**
 * @param {Line} last
 * @param {Line} line
 */
function isContinued({ from, to, buffer }, line) {
  if (Math.abs(line.from[0] - to[0]) + Math.abs(line.from[1] - to[1]) > 0.2) return false
  if (!(Math.abs(line.buffer - buffer) < 0.5 || Number.isNaN(buffer) && Number.isNaN(line.buffer))) return false
  const [dx, dy] = [line.to[0] - from[0], line.to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  // How far the point between them is from a straight line.
  return length < 0.5 || Math.abs((to[0] - from[0]) * dy - (to[1] - from[1]) * dx) / length < 0.3
}
