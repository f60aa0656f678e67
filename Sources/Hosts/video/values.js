// Conversions of values that pages set and read.

/** The beginning of a text that may have any length. */
export const excerpt = (text) => text.length > 60 ? `${text.slice(0, 60)}…` : text

/** A number, or a TypeError that names what it is for. */
export function finite(value, name) {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError(`tape-deck: ${name}: found ${excerpt(String(value))}; expected a finite number`)
  return number
}

export const thousandths = (number) => Math.round(number * 1000)

/** Whether `value` is an instance of one of these classes, not all of which a browser may have. */
export const isA = (value, ...names) => names.some((name) => globalThis[name] !== undefined && value instanceof globalThis[name])

/** A MediaError, which has no constructor. */
export const mediaError = (code, message) => Object.create(MediaError.prototype, { code: { value: code, enumerable: true }, message: { value: message, enumerable: true } })
