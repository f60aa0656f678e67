// One opening: its own element, what was requested of it, and what it has reported.
import { Drift } from "./drift.js"
import { askServer, causeOf, isReadWhole } from "./failure.js"
import { bufferedUntil, hasAudio, inMicros, isAhead, micros, picture, playableUntil, present, rangeOf, selectTrack } from "./native.js"

const MICRO = 1e6
const LOOK = 10 // ms
const REFILL = 250 // ms
// After this many checks, REFILL apart, a seek is repeated, once.
const FORGOTTEN = 4
// An element that is ready and does not move for this long, in microseconds, counts as stopped.
const STANDS = 500_000
// `playing` comes before anything moves, and the browser guesses the first positions: after this many microseconds it has certainly moved.
const MOVED = 40_000
const LOADING = ["loadstart", "progress", "suspend", "stalled", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough", "resize", "timeupdate", "seeked"]

export class Opening {
  readsNoMore = false
  #epoch
  #options
  #video
  /** The page feeds it, as with a MediaSource: it has what it was given, and an error does not end that. */
  #isFed = false
  #end = new AbortController()
  #hasBegun = false
  #began = performance.now()
  #hasFailed = false
  #isOver = false
  #isOpened = false
  #duration = null
  /** The requested rate, in thousandths; 0 at rest. */
  #rate = 0
  #isMoving = false
  /** The native element is paused because the engine holds it, whatever its user wants. */
  #isHeld = true
  #seek = null
  #rest = 0
  #drift = new Drift()
  #hasChangedRate = false
  /** Where the data ended when playback was frozen although the element claimed to be ready; it is not ready until there is more. */
  #stoodAt = -1
  #buffered = null
  #hasShown = { audio: false, video: false }
  #timer = 0
  #seekTimer = 0
  #waiting = []
  #pending = null
  #after = null

  constructor({ epoch, item }, options) {
    this.#epoch = epoch
    this.#options = options
    const video = (this.#video = options.element())
    const source = options.sourceOf(item)
    this.#isFed = typeof source !== "string" || source.startsWith("blob:")
    video.preload = "auto"
    video.playsInline = true
    options.prepare(video, item)
    const answers = {
      waiting: () => this.#dry(), playing: () => this.#look(), play: () => this.#resumed(), pause: () => this.#paused(),
      seeked: () => this.#landed(), ended: () => this.#ended(), error: () => this.#fail(), stalled: () => this.#readOut()
    }
    for (const type of new Set([...LOADING, ...Object.keys(answers)])) {
      video.addEventListener(type, () => {
        // The element may have belonged to another opening before: loading is the first valid event.
        if (type === "loadstart") this.#hasBegun = true
        if (!this.#hasBegun) return
        options.during(() => {
          if (!this.#isOver && LOADING.includes(type)) this.#hear(type)
          if (!this.#isOver) answers[type]?.()
        })
      }, { signal: this.#end.signal })
    }
    options.show(video)
    try {
      if (typeof source === "string") video.src = source
      else video.srcObject = source
    } catch (error) {
      this.#failWith("formatUnsupported", 0, error.message)
    }
  }

  #report(name, fields = {}, at = this.#options.clock()) {
    this.#options.report({ name, epoch: this.#epoch, ...fields }, at)
  }

  get #position() { return micros(this.#video.currentTime) }

  #hear(type) {
    this.#options.native(type, this.#video, this.#epoch)
    if (this.#isOver) return
    const video = this.#video
    const isDescribed = type === "loadedmetadata" && this.#isFed
    if (isDescribed || type === "loadeddata" || (type === "suspend" && video.preload === "metadata" && video.readyState > 0)) this.#open()
    if (!this.#isOpened) return
    if (type === "durationchange") {
      const duration = inMicros(video.duration)
      if (duration === this.#duration) return
      // After a broken connection an element may shorten the media to what it has; that is its end, not ours.
      if (duration !== null && this.#duration !== null && duration < this.#duration - MICRO) return
      this.#duration = duration
      this.#report("durationChanged", { duration })
    } else if (type === "resize") this.#size()
    else this.#fill()
    if (type === "timeupdate" && !this.#isOver) this.#correct()
  }

  #size() { this.#report("naturalSizeChanged", { width: this.#video.videoWidth, height: this.#video.videoHeight }) }

  #open(patience = this.#options.clock() + STANDS) {
    if (this.#isOpened) return
    const video = this.#video
    clearTimeout(this.#timer)
    // WebKitGTK may have data, and report for some milliseconds a duration of 0 s and nothing seekable.
    if (video.duration === 0 && !this.#isFed && this.#options.clock() < patience) return void (this.#timer = setTimeout(() => this.#open(patience), LOOK))
    this.#isOpened = true
    this.#duration = inMicros(video.duration)
    if (/^https?:/.test(video.currentSrc)) this.#report("connected", { address: 0, nameLookup: null, connect: null, firstData: null })
    const isVideo = video.videoWidth > 0
    if (isVideo) this.#size()
    const range = rangeOf(video.seekable)
    this.#report("opened", { duration: this.#duration, seekable: range !== null, audio: hasAudio(video), video: isVideo })
    if (this.#duration === null && range !== null) this.#report("seekableRangeChanged", range)
    this.#fill(true)
    if (isVideo) video.requestVideoFrameCallback?.(() => { if (!this.#isOver) this.#first("video") })
    this.#rest = this.#position
    for (const command of this.#waiting.splice(0)) if (!this.#isOver) this[command.name.slice(7)](command)
  }

  #first(kind) {
    if (this.#hasShown[kind]) return
    this.#hasShown[kind] = true
    this.#report("firstFrame", { kind, position: this.#position })
  }

  #answer(name, fields) { this.#report(name, fields); if (!this.#isOver) this.#fill(true) }

  #fill(always = false) {
    // While a standby opening reads, this one does not; after a landing its data is reported anyway.
    if ((this.readsNoMore && !always) || this.#seek || this.#video.seeking) return
    const isReady = this.#isReady
    const until = playableUntil(this.#video, isReady)
    const { networkState, buffered } = this.#video
    // WebKitGTK may be able to play without reporting how far.
    const isSaturated = (this.#duration !== null && until >= this.#duration) || (isReady && (networkState === 1 || buffered.length === 0))
    if (!always && this.#buffered && Math.abs(until - this.#buffered.until) < MICRO && isSaturated === this.#buffered.isSaturated) return
    this.#buffered = { until, isSaturated }
    // Elements do not report bytes.
    this.#report("buffered", { until, bytesRead: 0, isSaturated })
  }

  /** WebKitGTK may report HAVE_CURRENT_DATA forever once the rate has changed; then what is buffered counts. */
  get #isReady() {
    const { readyState } = this.#video
    if (this.#stoodAt >= 0 && bufferedUntil(this.#video) <= this.#stoodAt) return false
    return readyState >= 3 || (readyState === 2 && this.#hasChangedRate && isAhead(this.#video))
  }

  play(command) {
    if (!this.#isOpened) return void this.#waiting.push(command)
    if (this.#stopping) this.#stopped()
    if (this.#isOver) return
    // A seek pauses where it lands; a play requested meanwhile follows then.
    if (this.#seek) return void (this.#after = command)
    const video = this.#video
    video.preload = "auto"
    const rate = command.rate / 1000
    this.#hasChangedRate ||= video.playbackRate !== rate && video.played.length > 0
    video.playbackRate = rate
    this.#rate = command.rate
    if (this.#isMoving) return this.#start(this.#position, this.#options.clock())
    // Native playback would start over at the end.
    if (this.#isAtEnd) return this.#finish()
    this.#isHeld = false
    this.#rest = this.#position
    this.#attempt()
    this.#watch(this.#options.clock() + STANDS)
  }

  #attempt() {
    const attempt = (this.#pending = {})
    this.#video.play().catch((error) => {
      if (this.#isOver || this.#pending !== attempt || this.#isHeld || error.name !== "NotAllowedError") return
      this.#hold()
      this.#options.denied(this.#epoch)
      this.#report("playbackStopped", { position: this.#position })
    })
  }

  get #isAtEnd() { return this.#video.ended || (this.#duration !== null && this.#position >= this.#duration) }

  /** Timers in addition to events: a background page gets few, and `playing` is not movement yet. */
  #watch(patience) {
    clearTimeout(this.#timer)
    if (this.#isOver || this.#isHeld || this.#isMoving) return
    this.#look()
    if (this.#isMoving || this.#isHeld) return
    // WebKitGTK may lose a play request after rapid seeks and pauses; it is not ready then. A ready one may wait for an audio device.
    if (this.#isReady && this.#video.readyState < 3 && this.#options.clock() > patience) {
      this.#video.pause()
      this.#attempt()
      patience = this.#options.clock() + STANDS
    }
    this.#timer = setTimeout(() => this.#watch(patience), LOOK)
  }

  /** Checks that it moves by now: that it has certainly moved `far`, in microseconds. */
  #look(far = MOVED) {
    if (this.#isMoving || this.#isHeld || this.#seek) return
    const moved = this.#position - this.#rest
    if (moved * 1000 < far * this.#rate || this.#video.seeking) return
    this.#isMoving = true
    // It began to move some time ago: that is the start, unless something else was reported since.
    const now = this.#options.clock()
    const at = Math.max(this.#options.latest(), now - Math.round(moved * 1000 / this.#rate))
    this.#start(Math.max(this.#rest, this.#rest + moved - Math.round((now - at) * this.#rate / 1000)), at)
    if (this.#isOver) return
    if (hasAudio(this.#video)) this.#first("audio")
    if (this.#video.videoWidth > 0 && !this.#video.requestVideoFrameCallback) this.#first("video")
    if (this.#video.readyState < 3) this.#dry()
  }

  #start(position, at) {
    this.#drift.begin(position, at, this.#rate)
    this.#report("playbackStarted", { position, rate: this.#rate }, at)
    this.#watchMoving()
  }

  #correct() {
    if (!this.#isMoving || this.#stopping || this.#video.seeking || this.#video.paused) return
    const at = this.#options.clock()
    const position = this.#drift.look(this.#position, at)
    if (position !== null) this.#report("positionReported", { position }, at)
  }

  /** Pauses the native element on the engine's initiative. */
  #hold() {
    this.#isHeld = true
    this.#isMoving = false
    this.#rate = 0
    this.#pending = null
    this.#after = null
    clearTimeout(this.#timer)
    if (!this.#video.paused) this.#video.pause()
  }

  /** `waiting`: it has run out of data, or has not started. It would continue on its own. */
  #dry() {
    const video = this.#video
    if (this.#isHeld || this.#seek || video.seeking || video.readyState >= 3) return
    if (!this.#isReady) this.#starve()
  }

  #starve() {
    this.#hold()
    // Nothing playable lies beyond the current position: report that if more was reported before.
    this.#fill()
    this.#report("starved", { position: this.#position })
    this.#refill()
  }

  /** WebKitGTK may not report that it runs dry, because its connection broke or its state is stale: the playhead just stops. */
  #watchMoving(place = null, since = 0) {
    clearTimeout(this.#timer)
    const now = this.#options.clock()
    const position = this.#position
    if (this.#isOver || !this.#isMoving || this.#stopping || this.#isAtEnd) return
    if (position !== place) since = now
    else if (now - since >= STANDS) {
      // If it claims to be ready, another reason than data is more likely, except at the end of the buffer.
      if (this.#video.readyState < 3) return this.#starve()
      if (this.#video.buffered.length > 0 && !isAhead(this.#video)) return this.#stand()
    }
    this.#timer = setTimeout(() => this.#watchMoving(position, since), REFILL)
  }

  #stand() {
    this.#stoodAt = bufferedUntil(this.#video)
    // It has all that it can get.
    if (this.#video.networkState === 1) this.#failWith("io", 0, "the connection broke before the end of the media")
    else this.#starve()
  }

  /** An element that is held may become able to continue without an event. */
  #refill() {
    if (this.#isOver || !this.#isHeld) return
    this.#fill()
    this.#timer = setTimeout(() => this.#refill(), REFILL)
  }

  pause(command) {
    if (!this.#isOpened) return void this.#waiting.push(command)
    const wasMoving = this.#isMoving
    this.#hold()
    if (!wasMoving || this.#seek) return this.#report("playbackStopped", { position: this.#position })
    // The playhead stops when the element reports it, which it does in a task.
    this.#stopping = true
  }
  #stopping = false

  /** WebKitGTK may start playing again after a pause that it was too busy to process. */
  #resumed() { if (this.#isHeld && !this.#video.paused) this.#video.pause() }

  #paused() {
    if (this.#stopping) this.#stopped()
    // Not requested: another program took the audio, or the browser saves power. At the end `ended` follows.
    else if (!this.#isHeld && !this.#isAtEnd && this.#video.paused) {
      this.#hold()
      this.#report("playbackStopped", { position: this.#position })
    }
  }

  #stopped() {
    this.#stopping = false
    this.#report("playbackStopped", { position: this.#position })
    this.#fill()
  }

  seek(command) {
    if (!this.#isOpened) return void this.#waiting.push(command)
    const { serial, target, toleranceBefore, toleranceAfter } = command
    if (this.#stopping) this.#stopped()
    if (this.#isOver) return
    this.#hold()
    this.#stoodAt = -1
    const range = rangeOf(this.#video.seekable)
    if (range === null) return this.#answer("seekCompleted", { serial, position: this.#position, isFinished: false })
    const seconds = Math.min(Math.max(target, range.start), range.end) / MICRO
    const isFast = toleranceBefore === null && toleranceAfter === null && this.#video.fastSeek
    this.#seek = { serial, go: () => isFast ? this.#video.fastSeek(seconds) : this.#video.currentTime = seconds }
    this.#seek.go()
    this.#watchSeek()
  }

  /** WebKitGTK may not report a landing, and of many rapid seeks it may lose the last: it then seeks forever, although it has data. */
  #watchSeek(looks = 1) {
    clearTimeout(this.#seekTimer)
    this.#seekTimer = setTimeout(() => {
      if (this.#isOver || !this.#seek) return
      this.#landed()
      if (!this.#seek || this.#isOver) return
      if (looks === FORGOTTEN && this.#isReady) this.#seek.go()
      this.#watchSeek(looks + 1)
    }, REFILL)
  }

  /** A seek starts when the position is set, and ends at the first `seeked` with no seek left. */
  #landed() {
    if (!this.#seek || this.#video.seeking) return
    const { serial } = this.#seek
    this.#seek = null
    // WebKit may lose a pause during a seek.
    this.#video.pause()
    this.#rest = this.#position
    this.#answer("seekCompleted", { serial, position: this.#position, isFinished: true })
    const after = this.#after
    this.#after = null
    if (after !== null && !this.#isOver) this.play(after)
  }

  #ended() {
    // At rest, after a seek to the end, nothing was presented.
    if (this.#isHeld || this.#seek || !this.#isAtEnd) return
    // Media may be over before any movement was observed.
    this.#look(1)
    if (!this.#isOver && !this.#isHeld) this.#finish()
  }

  #finish() {
    if (this.#duration !== null && this.#position < this.#duration - MICRO) return this.#failWith("io", 0, "the media broke off before its end")
    this.#hold()
    this.#report("ended", { position: this.#position })
  }

  #fail() {
    const { error } = this.#video
    if (error === null || error.code === 1 || this.#hasFailed || this.#isOver) return
    this.#hasFailed = true
    const cause = causeOf(error, this.#video)
    // HTML lets it play what it has.
    if (cause !== null && this.#isFed && this.#isOpened) return this.#report("warned", { ...cause, text: error.message })
    this.#hold()
    const end = ({ failure, detail }) => { if (!this.#isOver) this.#failWith(failure, detail, error.message) }
    if (cause !== null) end(cause)
    else askServer(this.#video.currentSrc || this.#video.src).then(end)
  }

  /** WebKitGTK may have read unplayable media completely, and neither open it nor fail. */
  async #readOut() {
    if (this.#isOpened || this.#isFed || this.#hasFailed) return
    const text = "it was read to its end and does not open"
    if (await isReadWhole(this.#video.currentSrc, this.#began) && !this.#isOpened && !this.#isOver) this.#failWith("formatUnsupported", 0, text)
  }

  #failWith(failure, detail, text) {
    this.#hold()
    this.#report("failed", { failure, detail, text })
    this.#isOver = true
  }

  reportPosition() { this.#report("positionReported", { position: this.#position }) }

  setVolume({ left, right, isMuted }) {
    this.#video.volume = Math.min(1, Math.max(left, right) / 1000)
    this.#video.muted = isMuted
  }

  selectTrack({ kind, track }) {
    if (selectTrack(this.#video, kind, track)) this.#answer("trackSelected", { kind, track })
    else this.#report("warned", { failure: "unknown", detail: track, text: `there is no ${kind} track ${track} to select` })
  }

  setPresentation(command) { present(this.#video, command) }

  setVideoEnabled({ enabled }) { this.#video.style.visibility = enabled ? "" : "hidden" }

  captureStill({ serial }) {
    const canvas = picture(this.#video)
    if (canvas !== null) this.#options.still(serial, canvas)
    this.#report("stillCaptured", { serial, isCaptured: canvas !== null })
  }

  catchUp({ position }) {
    if (this.#seek || !this.#isOpened) return
    this.#video.currentTime = position / MICRO
    this.#report("positionReported", { position })
  }

  close() {
    this.release()
    this.#isOver = false
    this.#report("closed")
    this.#isOver = true
  }

  /** Without `load` the connection would stay open. */
  release() {
    this.#isOver = true
    this.#end.abort()
    this.#hold()
    this.#video.removeAttribute("src")
    if (this.#video.srcObject) this.#video.srcObject = null
    this.#video.load()
    this.#options.discard(this.#video)
  }
}
