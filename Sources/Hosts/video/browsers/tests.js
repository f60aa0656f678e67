// The tests in each browser. No test waits for a time: each waits for what must happen, and the runner stops a hanging page.
import { VideoEngine } from "/package/element/engine.js"
import { forgettingTests } from "./forgetting.js"
import { inspectingTests } from "./inspecting.js"
import { becomes } from "./waiting.js"

/** Waits for an event; earlier ones do not count. */
const until = (deck, type) => new Promise((resolve) => deck.addEventListener(type, resolve, { once: true }))

/**
 * Waits until data is missing. WebKitGTK does not start before it has two megabytes or everything: with media as small as ours, data is
 * missing before playback starts.
 */
function runsDry(deck) {
  let looks = 0
  return becomes(() => {
    looks = deck.playbackState === "preparing" && deck.readyState > 0 && deck.readyState < 3 ? looks + 1 : 0
    return looks > 50 || deck.playbackState === "stalled" || deck.ended
  })
}

const TYPES = ["loadstart", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough", "play", "playing", "pause", "waiting", "seeking", "seeked",
  "timeupdate", "ratechange", "volumechange", "ended", "error", "emptied", "abort", "suspend", "progress", "stalled", "segmentskip", "retry"]

/** All events of the element, in order. */
function listen(deck) {
  const heard = []
  for (const type of TYPES) deck.addEventListener(type, () => heard.push(type))
  return heard
}

/** Whether all of `wanted` occur in this order; others may come between them. */
function inOrder(heard, wanted) {
  let next = 0
  for (const type of heard) if (type === wanted[next]) next += 1
  return next === wanted.length
}

const count = (heard, type) => heard.filter((each) => each === type).length
const said = (error) => `${error?.code}: ${error?.message}`

