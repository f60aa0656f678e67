// The loop around the core: reports and commands go in, the outputs go to the engine and to the app; a timer fires at the next deadline.
import { VideoEngine } from "./engine.js"

// Ten years, in microseconds.
const AGES = 315_576_000_000_000
/** For media that is fetched. */
export const FETCHED = { openTimeout: 30_000_000, readTimeout: 30_000_000, bufferingLimit: 600_000_000, retryLimit: 3 }
/** For media that the page feeds to the element: it arrives when it arrives, and cannot be opened again. */
export const FED = { openTimeout: AGES, readTimeout: AGES, bufferingLimit: AGES, retryLimit: 0 }
/** Settings that make the player behave as HTML requires: `play` needs no content, and the end pauses. */
const HTML = { playWithoutContentSetsIntent: true, endClearsIntent: true, minimumRate: 63, maximumRate: 16000, rebuffer: 1_000_000, ...FETCHED }
// A page may stay open for days: this many bytes of the trace are kept.
const LONGEST_TRACE = 64 << 20

const clock = () => Math.round(performance.now() * 1000)

export class Host {
  #player
  #engine
  #options
  #queue = []
  #isRunning = false
  #timer = 0
  #items = new Map()
  #texts = new Map()
  // The first `#length` bytes of it: what is asked for costs only its own length.
  #trace = new Uint8Array(0)
  #length = 0
  #isTraceFull = false
  #watchers = new Set()
  #sources = 0
  #connection = navigator.connection
  #network = () => this.receive({ name: "networkChanged", network: this.#path() })
  #visibility = () => this.receive(document.hidden ? { name: "enteredBackground", audioContinues: true } : { name: "enteredForeground" })

  /**
   * @param options `Player` of the package; `settings` override those of HTML; `output(output)` receives all outputs that are not for the
   *   engine; `note` goes into the trace; the rest is for VideoEngine: `element`, `prepare`, `show`, `discard`, `during`, `native`,
   *   `still`.
   */
  constructor({ Player, settings = {}, output = () => {}, note = "", ...options }) {
    this.#options = { output }
    this.#player = new Player({ preset: "standard", settings: { ...HTML, ...settings }, record: { engine: `HTMLMediaElement (${navigator.userAgent})`, tool: "tape-deck", note, recordedAt: Date.now() * 1000 } })
    this.#engine = new VideoEngine({
      ...options, clock, sourceOf: (item) => this.#items.get(item).source,
      report: (input, at) => this.receive(typeof input.text === "string" ? { ...input, text: this.text(input.text) } : input, at),
      denied: (epoch) => { options.denied?.(epoch); this.receive({ name: "pause" }) }
    })
    this.receive({ name: "networkChanged", network: this.#path() })
  }

  /** What the page can know about the network: whether there is one and, in Chromium on phones, of which kind. */
  #path() {
    if (!navigator.onLine) return "none"
    return { wifi: "wifi", cellular: "cellular", ethernet: "wired" }[this.#connection?.type] ?? "unknown"
  }

  /** Starts watching the page; `disconnect` stops it. An element outside any document is collected with its host. */
  connect() {
    for (const type of ["online", "offline"]) addEventListener(type, this.#network)
    this.#connection?.addEventListener?.("change", this.#network)
    document.addEventListener("visibilitychange", this.#visibility)
  }

  disconnect() {
    for (const type of ["online", "offline"]) removeEventListener(type, this.#network)
    this.#connection?.removeEventListener?.("change", this.#network)
    document.removeEventListener("visibilitychange", this.#visibility)
  }

  /** The number of a new item: an address, or an object that provides media. `name` is its name in the trace. */
  item(source, name = source) {
    const number = ++this.#sources
    this.#items.set(number, { source })
    this.#player.define("item", number, name)
    return number
  }

  /** The number of a text; 0 for none. */
  text(words) {
    if (!words) return 0
    if (!this.#texts.has(words)) {
      this.#texts.set(words, this.#texts.size + 1)
      this.#player.define("text", this.#texts.size, words)
    }
    return this.#texts.get(words)
  }

  get(name) { return this.#player.get(name) }
  observe() { return this.#player.observe() }
  mark(words) { this.#player.mark(words) }
  get position() { return this.#player.position(clock()) }
  /** How late the last timer fired, in microseconds: a skip may have been late by as much. */
  lateness = 0

  /** Takes an input. Inputs that arrive while another is carried out come after it. */
  receive(input, at = clock()) {
    this.#queue.push([input, at])
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#queue.length > 0) this.#take(...this.#queue.shift())
    } finally {
      this.#isRunning = false
    }
    this.#schedule()
    for (const watcher of this.#watchers) watcher()
  }

  #take(input, at) {
    // All outputs are carried out, even if the app throws for one of them.
    let failure
    for (const output of this.#player.receive(input, at)) {
      try {
        if (output.name.startsWith("engine.")) this.#engine.perform(output)
        else this.#options.output(output)
      } catch (error) {
        failure ??= { error }
      }
    }
    if (failure) reportError(failure.error)
  }

  #schedule() {
    clearTimeout(this.#timer)
    const deadline = this.#player.nextDeadline
    if (deadline === Infinity) return
    // Timers hold 31 bits of milliseconds; one that fires too early is set again.
    this.#timer = setTimeout(() => {
      const now = clock()
      if (now < deadline) return this.#schedule()
      this.lateness = now - deadline
      this.receive({ name: "deadline" }, now)
    }, Math.min(Math.max(0, (deadline - clock()) / 1000), 0x7fffffff))
  }

  /** The trace so far, as bytes. It can be read again later, and is longer then. */
  trace() { return this.traceFrom(0) }

  /** The trace so far from a byte on, or `limit` bytes of it. */
  traceFrom(place, limit = Infinity) {
    this.#collect()
    return this.#trace.slice(place, Math.min(this.#length, place + limit))
  }

  #collect() {
    const bytes = this.#player.takeTrace()
    const length = this.#length + bytes.length
    // The end is left out: a trace has no gaps.
    this.#isTraceFull ||= length > LONGEST_TRACE
    if (this.#isTraceFull) return
    if (length > this.#trace.length) {
      const longer = new Uint8Array(Math.min(LONGEST_TRACE, 2 * length))
      longer.set(this.#trace)
      this.#trace = longer
    }
    this.#trace.set(bytes, this.#length)
    this.#length = length
  }

  /** Calls back after inputs, until the returned function is called. */
  watch(watcher) {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  shutDown() {
    this.disconnect()
    clearTimeout(this.#timer)
    this.#engine.shutDown()
  }
}
