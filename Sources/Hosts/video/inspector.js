// The viewer on the live run of an element. Loaded on request.

// For how many milliseconds data is collected, and the most bytes that are sent at once.
const PERIOD = 100
const LARGEST = 1 << 20

/**
 * Passes the run to the viewer in a window or a frame, which may still be loading, and may be reloaded.
 *
 * @param host The owner of the trace.
 * @param name The name of the run in the viewer.
 * @param view The window of the viewer.
 * @param origin The origin of the viewer: nothing else gets the trace.
 */
export function inspect(host, name, view, origin) {
  let stop = () => {}
  const hear = ({ source, origin: from, data }) => {
    if (source !== view || from !== origin || data?.tapedeck !== "viewer") return
    stop()
    stop = send(host, name, view, origin, () => removeEventListener("message", hear))
  }
  addEventListener("message", hear)
  // The viewer may have loaded before this script.
  view.postMessage({ tapedeck: "is there a viewer?" }, origin)
}

/** Sends the trace through a separate port, each part after the previous one was taken. */
function send(host, name, view, origin, closed) {
  const { port1: port, port2 } = new MessageChannel()
  let place = 0
  let timer = 0
  let isReady = true
  const stop = () => {
    clearTimeout(timer)
    unwatch()
    removeEventListener("pagehide", end)
    port.close()
  }
  const flush = () => {
    timer = 0
    if (view.closed) {
      stop()
      return closed()
    }
    if (!isReady) return
    const bytes = host.traceFrom(place, LARGEST)
    if (bytes.length === 0) return
    place += bytes.length
    isReady = false
    port.postMessage({ bytes: bytes.buffer }, [bytes.buffer])
  }
  const soon = () => { timer ||= setTimeout(flush, PERIOD) }
  const end = () => port.postMessage({ isEnd: true })
  port.onmessage = ({ data }) => {
    if (data?.isReady !== true) return
    isReady = true
    soon()
  }
  const unwatch = host.watch(soon)
  addEventListener("pagehide", end)
  view.postMessage({ tapedeck: "run", name }, origin, [port2])
  flush()
  return stop
}
