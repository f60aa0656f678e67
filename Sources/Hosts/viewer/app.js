// @ts-check
// The page's single model: the runs, their view, the step under the cursor, and navigation.
import { arrange } from "./lanes.js"
import { RowCache, last } from "./rows.js"
import { whole } from "./scale.js"
import { Kinds } from "./event-lanes.js"
import { parse, isEmpty } from "./query.js"
import { titleOf } from "./words.js"
import { View } from "./view.js"

/** @typedef {import("./types").Run} Run */
/** @typedef {import("./types").Track} Track */
/** @typedef {import("./types").Step} Step */

const KEPT_STEPS = 64
// Milliseconds.
const SLOW = 1_000
const RESTING = 100

export class App {
  view = new View()
  /** @type {Track} */
  main
  /** @type {Track | null} */
  other = null
  /** @type {import("./types").Comparison | null} */
  comparison = null
  /** @type {import("./types").Explanation | null} */
  explanation = null
  /** @type {Step | null} */
  here = null
  /** @type {import("./types").Query | null} */
  query = null
  /** @type {((step: Step) => void)[]} */
  #stepWatchers = []
  /** @type {(() => void)[]} */
  #otherWatchers = []
  /** @type {Map<number, Promise<Step>>} */
  #steps = new Map()
  #isLoading = false
  #say
  #recorded
  redraw = () => {}
  // Makes a run out of the recorded one with other inputs.
  /** @type {(words: string, edits: import("./types").Edits) => void} */
  fork = () => {}