export const tests = {
  ...forgettingTests,
  ...inspectingTests,

  // The contract's rules `seek-reports-buffer` and `open-beside`: ../../../EngineContract/Rules/ContractRule.swift
  async "a-seek-beside-a-standby-opening-says-what-is-buffered"({ check }) {
    const reports = []
    const engine = new VideoEngine({ report: (input) => reports.push(input), sourceOf: () => "/media/clip.mp4", show: (video) => document.body.append(video), discard: (video) => video.remove() })
    engine.perform({ name: "engine.open", epoch: 1, item: 1, keepsBuffer: false })
    await becomes(() => reports.some(({ name }) => name === "opened"))
    engine.perform({ name: "engine.seek", epoch: 1, serial: 1, target: 5_000_000, toleranceBefore: 0, toleranceAfter: 0 })
    engine.perform({ name: "engine.open", epoch: 2, item: 1, keepsBuffer: true })
    const ofFirst = () => reports.filter(({ name, epoch }) => epoch === 1 && ["seekCompleted", "buffered"].includes(name))
    await becomes(() => ofFirst().some(({ name }) => name === "seekCompleted") && reports.some(({ name, epoch }) => epoch === 2 && name === "opened"))
    const [answer, ...after] = ofFirst().slice(ofFirst().findIndex(({ name }) => name === "seekCompleted"))
    check(answer.isFinished && Math.abs(answer.position - 5_000_000) < 100_000, `it landed at ${answer.position}`)
    check(after.length === 1 && after[0].until >= answer.position, `then ${JSON.stringify(after)}`)
    engine.shutDown()
  },

  async "plays-to-the-end"({ make, check }) {
    const deck = make({ controls: "", preload: "auto" })
    const heard = listen(deck)
    check(deck.paused && deck.readyState === 0 && Number.isNaN(deck.duration) && deck.networkState === 0, "a new element is empty")
    deck.src = "/media/clip.mp4"
    await until(deck, "canplaythrough")
    check(Math.abs(deck.duration - 10) < 0.1, `duration ${deck.duration}`)
    check(deck.videoWidth === 320 && deck.videoHeight === 180, `size ${deck.videoWidth} × ${deck.videoHeight}`)
    check(deck.seekable.end(0) > 9.9, "it can be sought in")
    deck.playbackRate = 2
    await deck.play()
    check(!deck.paused, "it plays")
    await until(deck, "ended")
    check(deck.ended && deck.paused && deck.currentTime > 9.7, `ended at ${deck.currentTime}, paused ${deck.paused}`)
    check(inOrder(heard, ["loadstart", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough", "ratechange", "play", "playing", "timeupdate", "pause", "ended"]), `order: ${heard}`)
    for (const type of ["loadstart", "loadedmetadata", "loadeddata", "play", "pause", "ended"]) check(count(heard, type) === 1, `${type} came ${count(heard, type)} times`)
    check(!heard.includes("error") && !heard.includes("seeking"), `heard ${heard}`)
  },

  async "skips-a-blocked-segment"({ make, check, note }) {
    const deck = make({ controls: "", preload: "auto", src: "/media/clip.mp4" })
    deck.segments = [{ start: 1.5, end: 8, title: "Advertisement", isBlocked: true }]
    await until(deck, "canplaythrough")
    let furthest = 0
    const look = () => { if (!deck.seeking) return; const { currentTime } = deck.nativeElement; if (currentTime < 7.9) furthest = Math.max(furthest, currentTime) }
    deck.nativeElement.addEventListener("pause", () => { furthest = Math.max(furthest, deck.nativeElement.currentTime < 7.9 ? deck.nativeElement.currentTime : 0) })
    let late = 0
    deck.addEventListener("segmentskip", look)
    deck.addEventListener("seeking", () => { look(); late = Math.max(late, deck.lateness / 1e6) })
    deck.play()
    await until(deck, "segmentskip")
    await until(deck, "ended")
    const played = Array.from({ length: deck.nativeElement.played.length }, (_, index) => [deck.nativeElement.played.start(index), deck.nativeElement.played.end(index)])
    const over = played.reduce((most, [start, end]) => start < 1.5 ? Math.max(most, end - 1.5) : most, 0)
    note(`${Math.round(over * 1000)} ms of it were played; the timer was late by ${Math.round(late * 1000)} ms`)
    // A frame is 40 ms; the machine's timer delay does not count against the player.
    check(over - late <= 0.045, `${over} s of the blocked segment were played, the timer was late by ${late} s`)
    check(played.every(([start]) => start < 1.5 || start >= 7.95), `played ${JSON.stringify(played)}`)
  },

  async "plays-nothing-that-is-blocked-up-to-infinity"({ make, check }) {
    const deck = make({ preload: "auto", src: "/media/clip.mp4" })
    deck.segments = [{ start: 1.5, end: Infinity, isBlocked: true }]
    await until(deck, "canplaythrough")
    const began = performance.now()
    deck.play()
    await until(deck, "ended")
    const seconds = (performance.now() - began) / 1000
    check(deck.segments[0].end === Infinity && deck.currentTime > 9.7 && seconds < 8, `ended at ${deck.currentTime} after ${seconds} s of ten`)
  },

  async "plays-and-tells-what-a-server-without-ranges-cannot-skip"({ make, check, note }) {
    const deck = make({ preload: "auto", src: "/break/clip.mp4?after=100000000" })
    deck.segments = [{ start: 1.5, end: 3, isBlocked: true }]
    const told = []
    deck.addEventListener("blockedplaying", ({ detail }) => told.push([detail.segment, detail.isSeekable]))
    let skips = 0
    deck.addEventListener("segmentskip", () => { skips += 1 })
    await until(deck, "canplay")
    note(`it can be sought in: ${JSON.stringify(Array.from({ length: deck.seekable.length }, (_, index) => [deck.seekable.start(index), deck.seekable.end(index)]))}`)
    deck.play()
    await until(deck, "ended")
    check(skips > 0 || JSON.stringify(told) === "[[1,false],[0,false]]", `neither skipped nor told: ${JSON.stringify(told)}`)
  },

  async "seeks-while-playing"({ make, check }) {
    const deck = make({ preload: "auto", src: "/media/clip.mp4" })
    const heard = listen(deck)
    await until(deck, "canplaythrough")
    await deck.play()
    heard.length = 0
    deck.currentTime = 4
    check(deck.seeking && Math.abs(deck.currentTime - 4) < 0.01, `seeking ${deck.seeking}, at ${deck.currentTime}`)
    await until(deck, "seeked")
    check(!deck.paused && Math.abs(deck.currentTime - 4) < 0.5, `after it at ${deck.currentTime}`)
    await until(deck, "playing")
    check(inOrder(heard, ["seeking", "timeupdate", "seeked", "playing"]), `order: ${heard}`)
    check(!heard.includes("pause") && !heard.includes("play"), `a seek is no pause: ${heard}`)
    heard.length = 0
    for (const target of [1, 7, 2, 8, 3]) deck.currentTime = target
    await until(deck, "seeked")
    await until(deck, "playing")
    check(deck.currentTime >= 3 && deck.currentTime < 7, `the newest wins: at ${deck.currentTime}`)
    check(count(heard, "seeked") === 1 && count(heard, "seeking") === 5, `heard ${heard}`)
    deck.pause()
    await until(deck, "pause")
    deck.currentTime = 6
    await until(deck, "seeked")
    check(deck.paused && Math.abs(deck.nativeElement.currentTime - 6) < 0.1 && deck.nativeElement.paused, "it rests where it was sent to")
  },

  async "pause-while-buffering-stays-a-pause"({ make, check }) {
    const deck = make({ src: "/stall/clip.mp4?after=70000&for=20", preload: "auto" })
    const heard = listen(deck)
    deck.play().catch(() => {})
    await runsDry(deck)
    check(!deck.ended, "data was never missing")
    const stopped = until(deck, "pause")
    deck.pause()
    await stopped
    await becomes(() => deck.buffered.length > 0 && deck.buffered.end(deck.buffered.length - 1) > 9.5)
    check(deck.paused && deck.nativeElement.paused && !heard.slice(heard.indexOf("pause")).includes("playing"), `heard ${heard}`)
  },

  async "stalls-once-and-resumes"({ make, check, note }) {
    // Another address than above: Firefox caches what it has read.
    const deck = make({ src: "/stall/clip.mp4?after=72000&for=20", preload: "auto" })
    const heard = listen(deck)
    deck.play().catch(() => {})
    await runsDry(deck)
    const before = deck.playbackState
    check(!deck.ended && !deck.paused && deck.nativeElement.paused, `held by us: ${before}, native ${deck.nativeElement.paused ? "paused" : "playing"}`)
    await until(deck, "ended")
    const { stallCount, stallTime } = deck.state
    note(`missing while ${before}: ${stallCount} stalls, ${stallTime / 1000} ms`)
    check(stallCount === (before === "stalled" ? 1 : 0), `${stallCount} stalls`)
    check(count(heard, "pause") === 1 && count(heard, "play") === 1, `heard ${heard}`)
  },

  async "recovers-from-an-outage"({ make, check, note, control }) {
    const deck = make({ src: "/outage/clip.mp4", preload: "auto", controls: "" })
    const heard = listen(deck)
    deck.play().catch(() => {})
    await until(deck, "playing")
    await control("outage")
    await Promise.race([until(deck, "retry"), until(deck, "ended"), until(deck, "error")])
    note(`after the outage: ${deck.state.state}, ${deck.isRetrying ? "retrying" : deck.state.phase}, at ${deck.currentTime.toFixed(1)} s`)
    await control("recover")
    await until(deck, "ended")
    check(count(heard, "loadedmetadata") === 1 && count(heard, "loadstart") === 1, `a retry is no new load: ${heard}`)
    check(heard.includes("retry") && deck.currentTime > 9.7, `heard ${heard}, at ${deck.currentTime}`)
  },

  async "gives-up-when-the-outage-lasts"({ make, check, control }) {
    const deck = make({ src: "/outage/clip.mp4?again", preload: "auto" })
    const heard = listen(deck)
    deck.play().catch(() => {})
    await until(deck, "playing")
    const over = Promise.race([until(deck, "error"), until(deck, "ended")])
    await control("outage")
    await over
    await control("recover")
    // Cached data may open again, and then playback ends because nothing more arrives.
    check(count(heard, "retry") >= 1 && count(heard, "retry") <= 3, `${count(heard, "retry")} retries`)
    check(deck.error instanceof MediaError && deck.error.code === 2, said(deck.error))
    check(deck.state.phase === "failed", deck.state.phase)
    deck.retry()
    await until(deck, "playing")
    check(deck.error === null && !deck.paused, "it can be tried again")
  },

  async "loops"({ make, check }) {
    const deck = make({ src: "/media/clip.mp4", loop: "", preload: "auto" })
    const heard = listen(deck)
    await until(deck, "canplaythrough")
    deck.currentTime = 8.5
    await until(deck, "seeked")
    heard.length = 0
    deck.play()
    await until(deck, "seeking")
    await until(deck, "seeked")
    await until(deck, "timeupdate")
    check(!heard.includes("ended") && !heard.includes("pause") && deck.state.loopCount === 1, `heard ${heard}`)
    deck.loop = false
    deck.currentTime = 9.5
    await until(deck, "ended")
    check(deck.state.loopCount === 1 && deck.ended, "without the attribute it ends")
  },

  async "fails-for-a-missing-file"({ make, check }) {
    const deck = make({}, "missing.mp4")
    const heard = listen(deck)
    deck.src = "/media/missing.mp4"
    let reason = null
    deck.play().catch((error) => { reason = error.name })
    await until(deck, "error")
    await becomes(() => reason !== null)
    check(reason === "NotSupportedError", `play() was rejected with ${reason}`)
    check(deck.error.code === 4 && deck.error.message.includes("404"), said(deck.error))
    check(deck.networkState === 3 && inOrder(heard, ["play", "waiting", "loadstart", "error"]) && count(heard, "error") === 1, `networkState ${deck.networkState}, heard ${heard}`)
  },

  async "takes-sources-in-turn"({ make, check }) {
    const deck = make()
    const errors = []
    for (const [src, type] of [["/media/a.xyz", "video/x-unheard-of"], ["/media/missing.mp4", ""], ["/media/clip.mp4", "video/mp4"]]) {
      const source = document.createElement("source")
      if (type) source.type = type
      source.src = src
      source.onerror = () => errors.push(src)
      deck.append(source)
    }
    await until(deck, "loadedmetadata")
    check(errors.join() === "/media/a.xyz,/media/missing.mp4", `errors: ${errors}`)
    check(deck.currentSrc.endsWith("/media/clip.mp4") && deck.error === null, deck.currentSrc)
  },

  async "properties-follow-html"({ make, check }) {
    const deck = make({ preload: "none", muted: "" })
    check(!deck.muted && deck.defaultMuted, "for a script the attribute is a default")
    const markup = document.createElement("div")
    markup.innerHTML = "<tape-deck muted></tape-deck>"
    document.body.append(markup)
    check(markup.firstChild.muted && markup.firstChild.defaultMuted, "muted by markup")
    markup.remove()
    const throws = (body, name) => { try { body() } catch (error) { return error.name === name } return false }
    check(throws(() => { deck.volume = 2 }, "IndexSizeError") && throws(() => { deck.volume = NaN }, "TypeError"), "volume")
    check(throws(() => { deck.playbackRate = 100 }, "NotSupportedError") && throws(() => { deck.currentTime = Infinity }, "TypeError"), "rate and time")
    for (const [start, end, name] of [[0, NaN, "TypeError"], [NaN, 5, "TypeError"], [Infinity, Infinity, "TypeError"], [0, -Infinity, "TypeError"], [0, 1e300, "RangeError"], [-1, 5, "RangeError"], [5, 4, "RangeError"]]) {
      check(throws(() => { deck.segments = [{ start: 0, end: 1 }, { start, end }] }, name) && deck.segments.length === 0, `segment of ${start} to ${end}`)
    }
    check(deck.canPlayType("video/mp4") !== "" && deck.canPlayType("video/x-unheard-of") === "", "canPlayType")
    const heard = listen(deck)
    let handled = 0
    deck.onvolumechange = () => { handled += 1 }
    deck.volume = 0.25
    check(deck.volume === 0.25 && heard.length === 0, "events are tasks")
    await until(deck, "volumechange")
    check(handled === 1, "onvolumechange")
    deck.src = "/media/clip.mp4"
    await until(deck, "suspend")
    check(deck.networkState === 1 && deck.readyState === 0, "preload=none waits")
    const promise = deck.play()
    deck.pause()
    const reason = await promise.then(() => "none", (error) => error.name)
    check(reason === "AbortError", `pause ends play: ${reason}`)
    deck.load()
    const Class = customElements.get("tape-deck")
    check(new Class() instanceof HTMLElement && Class.HAVE_ENOUGH_DATA === 4 && deck.NETWORK_IDLE === 1, "constants")
    await until(deck, "emptied")
  },

  async "plays-objects"({ make, check }) {
    const deck = make({ muted: "" }, "an object")
    const native = deck.nativeElement
    check(native instanceof HTMLVideoElement, "the native element is there before anything is loaded")
    let refused = null
    try { deck.srcObject = "clip.mp4" } catch (error) { refused = error }
    check(refused instanceof TypeError && refused.message.includes("srcObject"), `refused: ${refused}`)
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 32 })
    const context = canvas.getContext("2d")
    const paint = setInterval(() => context.fillRect(Math.random() * 64, 0, 8, 32), 40)
    const stream = canvas.captureStream(25)
    deck.srcObject = stream
    check(deck.srcObject === stream && deck.currentSrc === "" && deck.networkState === 3, "an object has no address")
    deck.play().catch(() => {})
    await until(deck, "playing")
    check(deck.duration === Infinity && deck.videoWidth === 64, `a stream of ${deck.duration} s, ${deck.videoWidth} wide`)
    clearInterval(paint)
    deck.srcObject = null
    await until(deck, "emptied")
    check(deck.paused && deck.networkState === 0 && native.srcObject === null, "and it can be let go")
    deck.src = "/media/clip.mp4"
    await until(deck, "loadeddata")
    check(deck.nativeElement === native && deck.duration > 9.7, "one native element for all")
    const track = deck.addTextTrack("chapters", "Chapters", "en")
    check(Array.from(deck.textTracks).includes(track), "text tracks can be added")
  },

  async "waits-for-what-the-page-feeds"({ make, check }) {
    const deck = make({}, "a MediaSource")
    const heard = listen(deck)
    let opened = 0
    const source = new MediaSource()
    source.addEventListener("sourceopen", () => { opened += 1 })
    deck.srcObject = source
    await becomes(() => opened > 0)
    const played = deck.play().then(() => "played", (error) => error.name)
    source.endOfStream("network")
    await until(deck, "error")
    check(deck.error.code === 4 && await played === "NotSupportedError", `${said(deck.error)}, play(): ${await played}`)
    check(opened === 1 && !heard.includes("retry"), `what the page feeds is not opened again: ${opened} times, heard ${heard}`)
  },

  async "controls-by-key-and-name"({ make, check }) {
    const deck = make({ controls: "", preload: "auto", src: "/media/clip.mp4" })
    await until(deck, "canplaythrough")
    const root = deck.shadowRoot
    const named = (name) => root.querySelector(`[aria-label="${name}"]`)
    for (const name of ["Play", "Mute", "Volume", "Position", "More", "Full screen"]) check(named(name) !== null, `there is no ${name}`)
    const press = (key, target = named("Position")) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }))
    named("Play").click()
    await until(deck, "playing")
    press("k")
    await until(deck, "pause")
    check(named("Play") !== null, "the button says what it does")
    press("ArrowRight")
    await until(deck, "seeked")
    check(Math.abs(deck.currentTime - 5) < 2, `after a step at ${deck.currentTime}`)
    press("Home")
    await until(deck, "seeked")
    check(deck.currentTime === 0, `home is ${deck.currentTime}`)
    press("m")
    check(deck.muted, "m mutes")
    press(">")
    check(deck.playbackRate === 1.25, `faster is ${deck.playbackRate}`)
    check(named("Position").getAttribute("aria-valuetext") === "0:00 of 0:10", named("Position").getAttribute("aria-valuetext"))
    named("More").click()
    const items = [...root.querySelectorAll("[role=menu] button")].map((item) => item.textContent)
    check(items.includes("Copy debug info") && items.includes("Save debug info"), `menu: ${items}`)
  }
}

