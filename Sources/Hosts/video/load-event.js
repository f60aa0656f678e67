// The load event of the page waits for media elements that begin to load, and ends with their first data or their error.

// An address that is empty is an error, and in most browsers the page is not loaded before that has come.
const failing = document.createElement("video")

/** Delays the load event until the tasks that wait have run. */
export function delayLoad() {
  if (document.readyState !== "complete") failing.src = ""
}

/**
 * Delays the load event until the function that it returns is called. What an element of ours does between two loads of its native one is
 * nothing that a browser waits for; of all things only a document that is being written is, in all of them.
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
