// Why an element failed, in the words of the vocabulary.

const STATUS = { 400: "httpBadRequest", 401: "httpUnauthorized", 403: "httpForbidden", 404: "httpNotFound", 410: "httpNotFound", 429: "httpTooManyRequests" }
// A server that has not answered by then counts as unreachable.
const PATIENCE = 5000
// Messages of Firefox and Chromium for a response that they do not understand.
const NOT_UNDERSTOOD = /^NS_ERROR_DOM_MEDIA_|^Failed to init decoder|DEMUXER_ERROR_COULD_NOT_OPEN|due to content type/

const kindOf = (status) => STATUS[status] ?? (status >= 500 ? "httpServerError" : "httpClientError")
const of = (failure, detail = 0) => ({ failure, detail })

/** The kind of a failure, with the HTTP status as its detail; null where only the server knows. */
export function causeOf(error, video) {
  const status = Number(/^([45]\d\d)\b/.exec(error.message)?.[1] ?? 0)
  if (status > 0) return of(kindOf(status), status)
  if (error.code === 2 || /^NS_ERROR_NET_/.test(error.message)) return of("io")
  if (error.code === 3) return of(video.videoWidth > 0 ? "videoDecodeFailed" : "audioDecodeFailed")
  const isRemote = video.srcObject === null && /^https?:/.test(video.currentSrc || video.src)
  return isRemote && !NOT_UNDERSTOOD.test(error.message) ? null : of("formatUnsupported")
}

const headOf = (address) => fetch(address, { method: "HEAD", cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) })

/** Missing, unreachable, or not understood: MediaError has one code for all three, and the server knows which. */
export async function askServer(address) {
  try {
    const { status } = await headOf(address)
    const isRefused = status >= 400 && status !== 405 && status !== 501
    return isRefused ? of(kindOf(status), status) : of("formatUnsupported")
  } catch {
    // A server on another origin need not answer; one on our own origin that does not is down.
    const isOurs = !navigator.onLine || new URL(address).origin === location.origin
    return of(isOurs ? "connect" : "unknown")
  }
}

/** Whether the browser has read an address completely since `began`, as far as it and the server report it. */
export async function isReadWhole(address, began) {
  const read = performance.getEntriesByName(address).filter(({ startTime, encodedBodySize }) => startTime >= began && encodedBodySize > 0)
  if (read.length === 0) return false
  try {
    const { ok, headers } = await headOf(address)
    const length = Number(headers.get("content-length"))
    return ok && length > 0 && read.some(({ encodedBodySize }) => encodedBodySize === length)
  } catch {
    return false
  }
}