/** Tests where playback needs a gesture, and there is none. */
export const testsWithoutGesture = {
  async "a-refusal-is-final"({ make, check }) {
    const deck = make({ preload: "auto", src: "/media/clip.mp4" })
    const native = deck.nativeElement
    const heard = listen(deck)
    let attempts = 0
    const { play } = native
    native.play = () => {
      attempts += 1
      return play.call(native)
    }
    await until(deck, "canplaythrough")
    const reason = await deck.play().then(() => "it plays", (error) => error.name)
    check(reason === "NotAllowedError", `play(): ${reason}`)
    await becomes(() => deck.paused)
    check(native.paused && deck.playbackState === "paused" && deck.error === null, `${deck.playbackState}, ${said(deck.error)}`)
    check(attempts === 1 && deck.state.nextDeadline === null, `${attempts} attempts, and a deadline at ${deck.state.nextDeadline}`)
    check(!heard.includes("playing") && !heard.includes("error"), `heard ${heard}`)
  }
}

/** Tests that need real user input: a window, and keys that come from its screen. */
export const testsWithGestures = {
  async "copies-debug-info"({ make, check, press, click, save }) {
    const deck = make({ preload: "auto", controls: "", muted: "", src: "/media/clip.mp4" })
    await until(deck, "canplaythrough")
    const named = (name) => deck.shadowRoot.querySelector(`[aria-label="${name}"]`)
    await click()
    deck.play()
    await until(deck, "playing")
    named("More").click()
    const copy = [...deck.shadowRoot.querySelectorAll("[role=menu] button")].find((item) => item.textContent === "Copy debug info")
    copy.focus()
    await press("Return")
    await becomes(() => deck.shadowRoot.querySelector("[role=status]").textContent.startsWith("Debug info is"))
    const words = deck.shadowRoot.querySelector("[role=status]").textContent
    check(words === "Debug info is on the clipboard", words)
    const field = document.createElement("textarea")
    document.body.append(field)
    field.focus()
    await press("ctrl+v")
    await becomes(() => field.value !== "")
    const bytes = Uint8Array.from(atob(field.value), (letter) => letter.charCodeAt(0))
    check(bytes.length > 100, `${bytes.length} bytes`)
    await save(bytes)
    field.remove()
  },

  async "fills-the-screen"({ make, check, press, click }) {
    const deck = make({ preload: "auto", controls: "", src: "/media/clip.mp4" })
    await until(deck, "canplaythrough")
    await click()
    const changed = () => until(document, "fullscreenchange")
    deck.shadowRoot.querySelector('[aria-label="Full screen"]').focus()
    let change = changed()
    await press("Return")
    await change
    check(document.fullscreenElement === deck, "the element fills the screen, with its controls")
    change = changed()
    await press("f")
    await change
    check(document.fullscreenElement === null, "and f ends it")
  }
}
