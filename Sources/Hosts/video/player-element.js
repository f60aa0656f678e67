// What <tape-deck> adds to HTML: segments, retries, the state of the core, the trace.
import { MediaElement, hostOf } from "./media-element.js"
import { micros } from "./native.js"
import { finite } from "./values.js"

export class PlayerElement extends MediaElement {
  #segments = Object.freeze([])

  /** Parts of the media, in seconds: `{ start, end, title, isBlocked, isHidden }`. Blocked ones are never played; one whose end is `Infinity` reaches to the end. */
  get segments() { return this.#segments }
  set segments(list) {
    const segments = Array.from(list, (segment, index) => {
      const start = finite(segment.start, `segments[${index}].start`)
      const end = segment.end === Infinity ? Infinity : finite(segment.end, `segments[${index}].end`)
      // Numbers beyond these are not exact in JavaScript.
      const isExact = Number.isSafeInteger(micros(start)) && (end === Infinity || Number.isSafeInteger(micros(end)))
      if (start < 0 || end < start || !isExact) throw new RangeError(`tape-deck: segments[${index}]: found ${start} to ${end}; expected an end after its start, of at most ${2 ** 53 / 1e6} s, or Infinity`)
      return Object.freeze({ number: index + 1, start, end, title: String(segment.title ?? ""), isBlocked: Boolean(segment.isBlocked), isHidden: Boolean(segment.isHidden) })
    })
    this.#segments = Object.freeze(segments)
    for (const { number, start, end, title, isBlocked, isHidden } of segments) {
      hostOf(this).receive({ name: "stageSegment", segment: number, start: micros(start), end: micros(end), isBlocked, isHidden, title: hostOf(this).text(title) })
    }
    hostOf(this).receive({ name: "commitSegments" })
    this.dispatchEvent(new Event("segmentschange"))
  }

  /** The segment that is played; null outside all segments. */
  get currentSegment() { return this.#segments[hostOf(this).get("segment") - 1] ?? null }
  /** The state of playback: `idle`, `preparing`, `playing`, `seeking`, `paused`, `stalled` or `ended`. */
  get playbackState() { return hostOf(this).get("state") }
  /** All properties of the core. */
  get state() { return hostOf(this).observe() }
  /** Whether a failure will be retried. */
  get isRetrying() { return hostOf(this).get("waitingToRetry") }
  /** Retries after a failure. */
  retry() { hostOf(this).receive({ name: "retry" }) }
  /** The trace of everything so far: what `tapedeck replay` reads. */
  takeTrace() { return hostOf(this).trace() }
  /** The address of viewer.html, which `inspect` opens; empty for none. */
  get inspector() { return this.getAttribute("inspector") ?? "" }
  set inspector(address) { this.setAttribute("inspector", address) }

  /** Opens the viewer on the live run: in a frame of the page, or in a window, which needs a user gesture. */
  async inspect(frame = null) {
    const { href, origin } = new URL(this.inspector, document.baseURI)
    if (!this.inspector) throw new DOMException("tape-deck: found no attribute inspector; expected the address of viewer.html", "InvalidStateError")
    if (frame) frame.src = href
    const view = frame ? frame.contentWindow : window.open(href, "_blank")
    if (!view) throw new DOMException("tape-deck: the browser opens no window without a gesture, and a frame has none outside of a document", "NotAllowedError")
    const name = this.traceName ?? (this.currentSrc.split(/[?#]/)[0].split("/").pop() || "run")
    const { inspect } = await import("./inspector.js")
    inspect(hostOf(this), name, view, origin)
    return view
  }
  /** Adds a remark to the trace. */
  mark(text) { hostOf(this).mark(text) }
  /** Takes a picture: the event `still` has a canvas as its `detail`. */
  captureStill() { hostOf(this).receive({ name: "captureStill" }) }
  /** How many microseconds late the last deadline was served: skips depend on the page's timers. */
  get lateness() { return hostOf(this).lateness }
}
