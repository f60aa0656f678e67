// The interface of HTMLMediaElement over the core: attributes, properties and events, in HTML's order. It draws nothing.
import { Player } from "../index.js"
import { startOf } from "./address.js"
import { FED, FETCHED, Host } from "./host.js"
import { Reflected } from "./reflected.js"
import { Selection, isSource } from "./selection.js"
import { during, idle, queueTask } from "./tasks.js"
import { finite, isA, mediaError, thousandths } from "./values.js"
import { whileSeen } from "./visibility.js"

const [EMPTY, IDLE, LOADING, NO_SOURCE] = [0, 1, 2, 3]
const [NETWORK, DECODE, UNSUPPORTED] = [2, 3, 4]
// Dispatched once per load, however often the media has to be opened again.
const ONCE = new Set(["durationchange", "loadedmetadata", "loadeddata", "resize", "canplay", "canplaythrough"])
// Dispatched once; the last two again after data was missing.
const FIRST = new Set(["loadedmetadata", "loadeddata", "canplay", "canplaythrough"])
const DECODING = /DecodeFailed$|Unsupported$|^invalidData$/
const noRanges = idle.buffered

/** The host of an element, for what HTML does not have. */
export let hostOf

export class MediaElement extends Reflected {
  static { hostOf = (element) => element.#host }
  static observedAttributes = ["src", "loop", "muted", "preload", "autoplay", "controls"]
  #host
  #selection
  /** The native element for everything that is ever loaded: connections to it, such as Web Audio, survive. */
  #native = document.createElement("video")
  /** The native element while something is open in it. */
  #video = null
  #generation = 0
  #networkState = EMPTY
  #isPrepared = false
  #held = []
  #said = new Set()
  #error = null
  #shown = null
  #promises = []
  #isQuiet = false
  #mayAutoplay = true
  /** It plays because of its attribute, and nothing has been requested since. */
  #isAutoplay = false
  #watch = null
  #start = 0
  /** Where playback begins according to the address. */
  #fragment = 0
  #volume = 1
  #muted = false
  #rate = 1
  #defaultRate = 1
  #looping = false
  #srcObject = null
  /** The object URL of an object that the native element plays. */
  #address = null
  #isFed = false
  /** Playback starts as soon as it can: `canplaythrough` comes after `playing`. */
  #isStarting = false
  #isThrough = false
  #wasMuted = false
  #currentSrc = ""
  #played = noRanges

  /** `stage` is the parent of native elements. */
  constructor(stage) {
    super()
    this.#host = new Host({
      Player,
      output: (output) => this.#hear(output),
      // These settings rule out a standby opening; if there were one, it would have its own element.
      element: () => this.#video === null ? this.#native : document.createElement("video"),
      prepare: (video) => this.#prepare(video),
      show: (video) => stage.replaceChildren(video),
      discard: (video) => {
        if (video === this.#video) this.#video = null
        if (video !== this.#native) video.remove()
      },
      during,
      native: (type, video) => this.#listen(type, video),
      denied: () => this.#settle(new DOMException("tape-deck: the browser does not allow playback before somebody has touched the page", "NotAllowedError")),
      still: (_, canvas) => this.dispatchEvent(new CustomEvent("still", { detail: canvas }))
    })
    this.#selection = new Selection(this, {
      finds: (something) => {
        this.#networkState = something ? LOADING : EMPTY
        if (something) this.#queue("loadstart")
      },
      tries: () => { this.#networkState = LOADING },
      opens: (source) => this.#open(source),
      refuses: (words) => this.#fail(UNSUPPORTED, words),
      waits: () => this.#rest()
    })
    // A source that is added to an element without one starts the selection.
    new MutationObserver((records) => {
      const added = records.some((record) => [...record.addedNodes].some(isSource))
      if (!added || this.hasAttribute("src") || this.#srcObject !== null) return
      if (this.#networkState === EMPTY) this.#select()
      else if (this.#selection.isWaiting) this.#selection.next()
    }).observe(this, { childList: true })
    // A clone, or an element from innerHTML, already has its attributes.
    if (this.hasAttribute("muted")) this.#mute()
  }

  connectedCallback() {
    this.#host.connect()
    if (this.#wasMuted) this.#mute()
    this.#wasMuted = false
  }

  /** Muted from the beginning: nothing has changed, so there is no event. */
  #mute() {
    this.#muted = true
    this.#host.receive({ name: "setMuted", muted: true })
  }

  disconnectedCallback() {
    this.#host.disconnect()
    // An element that was only moved continues; HTML requires a check after a stable state.
    Promise.resolve().then(() => { if (!this.isConnected) this.pause() })
  }

  attributeChangedCallback(name, before, value, namespace) {
    if (namespace) return
    if (name === "src" && value !== null) this.load()
    if (name === "loop") this.#host.receive({ name: "setLooping", looping: value !== null })
    // In markup the attribute is the initial value; set by a script it is only a default. The parser connects elements before any script
    // runs.
    if (name === "muted") this.#wasMuted = value !== null && before === null && document.readyState === "loading" && !this.#muted
    if (name === "preload" && this.preload !== "none" && this.#host.get("phase") === "idle") this.#host.receive({ name: "prepare" })
    if (name === "autoplay" && value !== null) this.#autoplay()
  }

  // Events.

  /** `promises` are those of `play`: the event settles them. */
  #queue(type, promises = [], error = null) {
    if (type === "waiting" || type === "seeking") for (const ready of ["canplay", "canplaythrough"]) this.#said.delete(ready)
    const generation = this.#generation
    queueTask(() => {
      if (generation === this.#generation || type === "abort" || type === "emptied") this.dispatchEvent(new Event(type))
      for (const { resolve, reject } of promises) error ? reject(error) : resolve()
    })
  }

  /** Settles every promise of `play` in a separate task. */
  #settle(error = null) {
    const promises = this.#promises.splice(0)
    if (promises.length > 0) queueTask(() => { for (const { resolve, reject } of promises) error ? reject(error) : resolve() })
  }

  #listen(type, video) {
    if (video !== this.#video || type === "loadstart") return
    if (type === "seeked") return this.#looping ? this.#landed() : undefined
    if (ONCE.has(type) && !this.#isPrepared) return void this.#held.push(type)
    if (type === "timeupdate" && this.#host.get("state") !== "playing") return
    this.#say(type)
  }

  #say(type) {
    if (FIRST.has(type) && this.#said.has(type)) return
    if (type === "canplaythrough" && (this.#isStarting || !this.paused) && !this.#said.has("playing")) return void (this.#isThrough = true)
    this.#said.add(type)
    this.#queue(type)
    if (type === "canplaythrough" || type === "canplay") this.#autoplay()
  }

  #autoplay() {
    if (!this.autoplay || !this.#mayAutoplay || !this.paused || this.readyState < 3) return
    this.#mayAutoplay = false
    this.#isStarting = true
    this.#isAutoplay = true
    this.#watch?.disconnect()
    if (this.#muted) this.#watch = whileSeen(this, (isSeen) => this.#isAutoplay && this.autoplay && this.#seen(isSeen))
    this.#host.receive({ name: "play" })
  }

  #seen(isSeen) {
    if (isSeen === this.paused && this.#muted) this.#host.receive({ name: isSeen ? "play" : "pause" })
    return true
  }

  /** Dispatches what was postponed until playback started or was abandoned. */
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
      case "failed": return this.#failed(output)
      // Media that the page feeds may be broken; it continues with what it has.
      case "warned": if (this.#isFed && this.#isPrepared && output.failure !== "unknown") this.#failed(output); break
      case "retryScheduled": this.#isPrepared = false; break
    }
    this.#tell(output)
  }

  /** Events that HTML does not define. */
  #tell(output) {
    const names = { segmentStarted: "segmentchange", segmentEnded: "segmentchange", willSkip: "segmentskip", blockedPlaying: "blockedplaying", retryScheduled: "retry", networkChanged: "reachabilitychange" }
    const type = names[output.name]
    if (type) queueTask(() => this.dispatchEvent(new CustomEvent(type, { detail: output })))
  }

  #prepared() {
    this.#isPrepared = true
    this.#error = null
    this.#shown = null
    this.#selection.settle()
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
    this.#queue("pause", this.#promises.splice(0), new DOMException("tape-deck: play() was ended by pause()", "AbortError"))
    this.#through()
  }

  #changed(state) {
    if (state === "playing") {
      this.#queue("playing", this.#promises.splice(0))
      this.#said.add("playing")
      this.#through()
    } else if (state === "stalled") {
      this.#queue("timeupdate")
      this.#queue("waiting")
    } else if (state === "ended") {
      // Not at the output "ended", which also follows a return to the beginning that failed.
      this.#queue("ended")
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
    if (this.#selection.source === null) return this.#fail(UNSUPPORTED, words)
    this.#selection.fail()
  }

  #fail(code, message) {
    // Broken media that continued has already had its error.
    if (this.#isFed && this.#error !== null) return
    this.#error = this.#shown ?? mediaError(code, message)
    this.#networkState = code === UNSUPPORTED ? NO_SOURCE : IDLE
    const promises = code === UNSUPPORTED ? this.#promises.splice(0) : []
    this.#queue("error", promises, new DOMException(`tape-deck: ${message}`, "NotSupportedError"))
  }

  // Loading.

  load() {
    const state = this.networkState
    const position = this.currentTime
    this.#generation += 1
    this.#selection.stop()
    this.#settle(new DOMException("tape-deck: play() was ended by another load", "AbortError"))
    if (state === LOADING || state === IDLE) this.#queue("abort")
    if (state !== EMPTY) {
      this.#queue("emptied")
      this.#reset()
      if (position > 0 && this.#said.size > 0) this.#queue("timeupdate")
    }
    this.playbackRate = this.#defaultRate
    this.#error = null
    this.#shown = null
    this.#mayAutoplay = true
    this.#isAutoplay = false
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
    if (this.#address !== null) URL.revokeObjectURL(this.#address)
    this.#address = null
  }

  #select() {
    this.#networkState = NO_SOURCE
    this.#said = new Set()
    this.#selection.begin()
  }

  /** No child is left: requests made meanwhile apply to the next one. */
  #rest() {
    this.#networkState = NO_SOURCE
    if (this.#host.get("phase") === "empty") return
    this.#isQuiet = true
    const wants = !this.paused
    this.#host.receive({ name: "reset" })
    if (wants) this.#host.receive({ name: "play" })
    this.#isQuiet = false
  }

  /** `source` is an address, or an object. */
  #open(source) {
    const isObject = typeof source !== "string"
    this.#currentSrc = isObject ? "" : source
    const name = isObject ? source.constructor.name : source
    // Not every browser accepts these two directly.
    if (isA(source, "Blob", "MediaSource", "ManagedMediaSource")) source = this.#address = URL.createObjectURL(source)
    // A fragment in the address is a start position, and the player seeks to it.
    this.#fragment = isObject ? 0 : startOf(source)
    const item = this.#host.item(this.#fragment > 0 ? source.replace(/#.*/, "") : source, this.traceName ?? name)
    const isFed = isObject || source.startsWith("blob:")
    if (isFed !== this.#isFed) {
      this.#isFed = isFed
      for (const [setting, value] of Object.entries(isFed ? FED : FETCHED)) this.#host.receive({ name: "set", setting, value })
    }
    const opens = isObject || this.preload !== "none" || this.autoplay || !this.paused
    const isLocal = isObject || /^(blob|data|file):/.test(source)
    this.#host.receive({ name: "load", item, "start.anchor": "defaultPosition", autoplay: !this.paused, opens, isLocal })
    if (opens) return
    this.#networkState = IDLE
    this.#queue("suspend")
  }

  #prepare(video) {
    this.#video = video
    this.#networkState = LOADING
    video.crossOrigin = this.crossOrigin
    if (this.preload === "metadata" && this.paused && !this.autoplay) video.preload = "metadata"
    if (this.poster) video.poster = this.poster
    else video.removeAttribute("poster")
    if (video !== this.#native) video.preservesPitch = this.preservesPitch
    video.replaceChildren()
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
  /** With fed media `error` is set before its event, which is still to come. */
  get error() {
    if (this.#error === null && this.#isFed && this.#video?.error) this.#shown ??= mediaError(this.#video.error.code, this.#video.error.message)
    return this.#error ?? this.#shown
  }
  canPlayType(type) { return idle.canPlayType(type) }

  /** A MediaStream, MediaSource, MediaSourceHandle or Blob to play; null for none. */
  get srcObject() { return this.#srcObject }
  set srcObject(value) {
    if (value !== null && value !== undefined && !isA(value, "MediaStream", "MediaSource", "ManagedMediaSource", "MediaSourceHandle", "Blob")) {
      throw new TypeError(`tape-deck: srcObject: found ${value}; expected a MediaStream, MediaSource, Blob or null`)
    }
    this.#srcObject = value ?? null
    this.load()
  }

  // Playback.

  play() {
    if (this.#error?.code === UNSUPPORTED) return Promise.reject(new DOMException(`tape-deck: ${this.#error.message}`, "NotSupportedError"))
    const promise = new Promise((resolve, reject) => this.#promises.push({ resolve, reject }))
    this.#mayAutoplay = false
    this.#isAutoplay = false
    if (this.#networkState === EMPTY) this.#select()
    // From the end it starts over, which is a seek.
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
    this.#isAutoplay = false
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

  get preservesPitch() { return this.#native.preservesPitch ?? true }
  set preservesPitch(value) { this.#native.preservesPitch = Boolean(value) }

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
  get textTracks() { return this.#native.textTracks }
  get audioTracks() { return this.#native.audioTracks }
  get videoTracks() { return this.#native.videoTracks }
  addTextTrack(...description) { return this.#native.addTextTrack(...description) }
  get sinkId() { return this.#native.sinkId }
  /** The audio output device; rejected with NotSupportedError where the browser offers no choice. */
  async setSinkId(id) {
    if (!this.#native.setSinkId) throw new DOMException("tape-deck: this browser does not choose where sound goes", "NotSupportedError")
    return this.#native.setSinkId(id)
  }

  /** The native element, for APIs that accept no other, such as createMediaElementSource. It belongs to the host: read it only. */
  get nativeElement() { return this.#native }
}
