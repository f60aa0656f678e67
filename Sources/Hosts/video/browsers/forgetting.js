// Faults that WebKitGTK's element shows occasionally, made reproducible: the browser's own <video>, with one fault injected.
import { VideoEngine } from "/package/element/engine.js"
import { becomes } from "./waiting.js"

const native = HTMLMediaElement.prototype
const nativeOf = (name) => Object.getOwnPropertyDescriptor(native, name)

/** A bare engine over an element with a fault, its media open. */
async function open(fault, { source = "/media/clip.mp4", ...options } = {}) {
  const video = document.createElement("video")
  const reports = []
  fault(video)
  const engine = new VideoEngine({
    report: (input) => reports.push(input), sourceOf: () => source, element: () => video,
    show: () => document.body.append(video), discard: () => video.remove(), ...options
  })
  const perform = (name, fields = {}) => engine.perform({ name: `engine.${name}`, epoch: 1, ...fields })
  perform("open", { item: 1, keepsBuffer: false })
  const of = (name) => reports.filter((report) => report.name === name)
  const reported = (name, count = 1) => becomes(() => of(name).length >= count)
  return { video, reports, engine, perform, of, reported }
}

/** Once `isSo()` holds, the element reports HAVE_CURRENT_DATA, whatever it has. */
function staysUnready(video, isSo) {
  Object.defineProperty(video, "readyState", { get: () => Math.min(nativeOf("readyState").get.call(video), isSo() ? 2 : 4) })
}

/** Playback over an element that is no longer ready once its rate has changed. */
async function playsUnready(fault = () => {}, options) {
  let hasChanged = false
  const opened = await open((video) => {
    staysUnready(video, () => hasChanged)
    fault(video)
  }, options)
  const { video, perform, reported } = opened
  await reported("opened")
  await becomes(() => video.readyState === 4)
  perform("play", { rate: 1000 })
  await reported("playbackStarted")
  return { ...opened, change: () => { hasChanged = true } }
}

