// @ts-check
// A growing run: new data is added, and the view follows the live edge until the person looks elsewhere.
import { byId, fill } from "./dom.js"
import { Feed, joined } from "./feed.js"
import { advance } from "./growth.js"
import { openRun } from "./remote.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Run} Run */

// Milliseconds between two checks for new data, and between two updates of the panels.
const PERIOD = 100
const PANELS = 1000
// Milliseconds between two checks of the clock while no data arrives, and how far the picture lags behind it: as long as a step may be in
// transit, so that the present never moves back.
const TICK = 250
const LAG = 500

const pause = (/** @type {number} */ time) => new Promise((resume) => setTimeout(resume, time))

/**
 * Opens a run as soon as it has a step.
 * @param {import("./live-source.js").Live} live
 * @param {(share: number) => void} progress
 * @returns {Promise<Run>}
 */
export async function openLive({ name, feed }, progress) {
  const { run, isEnd } = await opened(name, feed, progress)
  run.summary.isGrowing = !isEnd
  while (run.summary.isGrowing && run.summary.steps === 0) await take(run, feed)
  return run
}

/**
 * @param {string} name
 * @param {Feed} feed
 * @param {(share: number) => void} progress
 */
async function opened(name, feed, progress) {
  let bytes = new Uint8Array(0)
  for (;;) {
    const more = await feed.take()
    bytes = joined([bytes, more.bytes], bytes.length + more.bytes.length)
    try {
      const run = await openRun(bytes.slice(), { name, progress, isGrowing: true })
      if (more.isEnd) await run.append(new Uint8Array(0), true)
      return { run, isEnd: more.isEnd }
    } catch (error) {
      // Its header may still be incomplete.
      if (more.isEnd || /** @type {any} */ (error).report?.kind !== "noHeader") throw error
    }
  }
}

/**
 * Adds the new data.
 * @param {Run} run
 * @param {Feed} feed
 */
async function take(run, feed) {
  const { bytes, isEnd } = await feed.take()
  await run.append(bytes, isEnd)
  if (isEnd || run.summary.problem || run.summary.ending) run.summary.isGrowing = false
}

/**
 * Shows a run while it grows.
 * @param {App} app
 * @param {Run} run
 * @param {Feed} feed
 */
export async function follow(app, run, feed) {
  const edge = new Edge(app, run)
  const words = byId("running-words")
  const control = byId("follow")
  byId("running").hidden = false
  control.addEventListener("click", () => app.view.change({ follow: !app.view.now.follow }))
  let problem = /** @type {string | null} */ (null)
  const show = () => {
    words.textContent = run.summary.isGrowing ? "● Live" : problem === null ? "Ended" : "Failed"
    words.className = run.summary.isGrowing ? "running" : "quiet"
    control.hidden = !run.summary.isGrowing
    control.setAttribute("aria-pressed", String(app.view.now.follow))
  }
  app.view.watch(show)
  show()
  const panels = new Panels(app)
  const present = new Present(run)
  const ticking = setInterval(() => {
    if (!present.move()) return
    edge.move()
    panels.grow()
  }, TICK)
  try {
    while (run.summary.isGrowing) {
      await take(run, feed)
      present.came()
      edge.move()
      panels.grow()
      await pause(PERIOD)
    }
  } catch (error) {
    run.summary.isGrowing = false
    problem = /** @type {Error} */ (error).message
  }
  clearInterval(ticking)
  app.view.change({ follow: false })
  show()
  app.otherChanged()
  app.grew()
  app.say(problem === null ? "The run has ended. Everything stays here." : `What came so far is shown. The rest cannot be: ${problem}`)
}

/** Updates the panels now and then, and always after the last data. */
class Panels {
  #app
  #shown = 0
  #timer = 0

  /** @param {App} app */
  constructor(app) { this.#app = app }

  grow() {
    const rest = this.#shown + PANELS - performance.now()
    if (rest > 0) {
      if (this.#timer === 0) this.#timer = setTimeout(() => this.#show(), rest)
    } else {
      this.#show()
    }
  }

  #show() {
    clearTimeout(this.#timer)
    this.#timer = 0
    this.#shown = performance.now()
    this.#app.grew()
  }
}

/** The clock of a growing run, based on the page's. */
class Present {
  #run
  #end = 0
  #since = 0

  /** @param {Run} run */
  constructor(run) {
    this.#run = run
    this.came()
  }

  came() {
    this.#end = this.#run.summary.end
    this.#since = performance.now()
  }

  /** Whether the clock is later than what is shown. */
  move() {
    const { summary } = this.#run
    return summary.isGrowing && advance(summary, this.#end + Math.round((performance.now() - this.#since - LAG) * 1000))
  }
}

/** The live edge, and whether the view follows it. */
class Edge {
  #app
  #run
  /** The window shows the whole run, and grows with it. */
  #isWide = true
  #isMoving = false

  /**
   * @param {App} app
   * @param {Run} run
   */
  constructor(app, run) {
    this.#app = app
    this.#run = run
    this.#isWide = this.#showsAll()
    app.view.watch((changed) => this.#changed(changed))
    this.move()
  }

  /** Goes to the last step if the view follows it; otherwise only the picture changes. */
  move() {
    const app = this.#app
    if (!app.view.now.follow || app.run !== this.#run) return app.redraw()
    this.#isMoving = true
    app.view.change({ step: app.lastStep, ...this.#window() })
    this.#isMoving = false
    app.redraw()
  }

  #window() {
    const app = this.#app
    const { from, to, axis, step } = app.view.now
    const all = app.whole()
    if (this.#isWide) return all
    const span = to - from
    if (axis === "wall") return { from: Math.max(all.from, all.to - span), to: Math.max(all.from, all.to - span) + span }
    const place = app.placeNow(step)
    return place === null || (place >= from && place <= to) ? { from, to } : { from: Math.round(place - span / 2), to: Math.round(place + span / 2) }
  }

  #showsAll() {
    const { from, to } = this.#app.view.now
    const all = this.#app.whole()
    return from === all.from && to === all.to
  }

  /** @param {Set<string>} changed */
  #changed(changed) {
    if (this.#isMoving) return
    const app = this.#app
    const isOtherWindow = changed.has("from") || changed.has("to")
    if (isOtherWindow) this.#isWide = this.#showsAll()
    if (!app.view.now.follow) return
    if (changed.has("follow")) return this.move()
    if (changed.has("step") && app.view.now.step !== app.lastStep || isOtherWindow && !this.#isWide) app.view.change({ follow: false })
  }
}
