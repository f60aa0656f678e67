// The interface of HTMLMediaElement over the core: attributes, properties and events, in HTML's order. No pixel of it is here.
import { Player } from "../index.js"
import { Host } from "./host.js"

const [EMPTY, IDLE, LOADING, NO_SOURCE] = [0, 1, 2, 3]
const [NETWORK, DECODE, UNSUPPORTED] = [2, 3, 4]
const PRELOADS = ["none", "metadata", "auto"]
const ORIGINS = { anonymous: "anonymous", "use-credentials": "use-credentials" }
// Said of an opening once, however often it has to be opened again.
const ONCE = new Set(["durationchange", "loadedmetadata", "loadeddata", "resize", "canplay", "canplaythrough"])
const DECODING = /DecodeFailed$|CodecUnsupported$|^invalidData$/

const channel = new MessageChannel()
const tasks = []
// Events are tasks of one source: each has its own, and they come in the order in which they were queued.
channel.port1.onmessage = () => tasks.shift()()
const queueTask = (task) => {
  tasks.push(task)
  channel.port2.postMessage(0)
}
const blank = document.createElement("video")
const noRanges = blank.buffered

const finite = (value, name) => {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError(`tape-deck: ${name}: found ${value}; expected a finite number`)
  return number
}
const isSource = (node) => node.localName === "source" && node.namespaceURI === "http://www.w3.org/1999/xhtml"
const thousandths = (number) => Math.round(number * 1000)

export class MediaElement extends HTMLElement {
  static observedAttributes = ["src", "loop", "muted", "preload", "autoplay", "controls"]
  #host
  #video = null
  #generation = 0
  #networkState = EMPTY
  #isPrepared = false
  #held = []
  #said = new Set()
  #error = null
  #promises = []
  #isQuiet = false
  #mayAutoplay = true
  #start = 0
  /** Where the address says that playback begins. */
  #fragment = 0
  #volume = 1
  #muted = false
  #rate = 1
  #defaultRate = 1
  #looping = false
  #source = null
  #isWaiting = false
  /** Playback begins as soon as it can: `canplaythrough` comes after `playing`. */
  #isStarting = false
  #isThrough = false
  #wasMuted = false
  #currentSrc = ""
  #segments = []
  #played = noRanges