export const forgettingTests = {
  async "another-rate-is-no-stall"({ check }) {
    // For the engine no time passes after the change: on a busy machine the playhead may really stand still for a while.
    let now = null
    const clock = () => now ?? Math.round(performance.now() * 1000)
    const { video, engine, perform, of, reported, change } = await playsUnready(undefined, { clock })
    change()
    now = clock()
    perform("play", { rate: 2000 })
    video.dispatchEvent(new Event("waiting"))
    await reported("ended")
    check(of("playbackStarted").map(({ rate }) => rate).join() === "1000,2000", JSON.stringify(of("playbackStarted")))
    check(of("starved").length === 0, `starved at ${of("starved")[0]?.position}`)
    engine.shutDown()
  },

  async "what-stands-after-another-rate-is-starved"({ check }) {
    // It stops without an event, as it does when it runs dry.
    let standing = null
    const { video, engine, perform, of, reported, change } = await playsUnready((video) => {
      const { get, set } = nativeOf("currentTime")
      Object.defineProperty(video, "currentTime", { get: () => standing ?? get.call(video), set: (seconds) => set.call(video, seconds) })
    })
    change()
    perform("play", { rate: 2000 })
    video.dispatchEvent(new Event("waiting"))
    standing = video.currentTime
    await reported("starved")
    check(Math.abs(of("starved")[0].position - standing * 1e6) < 1000, `starved at ${of("starved")[0].position}, it stands at ${standing}`)
    engine.shutDown()
  },

  async "a-pause-that-is-forgotten-is-asked-for-again"({ check }) {
    let pauses = 0
    const { video, engine, perform, of, reported } = await open((video) => {
      video.addEventListener("pause", () => {
        pauses += 1
        if (pauses === 1) native.play.call(video).catch(() => {})
      })
    })
    await reported("opened")
    perform("play", { rate: 1000 })
    await reported("playbackStarted")
    perform("pause")
    await becomes(() => pauses === 2 && video.paused)
    check(of("playbackStarted").length === 1 && of("playbackStopped").length === 1, JSON.stringify(of("playbackStarted")))
    engine.shutDown()
  },

  async "a-seek-that-is-forgotten-is-asked-for-again"({ check }) {
    const asked = []
    let isLost = false
    const { engine, perform, of, reported } = await open((video) => {
      const { get, set } = nativeOf("currentTime")
      Object.defineProperty(video, "currentTime", {
        get: () => get.call(video),
        set(seconds) {
          asked.push(seconds)
          isLost = seconds === 6 && asked.filter((each) => each === 6).length === 1
          if (!isLost) set.call(video, seconds)
        }
      })
      Object.defineProperty(video, "seeking", { get: () => isLost || nativeOf("seeking").get.call(video) })
    })
    await reported("opened")
    const seek = (serial, target) => perform("seek", { serial, target, toleranceBefore: 0, toleranceAfter: 0 })
    seek(1, 3_000_000)
    seek(2, 6_000_000)
    await reported("seekCompleted")
    const [answer] = of("seekCompleted")
    check(answer.serial === 2 && answer.isFinished && Math.abs(answer.position - 6_000_000) < 100_000, JSON.stringify(answer))
    check(asked.join() === "3,6,6", `asked for ${asked}`)
    engine.shutDown()
  },

  async "a-play-that-is-forgotten-is-asked-for-again"({ check }) {
    let attempts = 0
    // For the engine no time passes after the last attempt: a busy browser may take long to move.
    let now = 0
    const clock = () => now = attempts < 3 ? Math.round(performance.now() * 1000) : now
    const { engine, perform, of, reported, change } = await playsUnready((video) => {
      video.play = () => {
        attempts += 1
        return attempts === 2 ? Promise.resolve() : native.play.call(video)
      }
    }, { clock })
    perform("pause")
    await reported("playbackStopped")
    change()
    perform("play", { rate: 1500 })
    await reported("playbackStarted", 2)
    check(attempts === 3, `${attempts} attempts`)
    check(of("playbackStarted")[1].rate === 1500, JSON.stringify(of("playbackStarted")))
    engine.shutDown()
  },

  async "what-is-ready-is-not-asked-twice"({ check }) {
    let attempts = 0
    const { video, engine, perform, of, reported } = await open((video) => {
      video.play = () => {
        attempts += 1
        return Promise.resolve()
      }
    })
    await reported("opened")
    await becomes(() => video.readyState === 4)
    const began = performance.now()
    perform("play", { rate: 1000 })
    // An audio device may take a second to start.
    await becomes(() => performance.now() > began + 1500)
    check(attempts === 1 && of("playbackStarted").length === 0, `${attempts} attempts, ${JSON.stringify(of("playbackStarted"))}`)
    native.play.call(video)
    await reported("playbackStarted")
    engine.shutDown()
  },

  async "a-duration-that-is-not-known-yet-is-waited-for"({ check }) {
    let isKnown = false
    const { engine, perform, of } = await open((video) => {
      const none = document.createElement("video").seekable
      // The duration is known one task after data is available.
      video.addEventListener("loadeddata", () => setTimeout(() => { isKnown = true }))
      Object.defineProperty(video, "duration", { get: () => isKnown ? nativeOf("duration").get.call(video) : 0 })
      Object.defineProperty(video, "seekable", { get: () => isKnown ? nativeOf("seekable").get.call(video) : none })
    })
    perform("play", { rate: 1000 })
    await becomes(() => of("playbackStarted").length + of("ended").length > 0)
    check(of("opened")[0].duration > 9_700_000 && of("opened")[0].seekable, JSON.stringify(of("opened")))
    check(of("ended").length === 0, JSON.stringify(of("ended")))
    engine.shutDown()
  },

  async "what-lasts-no-time-opens-all-the-same"({ check }) {
    const { engine, of, reported } = await open((video) => Object.defineProperty(video, "duration", { value: 0 }))
    await reported("opened")
    check(of("opened")[0].duration === 0, JSON.stringify(of("opened")))
    engine.shutDown()
  },

  async "what-was-read-whole-and-does-not-open-fails"({ check }) {
    const { video, engine, of, reported } = await open((video) => {
      video.addEventListener("error", (event) => event.stopImmediatePropagation())
    }, { source: "/media/truncated.mp4" })
    // Elements need not list what they read in the page's resource timing; this fetch does.
    await (await fetch("/media/truncated.mp4", { cache: "no-store" })).arrayBuffer()
    await becomes(() => performance.getEntriesByName(video.currentSrc).some(({ encodedBodySize }) => encodedBodySize > 0))
    video.dispatchEvent(new Event("stalled"))
    await reported("failed")
    check(of("failed")[0].failure === "formatUnsupported" && of("opened").length === 0, JSON.stringify(of("failed")))
    engine.shutDown()
  },

  async "what-was-read-in-part-does-not-fail"({ check }) {
    const address = new URL("/media/truncated.mp4?part", location.href).href
    const { video, reports, engine } = await open((video) => {
      // It reads nothing by itself: some browsers would read the whole file.
      Object.defineProperty(video, "src", { set() {} })
      Object.defineProperty(video, "currentSrc", { get: () => address })
    })
    video.dispatchEvent(new Event("loadstart"))
    await (await fetch(address, { cache: "no-store", headers: { range: "bytes=0-99" } })).arrayBuffer()
    const asked = () => performance.getEntriesByName(address).length
    await becomes(() => asked() === 1)
    video.dispatchEvent(new Event("stalled"))
    // The engine asks the server for the total length.
    await becomes(() => asked() === 2)
    check(!reports.some(({ name }) => name === "failed"), JSON.stringify(reports))
    engine.shutDown()
  }
}