  /**
   * @param {Run} run
   * @param {(words: string) => void} say for the status line and screen readers
   */
  constructor(run, say) {
    this.#say = say
    this.#recorded = this.main = this.track(run, 0)
    this.view.watch((changed) => this.#changed(changed))
  }

  /** The run that was given; `main` is the one that the cursor is in. */
  get recorded() { return this.#recorded.run }
  get isSwapped() { return this.main !== this.#recorded }
  get run() { return this.main.run }
  get summary() { return this.main.run.summary }
  get tracks() { return this.other ? [this.main, this.other] : [this.main] }

  /** @param {string} words */
  say(words) { this.#say(words) }

  /**
   * @param {Run} run
   * @param {number} offset
   * @returns {Track}
   */
  track(run, offset) {
    return { run, offset, blame: null, title: `${titleOf(run.summary)} · ${run.summary.name}`, rows: new RowCache(run, () => this.redraw()) }
  }

  /** @param {(step: Step) => void} watcher */
  watchStep(watcher) { this.#stepWatchers.push(watcher) }

  /** @param {() => void} watcher called when the second run, the comparison or the blame changed */
  watchOther(watcher) { this.#otherWatchers.push(watcher) }

  /** @type {(() => void)[]} */
  #growthWatchers = []

  /** @param {() => void} watcher called now and then while steps are added to the run, and at its end */
  watchGrowth(watcher) { this.#growthWatchers.push(watcher) }

  grew() {
    const track = this.#recorded
    track.title = `${titleOf(track.run.summary)} · ${track.run.summary.name}`
    for (const watcher of this.#growthWatchers) watcher()
  }

  /** Goes to the last step; while the run continues, follows the steps that are still to come. */
  toEnd() {
    if (this.summary.isGrowing) this.view.change({ follow: true })
    else this.go(this.lastStep)
  }

  otherChanged() {
    for (const watcher of this.#otherWatchers) watcher()
    this.redraw()
  }

  /** @param {Set<string>} changed */
  #changed(changed) {
    if (changed.has("query")) this.query = this.#parsed()
    if (changed.has("step")) this.#load()
    if (changed.has("tab") && this.view.now.tab === "why") this.explain()
    // A step that is still to come is drawn when it is here: until then drawing would only delay it.
    if (changed.size > 1 || !changed.has("step") || !this.#isLoading) this.redraw()
  }

  #parsed() {
    const query = parse(this.view.now.query, this.summary)
    return isEmpty(query) ? null : query
  }

  /**
   * A step of the main run.
   * @param {number} number
   */
  step(number) {
    const known = this.#steps.get(number)
    if (known) return known
    const coming = this.run.step(number)
    this.#steps.set(number, coming)
    if (this.#steps.size > KEPT_STEPS) this.#steps.delete(/** @type {number} */ (this.#steps.keys().next().value))
    coming.catch(() => this.#steps.delete(number))
    return coming
  }

  // A key that is held down requests more steps than can be shown: the newest always wins.
  async #load() {
    if (this.#isLoading) return
    this.#isLoading = true
    try {
      while (this.here?.number !== this.view.now.step) {
        const number = this.view.now.step
        const { run } = this
        const step = await this.step(number)
        if (number !== this.view.now.step || run !== this.run) continue
        this.here = step
        for (const watcher of this.#stepWatchers) watcher(this.here)
        this.#explainSoon()
        this.redraw()
      }
    } catch (error) {
      this.say(`Step ${this.view.now.step} cannot be shown: ${/** @type {Error} */ (error).message}`)
    } finally {
      this.#isLoading = false
    }
  }

  /** There is no number for the state before the first input. */
  get first() { return this.summary.steps > 0 ? this.summary.firstStep : 1 }
  get lastStep() { return this.summary.steps > 0 ? this.summary.lastStep : 0 }

  reload() { this.#load() }

  /** @type {((words: string | null) => void)} */
  onExplained = () => {}

  #explaining = false
  #resting = 0
  /** How long the last explanation took, in milliseconds. */
  #cost = 0
  /** In very long runs explanations are made only on request: each occupies a core for a while, though no step waits for it. */
  get isExplainingSlow() { return this.#cost > SLOW }

  // Not while a key is held down.
  #explainSoon() {
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.explain(), RESTING)
  }

  /** @param {boolean} [isAsked] */
  explain(isAsked = false) {
    const number = this.view.now.step
    if (this.view.now.tab !== "why" || number < this.first || this.summary.steps === 0 || this.summary.isObserved) {
      this.explanation = null
      return this.onExplained(null)
    }
    if (this.explanation?.step === number) return this.onExplained(null)
    if (this.isExplainingSlow && !isAsked) {
      this.explanation = null
      return this.onExplained(null)
    }
    // One at a time: questions must not pile up in front of the steps to show.
    if (!this.#explaining) this.#explain(number, this.run)
  }

  /**
   * @param {number} number
   * @param {Run} run
   */
  async #explain(number, run) {
    this.#explaining = true
    const start = performance.now()
    /** @type {string | null} */
    let problem = null
    /** @type {import("./types").Explanation | null} */
    let explanation = null
    try {
      explanation = await run.explain(number)
    } catch (error) {
      problem = /** @type {Error} */ (error).message
    }
    this.#explaining = false
    this.#cost = performance.now() - start
    // The cursor may have moved on meanwhile.
    if (number !== this.view.now.step || run !== this.run) return this.explain()
    this.explanation = explanation
    this.onExplained(problem)
    this.redraw()
  }

  /** The whole range of the current axis. */
  whole() {
    const { axis } = this.view.now
    const end = this.other ? this.other.run.summary.end + this.other.offset : undefined
    return whole(this.summary, axis, end)
  }

  /**
   * Goes to a step, and scrolls it into the window.
   * @param {number} step
   */
  go(step) {
    const number = Math.max(this.first - 1, Math.min(this.lastStep, Math.round(step)))
    this.view.change({ step: number })
    this.reveal(number)
  }

  /** @param {number} step */
  async reveal(step) {
    const value = await this.placeOf(step)
    const { from, to } = this.view.now
    if (value === null || step !== this.view.now.step) return this.redraw()
    const air = (to - from) * 0.02
    if (value >= from + air && value <= to - air) return this.redraw()
    if (value >= from && value <= to && from <= this.whole().from) return this.redraw()
    this.window({ from: value - (to - from) / 2, to: value + (to - from) / 2 })
  }

  /**
   * A step's place on the axis.
   * @param {number} step
   * @returns {Promise<number | null>}
   */
  async placeOf(step) {
    if (this.summary.blocks.count === 0) return null
    if (step < this.first) return this.view.now.axis === "wall" ? this.summary.start : null
    try {
      return this.#placeIn(await this.step(step))
    } catch {
      return null
    }
  }

  /**
   * The same, from the data at hand.
   * @param {number} step
   */
  placeNow(step) {
    const row = this.main.rows.at(step)
    if (!row) return this.here?.number === step ? this.#placeIn(this.here) : null
    const value = this.view.now.axis === "wall" ? row.rows.instant[row.index] : row.rows.position[row.index]
    return Number.isNaN(value) ? null : value
  }

  /** @param {Step} step */
  #placeIn({ at, position }) { return this.view.now.axis === "wall" ? at : position }

  /**
   * Shows a window, within bounds.
   * @param {{ from: number, to: number }} window
   */
  window({ from, to }) {
    const all = this.whole()
    const span = Math.max(1000, Math.min(to - from, all.to - all.from))
    const start = Math.max(all.from, Math.min(from, all.to - span))
    this.view.change({ from: Math.round(start), to: Math.round(start + span) })
  }

  fit() { this.window(this.whole()) }

  /**
   * @param {number} factor below 1 comes closer
   * @param {number | null} [at] what stays where it is; the cursor when it is visible
   */
  zoom(factor, at = null) {
    const { from, to, step } = this.view.now
    const cursor = this.placeNow(step)
    const fixed = at ?? (cursor !== null && cursor >= from && cursor <= to ? cursor : (from + to) / 2)
    const span = Math.max(1000, (to - from) * factor)
    const share = (fixed - from) / (to - from)
    this.window({ from: fixed - span * share, to: fixed + span * (1 - share) })
  }

  /** @param {number} share of the window */
  pan(share) {
    const { from, to } = this.view.now
    this.window({ from: from + (to - from) * share, to: to + (to - from) * share })
  }

  toggleAxis() {
    this.view.change({ axis: this.view.now.axis === "wall" ? "media" : "wall" })
    this.fit()
    this.reveal(this.view.now.step)
    this.say(this.view.now.axis === "wall" ? "The axis shows the time of the run." : "The axis shows the time of the media.")
  }

  differences() {
    const { differsAt } = this.summary
    const side = this.isSwapped ? "b" : "a"
    const steps = (this.comparison?.differences ?? []).flatMap((difference) => difference[side]?.step ?? [])
    return (differsAt === null || this.comparison ? steps : [differsAt]).sort((a, b) => a - b)
  }

  /**
   * Shows a second run below, beginning where the first begins.
   * @param {Run | null} run
   */
  async compareWith(run) {
    if (this.isSwapped) this.swap()
    const { from, to } = this.view.now
    const before = this.whole()
    this.other = run ? this.track(run, this.summary.start - run.summary.start) : null
    this.comparison = null
    // A view of the whole still shows the whole; a closer view does not move.
    if (from === before.from && to === before.to) this.fit()
    this.otherChanged()
    if (!run) return
    if (this.wantsSwap) this.swap()
    this.wantsSwap = false
    try {
      const comparison = await this.recorded.compare(run)
      if (!this.tracks.some((track) => track.run === run)) return
      this.comparison = comparison
    } catch (error) {
      this.say(`The runs cannot be compared: ${/** @type {Error} */ (error).message}`)
    }
    this.otherChanged()
  }

  /** A link may put the cursor into the second run, which is opened later. */
  wantsSwap = false

  /** Moves the cursor to the same moment in the other run. */
  swap() {
    if (!this.other) return
    const at = this.here?.at
    ;[this.main, this.other] = [this.other, this.main]
    const shift = this.summary.start - this.other.run.summary.start
    this.main.offset = 0
    this.other.offset = shift
    this.#steps.clear()
    this.#cost = 0
    this.here = null
    this.explanation = null
    const { from, to, axis, step } = this.view.now
    const window = axis === "wall" ? { from: from + shift, to: to + shift } : { from, to }
    this.view.change({ side: this.isSwapped ? "B" : "A", step: Math.max(this.first - 1, Math.min(this.lastStep, step)), ...window })
    if (this.query) this.query = this.#parsed()
    this.otherChanged()
    this.#load()
    if (at !== undefined) this.#goTo(at + shift)
  }

  /** @param {number} instant */
  async #goTo(instant) {
    const { blocks } = this.summary
    if (blocks.count === 0) return
    const rows = await this.main.rows.load(Math.max(0, last(blocks.start, blocks.count, instant)))
    this.go(rows.first + Math.max(0, last(rows.instant, rows.count, instant)))
  }

  /**
   * Goes to a step of the first or the second run.
   * @param {"A" | "B"} side
   * @param {number} step
   */
  goTo(side, step) {
    if ((side === "B") !== this.isSwapped) {
      this.here = null
      this.swap()
    }
    this.go(step)
  }

  /**
   * Where all lanes are.
   * @param {number} [room]
   */
  arrange(room) { return arrange(this.tracks, this.view.now.allLanes, room) }

  /**
   * A step's place among those of the same instant, for example `3 of 11 at this instant`; empty when it is alone.
   * @param {number} step
   */
  company(step) {
    const at = this.main.rows.at(step)
    if (!at) return ""
    const { instant, count } = at.rows
    let [first, end] = [at.index, at.index]
    while (first > 0 && instant[first - 1] === instant[at.index]) first--
    while (end + 1 < count && instant[end + 1] === instant[at.index]) end++
    return end > first ? `${at.index - first + 1} of ${end - first + 1} at this instant` : ""
  }

  get kinds() { return Kinds.of(this.summary) }
}
