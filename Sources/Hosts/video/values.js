// Conversions of values that pages set and read.

/** A number, or a TypeError that names what it is for. */
export function finite(value, name) {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError(`tape-deck: ${name}: found ${value}; expected a finite number`)
  return number
}

export const thousandths = (number) => Math.round(number * 1000)

/** Whether `value` is an instance of one of these classes, not all of which a browser may have. */
export const isA = (value, ...names) => names.some((name) => globalThis[name] !== undefined && value instanceof globalThis[name])

/** A MediaError, which has no constructor. */
export const mediaError = (code, message) => Object.create(MediaError.prototype, { code: { value: code, enumerable: true }, message: { value: message, enumerable: true } })
