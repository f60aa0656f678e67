// The page's load event waits for media elements that start to load, until their first data or their error.

// An empty address is an error, and most browsers do not fire the load event before that error.
const failing = document.createElement("video")

/** Delays the load event until the pending tasks have run. */
export function delayLoad() {
  if (document.readyState !== "complete") failing.src = ""
}

/**
 * Delays the load event until the returned function is called. No browser waits for what our element does between two loads of its native
 * one; the only thing that all of them wait for is a document that is being written.
 */
export function holdLoad(root) {
  if (document.readyState === "complete" || !root.isConnected) return () => {}
  const frame = document.createElement("iframe")
  frame.hidden = true
  root.append(frame)
  frame.contentDocument?.open()
  return () => {
    frame.contentDocument?.close()
    frame.remove()
  }
}
