// Why an element failed, in the words of the vocabulary.

const STATUS = { 400: "httpBadRequest", 401: "httpUnauthorized", 403: "httpForbidden", 404: "httpNotFound", 410: "httpNotFound", 429: "httpTooManyRequests" }
// Whoever has not answered by then is not there.
const PATIENCE = 5000

const kindOf = (status) => STATUS[status] ?? (status >= 500 ? "httpServerError" : "httpClientError")

/** The kind of a failure, with the status of the server as its detail: MediaError has four codes, and 4 is said of three things. */
export async function causeOf(error, video) {
  const status = Number(/^([45]\d\d)\b/.exec(error.message)?.[1] ?? 0)
  if (status > 0) return { failure: kindOf(status), detail: status }
  if (error.code === 2) return { failure: "io", detail: 0 }
  if (error.code === 3) return { failure: video.videoWidth > 0 ? "videoDecodeFailed" : "audioDecodeFailed", detail: 0 }
  // Not there, not reachable, or not understood: the server knows which.
  const address = video.currentSrc || video.src
  if (!/^https?:/.test(address)) return { failure: "formatUnsupported", detail: 0 }
  try {
    const { status } = await fetch(address, { method: "HEAD", cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) })
    const isRefused = status >= 400 && status !== 405 && status !== 501
    return isRefused ? { failure: kindOf(status), detail: status } : { failure: "formatUnsupported", detail: 0 }
  } catch {
    // A server elsewhere need not tell us; one of our own that does not answer is not there.
    const isOurs = !navigator.onLine || new URL(address).origin === location.origin
    return { failure: isOurs ? "connect" : "unknown", detail: 0 }
  }
}