  /** `stage` is where native elements are put. */
  constructor(stage) {
    super()
    this.#host = new Host({
      Player,
      output: (output) => this.#hear(output),
      prepare: (video) => this.#prepare(video),
      show: (video) => stage.replaceChildren(video),
      discard: (video) => {
        if (video === this.#video) this.#video = null
        video.remove()
      },
      native: (type, video) => this.#native(type, video),
      denied: () => this.#settle(new DOMException("tape-deck: the browser does not allow playback before somebody has touched the page", "NotAllowedError")),
      still: (_, canvas) => this.dispatchEvent(new CustomEvent("still", { detail: canvas }))
    })
    // A source that is added to an element without one is where it begins.
    new MutationObserver((records) => {
      const added = records.some((record) => [...record.addedNodes].some(isSource))
      if (!added || this.hasAttribute("src")) return
      if (this.#networkState === EMPTY) this.#select()
      else if (this.#isWaiting) this.#next(this.#generation)
    }).observe(this, { childList: true })
    // A clone, or what innerHTML makes, has its attributes already.
    if (this.hasAttribute("muted")) this.#mute()
  }

  connectedCallback() {
    this.#host.connect()
    if (this.#wasMuted) this.#mute()
    this.#wasMuted = false
  }

  /** Muted from the beginning: nothing has changed, so that there is no event. */
  #mute() {
    this.#muted = true
    this.#host.receive({ name: "setMuted", muted: true })
  }

  disconnectedCallback() {
    this.#host.disconnect()
    // An element that was only moved goes on; HTML says: after a stable state.
    Promise.resolve().then(() => { if (!this.isConnected) this.pause() })
  }

  attributeChangedCallback(name, before, value, namespace) {
    if (namespace) return
    if (name === "src" && value !== null) this.load()
    if (name === "loop") this.#host.receive({ name: "setLooping", looping: value !== null })
    // In markup it is how the element begins; set by a script it is only a default. The parser connects what it makes before any script runs.
    if (name === "muted") this.#wasMuted = value !== null && before === null && document.readyState === "loading" && !this.#muted
    if (name === "preload" && this.preload !== "none" && this.#host.get("phase") === "idle") this.#host.receive({ name: "prepare" })
    if (name === "autoplay" && value !== null) this.#autoplay()
  }

  // Events.

  #queue(type, target = this) {
    const generation = this.#generation
    queueTask(() => {
      if (generation === this.#generation || type === "abort" || type === "emptied") target.dispatchEvent(new Event(type))
    })
  }

  /** Ends every promise of `play`. */
  #settle(error = null) {
    const promises = this.#promises.splice(0)
    if (promises.length === 0) return
    queueTask(() => { for (const { resolve, reject } of promises) error ? reject(error) : resolve() })
  }

  #native(type, video) {
    if (video !== this.#video || type === "loadstart") return
    if (type === "seeked") return this.#looping ? this.#landed() : undefined
    if (ONCE.has(type) && !this.#isPrepared) return void this.#held.push(type)
    if (type === "timeupdate" && this.#host.get("state") !== "playing") return
    this.#say(type)
  }

  #say(type) {
    const isFirst = !this.#said.has(type)
    if ((type === "loadedmetadata" || type === "loadeddata") && !isFirst) return
    if (type === "canplaythrough" && (this.#isStarting || !this.paused) && !this.#said.has("playing")) return void (this.#isThrough = true)
    this.#said.add(type)
    this.#queue(type)
    if (type === "canplaythrough" || type === "canplay") this.#autoplay()
  }

  #autoplay() {
    if (!this.autoplay || !this.#mayAutoplay || !this.paused || this.readyState < 3) return
    this.#mayAutoplay = false
    this.#isStarting = true
    this.#host.receive({ name: "play" })
  }

  /** What was put off until playback began, or was given up. */
  #through() {
    this.#isStarting = false
    if (this.#isThrough) this.#queue("canplaythrough")
    this.#isThrough = false
  }

  #hear(output) {
    switch (output.name) {
      case "prepared": return this.#prepared()
      case "intentChanged": return output.playing ? this.#wantsPlay() : this.#wantsPause()
      case "playbackStateChanged": return this.#changed(output.to)
      case "seekBegan": this.#queue("seeking"); break
      case "seekEnded":
        if (this.#isQuiet || this.#host.get("seek") !== 0) break
        this.#queue("timeupdate")
        this.#queue("seeked")
        break
      case "looped":
        this.#looping = true
        this.#queue("seeking")
        break
      case "ended": this.#queue("ended"); break
      case "failed": return this.#failed(output)
      case "retryScheduled": this.#isPrepared = false; break
    }
    this.#tell(output)
  }

  /** What HTML has no name for. */
  #tell(output) {
    const names = { segmentStarted: "segmentchange", segmentEnded: "segmentchange", willSkip: "segmentskip", retryScheduled: "retry", networkChanged: "reachabilitychange" }
    const type = names[output.name]
    if (type) queueTask(() => this.dispatchEvent(new CustomEvent(type, { detail: output })))
  }

  #prepared() {
    this.#isPrepared = true
    this.#error = null
    this.#isWaiting = false
    for (const type of this.#held.splice(0)) this.#say(type)
    const start = this.#start || this.#fragment
    this.#start = 0
    if (start > 0) this.#seek(start)
  }

  #wantsPlay() {
    this.#mayAutoplay = false
    if (this.#isQuiet) return
    this.#queue("play")
    if (this.readyState < 3) this.#queue("waiting")
  }

  #wantsPause() {
    if (this.#isQuiet) return
    if (this.#looping) this.#landed()
    this.#queue("timeupdate")
    this.#queue("pause")
    this.#through()
    this.#settle(new DOMException("tape-deck: play() was ended by pause()", "AbortError"))
  }

  #changed(state) {
    if (state === "playing") {
      this.#queue("playing")
      this.#said.add("playing")
      this.#through()
      this.#settle()
    } else if (state === "stalled") {
      this.#queue("timeupdate")
      this.#queue("waiting")
    }
  }

  #landed() {
    this.#looping = false
    this.#queue("timeupdate")
    this.#queue("seeked")
  }

  #failed({ failure, detail, text }) {
    const words = `${failure}${detail ? ` (${detail})` : ""}`
    if (this.#said.has("loadedmetadata")) return this.#fail(DECODING.test(failure) ? DECODE : NETWORK, words)
    if (this.#source === null) return this.#fail(UNSUPPORTED, words)
    this.#queue("error", this.#source)
    this.#next(this.#generation)
  }

  #fail(code, message) {
    this.#error = Object.create(MediaError.prototype, { code: { value: code, enumerable: true }, message: { value: message, enumerable: true } })
    this.#networkState = code === UNSUPPORTED ? NO_SOURCE : IDLE
    this.#queue("error")
    if (code === UNSUPPORTED) this.#settle(new DOMException(`tape-deck: ${message}`, "NotSupportedError"))
  }

  // Loading.

  load() {
    const state = this.networkState
    const position = this.currentTime
    this.#generation += 1
    this.#settle(new DOMException("tape-deck: play() was ended by another load", "AbortError"))
    if (state === LOADING || state === IDLE) this.#queue("abort")
    if (state !== EMPTY) {
      this.#queue("emptied")
      this.#reset()
      if (position > 0 && this.#said.size > 0) this.#queue("timeupdate")
    }
    this.playbackRate = this.#defaultRate
    this.#error = null
    this.#mayAutoplay = true
    this.#select()
  }

  #reset() {
    this.#isQuiet = true
    this.#host.receive({ name: "reset" })
    if (!this.paused) this.#host.receive({ name: "pause" })
    this.#isQuiet = false
    this.#networkState = EMPTY
    this.#isPrepared = false
    this.#looping = false
    this.#isStarting = false
    this.#isThrough = false
    this.#held = []
    this.#played = noRanges
  }

  #select() {
    this.#networkState = NO_SOURCE
    this.#said = new Set()
    this.#source = null
    this.#isWaiting = false
    const generation = this.#generation
    Promise.resolve().then(() => {
      if (generation !== this.#generation) return
      const source = this.hasAttribute("src") ? null : [...this.children].find(isSource) ?? null
      if (!this.hasAttribute("src") && source === null) return void (this.#networkState = EMPTY)
      this.#networkState = LOADING
      this.#queue("loadstart")
      if (source !== null) return this.#try(source, generation)
      const address = this.getAttribute("src")
      const resolved = address === "" ? null : resolve(address)
      if (resolved === null) return this.#fail(UNSUPPORTED, address === "" ? "src is empty" : `src is no address: ${address}`)
      this.#open(resolved)
    })
  }

  /** The next child that may be played; without one the element waits for it. */
  #next(generation) {
    let source = this.#source?.nextElementSibling ?? null
    while (source !== null && !isSource(source)) source = source.nextElementSibling
    if (source !== null && this.#source?.parentNode === this) {
      this.#networkState = LOADING
      return this.#try(source, generation)
    }
    this.#networkState = NO_SOURCE
    this.#isWaiting = true
    if (this.#host.get("phase") !== "empty") {
      this.#isQuiet = true
      const wants = !this.paused
      this.#host.receive({ name: "reset" })
      if (wants) this.#host.receive({ name: "play" })
      this.#isQuiet = false
    }
  }

  #try(source, generation) {
    this.#source = source
    this.#isWaiting = false
    const address = resolve(source.getAttribute("src") ?? "")
    const type = source.getAttribute("type") ?? ""
    const fits = !source.getAttribute("media") || matchMedia(source.getAttribute("media")).matches
    if (fits && source.getAttribute("src") && address !== null && (type === "" || blank.canPlayType(type) !== "")) return this.#open(address)
    this.#queue("error", source)
    Promise.resolve().then(() => { if (generation === this.#generation) this.#next(generation) })
  }

  #open(address) {
    this.#currentSrc = address
    // A place in the address is a place to begin, and ours to go to.
    this.#fragment = startOf(address)
    const item = this.#host.item(this.#fragment > 0 ? address.replace(/#.*/, "") : address, this.traceName ?? address)
    const opens = this.preload !== "none" || this.autoplay || !this.paused
    this.#host.receive({ name: "load", item, "start.anchor": "defaultPosition", autoplay: !this.paused, opens, isLocal: /^(blob|data|file):/.test(address) })
    if (opens) return
    this.#networkState = IDLE
    this.#queue("suspend")
  }

  #prepare(video) {
    this.#video = video
    this.#networkState = LOADING
    if (this.crossOrigin !== null) video.crossOrigin = this.crossOrigin
    if (this.preload === "metadata" && this.paused && !this.autoplay) video.preload = "metadata"
    if (this.poster) video.poster = this.poster
    if ("preservesPitch" in video) video.preservesPitch = this.preservesPitch
    for (const track of this.querySelectorAll(":scope > track")) video.append(track.cloneNode())
  }

  get networkState() {
    if (this.#networkState !== LOADING || this.#video === null) return this.#networkState
    return this.#video.networkState === IDLE ? IDLE : LOADING
  }

  get readyState() {
    if (this.#isPrepared && this.#video) return Math.max(1, this.#video.readyState)
    return this.#said.has("loadedmetadata") && this.#networkState !== EMPTY ? 1 : 0
  }

  get currentSrc() { return this.#currentSrc }
  get error() { return this.#error }
  canPlayType(type) { return blank.canPlayType(type) }

  // Playback.

  play() {
    if (this.#error?.code === UNSUPPORTED) return Promise.reject(new DOMException(`tape-deck: ${this.#error.message}`, "NotSupportedError"))
    const promise = new Promise((resolve, reject) => this.#promises.push({ resolve, reject }))
    this.#mayAutoplay = false
    if (this.#networkState === EMPTY) this.#select()
    // From the end it starts over, and that is a seek.
    if (this.#host.get("phase") === "ended" && !this.#looping) {
      this.#looping = true
      this.#queue("seeking")
    }
    this.#host.receive({ name: "play" })
    if (this.#host.get("state") === "playing") this.#settle()
    return promise
  }

  pause() {
    if (this.#networkState === EMPTY) this.#select()
    this.#mayAutoplay = false
    this.#host.receive({ name: "pause" })
  }

  get paused() { return !this.#host.get("wantsPlay") }
  get ended() { return this.#host.get("phase") === "ended" && !this.seeking && !this.loop }
  get seeking() { return this.#looping || this.#host.get("seek") !== 0 }

  get currentTime() {
    if (!this.#isPrepared && !this.#said.has("loadedmetadata")) return this.#start
    return (this.#host.position ?? 0) / 1e6
  }

  set currentTime(value) {
    const seconds = finite(value, "currentTime")
    if (this.readyState === 0) this.#start = seconds
    else this.#seek(seconds)
  }

  fastSeek(value) { this.#seek(finite(value, "fastSeek"), null) }

  #seek(seconds, tolerance = 0) {
    const { seekable } = this
    if (seekable.length === 0) return
    const inside = Math.min(Math.max(seconds, seekable.start(0)), seekable.end(seekable.length - 1))
    this.#host.receive({ name: "seek", anchor: "start", offset: Math.round(inside * 1e6), before: tolerance, after: tolerance })
  }

  get duration() {
    if (this.readyState === 0) return NaN
    return this.#video?.readyState > 0 ? this.#video.duration : (this.#host.get("duration") ?? NaN * 1e6) / 1e6
  }

  get buffered() { return this.#isPrepared && this.#video ? this.#video.buffered : noRanges }
  get seekable() { return this.#isPrepared && this.#video ? this.#video.seekable : noRanges }
  get played() { return this.#video ? (this.#played = this.#video.played) : this.#played }
  getStartDate() { return this.#video?.getStartDate?.() ?? new Date(NaN) }

  get playbackRate() { return this.#rate }
  set playbackRate(value) {
    const rate = finite(value, "playbackRate")
    if (rate === this.#rate) return
    if (rate < 0.0625 || rate > 16) throw new DOMException(`tape-deck: playbackRate: found ${rate}; expected 0.0625 to 16`, "NotSupportedError")
    this.#rate = rate
    this.#host.receive({ name: "setRate", rate: thousandths(rate) })
    this.#queue("ratechange")
  }

  get defaultPlaybackRate() { return this.#defaultRate }
  set defaultPlaybackRate(value) {
    const rate = finite(value, "defaultPlaybackRate")
    if (rate === this.#defaultRate) return
    this.#defaultRate = rate
    this.#queue("ratechange")
  }

  preservesPitch = true

  get volume() { return this.#volume }
  set volume(value) {
    const volume = finite(value, "volume")
    if (volume < 0 || volume > 1) throw new DOMException(`tape-deck: volume: found ${volume}; expected 0 to 1`, "IndexSizeError")
    if (volume === this.#volume) return
    this.#volume = volume
    this.#host.receive({ name: "setVolume", left: thousandths(volume), right: thousandths(volume) })
    this.#queue("volumechange")
  }

  get muted() { return this.#muted }
  set muted(value) {
    const muted = Boolean(value)
    if (muted === this.#muted) return
    this.#muted = muted
    this.#host.receive({ name: "setMuted", muted })
    this.#queue("volumechange")
  }

  get videoWidth() { return this.readyState > 0 && this.#video ? this.#video.videoWidth : 0 }
  get videoHeight() { return this.readyState > 0 && this.#video ? this.#video.videoHeight : 0 }
  get textTracks() { return (this.#video ?? blank).textTracks }
  get audioTracks() { return (this.#video ?? blank).audioTracks }
  get videoTracks() { return (this.#video ?? blank).videoTracks }

  // Attributes.

  get src() { return this.hasAttribute("src") ? resolve(this.getAttribute("src")) ?? this.getAttribute("src") : "" }
  set src(value) { this.setAttribute("src", value) }
  get preload() {
    const value = this.getAttribute("preload")?.toLowerCase()
    return value === "" ? "auto" : PRELOADS.includes(value) ? value : "metadata"
  }
  set preload(value) { this.setAttribute("preload", value) }
  get poster() { return this.hasAttribute("poster") ? resolve(this.getAttribute("poster")) ?? "" : "" }
  set poster(value) { this.setAttribute("poster", value) }
  get crossOrigin() { return this.hasAttribute("crossorigin") ? ORIGINS[this.getAttribute("crossorigin").toLowerCase()] ?? "anonymous" : null }
  set crossOrigin(value) { value === null ? this.removeAttribute("crossorigin") : this.setAttribute("crossorigin", value) }

  // What HTML does not have.

  /** Parts of the media, in seconds: `{ start, end, title, isBlocked, isHidden }`. Blocked ones are never played. */
  get segments() { return this.#segments }
  set segments(list) {
    const segments = Array.from(list, (segment, index) => {
      const start = finite(segment.start, `segments[${index}].start`)
      const end = finite(segment.end, `segments[${index}].end`)
      if (start < 0 || end < start) throw new RangeError(`tape-deck: segments[${index}]: found ${start} to ${end}; expected an end after its start`)
      return Object.freeze({ number: index + 1, start, end, title: String(segment.title ?? ""), isBlocked: Boolean(segment.isBlocked), isHidden: Boolean(segment.isHidden) })
    })
    this.#segments = Object.freeze(segments)
    for (const { number, start, end, title, isBlocked, isHidden } of segments) {
      this.#host.receive({ name: "stageSegment", segment: number, start: Math.round(start * 1e6), end: Math.round(end * 1e6), isBlocked, isHidden, title: this.#host.text(title) })
    }
    this.#host.receive({ name: "commitSegments" })
    this.dispatchEvent(new Event("segmentschange"))
  }

  /** The segment that is played; null outside of all. */
  get currentSegment() { return this.#segments[this.#host.get("segment") - 1] ?? null }
  /** How playback stands: `idle`, `preparing`, `playing`, `seeking`, `paused`, `stalled` or `ended`. */
  get playbackState() { return this.#host.get("state") }
  /** Everything that the core shows. */
  get state() { return this.#host.observe() }
  /** Whether another try will follow a failure. */
  get isRetrying() { return this.#host.get("waitingToRetry") }
  /** Tries again after a failure. */
  retry() { this.#host.receive({ name: "retry" }) }
  /** The trace of everything so far: what `tapedeck replay` reads. */
  takeTrace() { return this.#host.trace() }
  /** Leaves a remark in the trace. */
  mark(text) { this.#host.mark(text) }
  /** Takes a picture: the event `still` has a canvas as its `detail`. */
  captureStill() { this.#host.receive({ name: "captureStill" }) }
  /** By how many microseconds the last deadline was served late: the page's timers are what a skip depends on. */
  get lateness() { return this.#host.lateness }
  /** The element that plays now. It is the host's: read it, and leave it alone. */
  get nativeElement() { return this.#video }
}

function resolve(address) {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return null
  }
}

/** Where a temporal fragment begins, such as #t=4,7, #t=npt:3 or #t=1:00: seconds, 0 without one. */
function startOf(address) {
  const pairs = new URLSearchParams((/#(.*)/.exec(address)?.[1] ?? "").replaceAll("+", "%2B")).getAll("t")
  const time = /^(?:npt:)?(?:(?:(\d+):)?(\d\d?):)?(\d+(?:\.\d*)?)(?:,|$)/.exec(pairs.at(-1) ?? "")
  return time ? Number(time[1] ?? 0) * 3600 + Number(time[2] ?? 0) * 60 + Number(time[3]) : 0
}

for (const [name, attribute] of [["autoplay"], ["loop"], ["controls"], ["playsInline", "playsinline"], ["defaultMuted", "muted"]]) {
  const key = attribute ?? name
  Object.defineProperty(MediaElement.prototype, name, {
    get() { return this.hasAttribute(key) }, set(value) { this.toggleAttribute(key, Boolean(value)) }, enumerable: true, configurable: true
  })
}
for (const name of ["width", "height"]) {
  Object.defineProperty(MediaElement.prototype, name, {
    get() { return Math.max(0, parseInt(this.getAttribute(name), 10) || 0) }, set(value) { this.setAttribute(name, String(value >>> 0)) }, enumerable: true, configurable: true
  })
}
const constants = { NETWORK_EMPTY: EMPTY, NETWORK_IDLE: IDLE, NETWORK_LOADING: LOADING, NETWORK_NO_SOURCE: NO_SOURCE, HAVE_NOTHING: 0, HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4 }
for (const [name, value] of Object.entries(constants)) for (const place of [MediaElement, MediaElement.prototype]) Object.defineProperty(place, name, { value, enumerable: true })
