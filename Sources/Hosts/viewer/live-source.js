// @ts-check
// The source of a growing run: the page that opened this one.
import { received } from "./feed.js"

/** @typedef {{ name: string, feed: import("./feed.js").Feed }} Live */

/**
 * Takes the run that the opening page hands over, such as the inspector of <tape-deck>: that page is notified that a viewer is here, and
 * answers with a port. Nothing is accepted from any other window.
 * @param {(live: Live) => void} take called once at most
 */
export function followOffers(take) {
  const host = window.opener ?? (window.parent === window ? null : window.parent)
  if (!host) return
  let isTaken = false
  const greet = () => { if (!isTaken) host.postMessage({ tapedeck: "viewer" }, "*") }
  addEventListener("message", ({ source, data, ports }) => {
    if (source !== host || isTaken) return
    if (data?.tapedeck === "is there a viewer?") greet()
    if (data?.tapedeck !== "run" || ports.length !== 1) return
    isTaken = true
    take({ name: String(data.name), feed: received(ports[0]) })
  })
  greet()
}
