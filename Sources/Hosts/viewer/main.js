// @ts-check
// Opens the traces in the file, and assembles the page.
import { App } from "./app.js"
import { banner } from "./banner.js"
import { comparePanel } from "./compare.js"
import { byId, fill } from "./dom.js"
import { exportMenu } from "./export.js"
import * as fragment from "./fragment.js"
import { followKeys, listKeys } from "./keys.js"
import { listsPanel } from "./lists-panel.js"
import { follow, openLive } from "./live.js"
import { followOffers } from "./live-source.js"
import { choose, embedded, followDrops, read } from "./opening.js"
import { followPointer } from "./pointer.js"
import { openRun, prepare } from "./remote.js"
import { searchBox } from "./search.js"
import { Stage } from "./stage.js"
import { statePanel } from "./state-panel.js"
import { stepPanel } from "./step-panel.js"
import { tablePanel } from "./table.js"
import { TABS, tabs } from "./tabs.js"
import { theme } from "./theme.js"
import { facts, stamp, titleOf, visible } from "./words.js"
import { whatIfPanel } from "./what-if.js"
import { whyPanel } from "./why-panel.js"

/** @typedef {import("./types").Run} Run */
/** @typedef {import("./opening.js").Given} Given */

// Milliseconds after which the page says that it opens a trace.
const SLOW = 300

const status = byId("status")
let hiding = 0

/** @param {string} words */
function say(words) {
  fill(status, words)
  status.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => { status.hidden = true }, 5000)
}

/**
 * @param {Given} given
 * @returns {Promise<Run>}
 */
async function opened({ name, bytes, index }) {
  const bar = byId("progress")
  try {
    return await openRun(bytes, { name, index, progress: (/** @type {number} */ share) => { bar.hidden = share >= 1; bar.value = share } })
  } finally {
    bar.hidden = true
  }
}

/**
 * @param {unknown} error
 * @param {string} name
 */
const problem = (error, name) => `${name}: ${error instanceof Error ? error.message : String(error)}`

/** @type {((file: File) => void)} */
let take = async (file) => start([await read(file)])
followDrops((file) => take(file))
byId("choose").addEventListener("click", async () => {
  const file = await choose()
  if (file) take(file)
})

/** Lets the browser draw and respond between two parts of a task. */
const pause = () => new Promise((resolve) => { setTimeout(resolve) })

/** @param {Given[]} traces */
async function start(traces) {
  /** @type {Run[]} */
  const runs = []
  const problems = []
  const invitation = byId("opening-words").textContent
  const opening = byId("opening")
  byId("choose").hidden = traces.length > 0
  const waiting = traces.length > 0 ? setTimeout(() => { opening.hidden = false }, SLOW) : 0
  for (const trace of traces) {
    fill(byId("opening-words"), `Opening ${trace.name} …`)
    try {
      runs.push(await opened(trace))
    } catch (error) {
      problems.push(problem(error, trace.name))
    }
  }
  clearTimeout(waiting)
  fill(byId("opening-words"), invitation)
  byId("choose").hidden = false
  fill(byId("open-problem"), problems.join(" "))
  opening.hidden = runs.length > 0
  byId("page").hidden = runs.length === 0
  if (runs.length === 0) return
  await show(runs)
  if (problems.length > 0) say(problems.join(" "))
}

/**
 * Shows a run while it grows.
 * @param {import("./live-source.js").Live} live
 */
async function startLive(live) {
  const invitation = byId("opening-words").textContent
  const bar = byId("progress")
  byId("choose").hidden = true
  fill(byId("opening-words"), `Waiting for ${live.name} …`)
  byId("opening").hidden = false
  try {
    const run = await openLive(live, (share) => { bar.hidden = share >= 1; bar.value = share })
    byId("opening").hidden = true
    byId("page").hidden = false
    const app = await show([run])
    // A link to a step shows that step instead of the live edge.
    app.view.change({ follow: run.summary.isGrowing && !new URLSearchParams(location.hash.slice(1)).has("step") })
    follow(app, run, live.feed)
  } catch (error) {
    fill(byId("open-problem"), problem(error, live.name))
  } finally {
    fill(byId("opening-words"), invitation)
    byId("choose").hidden = false
    bar.hidden = true
  }
}

/** @param {Run[]} runs */
async function show(runs) {
  await pause()
  const app = new App(runs[0], say)
  const stage = new Stage(app, byId("lanes"), byId("strip"))
  head(app)
  const open = async (/** @type {File} */ file) => {
    try {
      return await opened(await read(file))
    } catch (error) {
      say(problem(error, file.name))
      return null
    }
  }
  tabs(app)
  await pause()
  stepPanel(app, byId("step"))
  statePanel(app, byId("panel-state"))
  whyPanel(app, byId("panel-why"))
  listsPanel(app, byId("panel-lists"))
  whatIfPanel(app, byId("panel-what-if"))
  tablePanel(app, byId("panel-table"))
  const compare = comparePanel(app, byId("panel-compare"), runs.slice(1), open)
  take = async (file) => {
    const run = await open(file)
    if (!run) return
    compare.add(run)
    app.view.change({ tab: "compare" })
  }
  await pause()
  banner(app, byId("banner"))
  exportMenu(app, stage)
  await pause()
  controls(app, stage)
  followPointer(app, stage, byId("lanes"), byId("tip"))
  announce(app)
  searchBox(app)
  await pause()
  stage.isReady = true
  restore(app)
  if (runs.length > 1) app.compareWith(runs[1])
  return app
}

/** @param {App} app */
function head({ summary }) {
  const title = titleOf(summary)
  document.title = `${visible(title)} · TapeDeck`
  fill(byId("title"), title)
  byId("title").title = summary.items.map(({ source }) => source).join("\n")
  fill(byId("facts"), facts(summary).join(" · "))
}

/**
 * @param {App} app
 * @param {Stage} stage
 */
function controls(app, stage) {
  const switchTheme = theme((isDark) => {
    stage.isDark = isDark
    stage.request()
  })
  const help = /** @type {HTMLDialogElement} */ (byId("help"))
  const query = byId("query")
  listKeys(byId("keys"))
  const page = {
    help: () => help.showModal(), theme: switchTheme,
    search: () => { query.focus(); query.select() },
    escape: () => {
      byId("export").open = false
      byId("tip").hidden = true
      status.hidden = true
    }
  }
  followKeys(app, page)
  const acts = { "zoom-in": () => app.zoom(0.5), "zoom-out": () => app.zoom(2), fit: () => app.fit(), axis: () => app.toggleAxis(), all: () => app.view.change({ allLanes: !app.view.now.allLanes }), theme: switchTheme, "show-help": page.help }
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act)
  document.addEventListener("pointerdown", (event) => { if (!byId("export").contains(event.target)) byId("export").open = false })
  const showState = () => {
    byId("axis").setAttribute("aria-pressed", String(app.view.now.axis === "media"))
    byId("all").setAttribute("aria-pressed", String(app.view.now.allLanes))
  }
  app.view.watch(showState)
  app.watchOther(() => head(app))
  app.watchGrowth(() => head(app))
}

/**
 * The step in words for screen readers, once the cursor rests.
 * @param {App} app
 */
function announce(app) {
  let resting = 0
  app.watchStep((step) => {
    clearTimeout(resting)
    const outputs = step.outputs.map(({ name }) => name)
    // Steps that were not requested are not read out.
    if (app.view.now.follow) return
    resting = setTimeout(() => fill(byId("live"), step.input ? `Step ${step.number} of ${app.lastStep}, ${stamp(step.at)}: ${step.input.name}. ${outputs.length === 0 ? "No outputs." : `Outputs: ${outputs.slice(0, 6).join(", ")}.`}` : "Before the first step"), 300)
  })
}

/**
 * @param {Map<number, string> | undefined} first
 * @param {Map<number, string>} second
 */
const isSame = (first, second) => first?.size === second.size && [...second].every(([step, words]) => first.get(step) === words)

/** @param {App} app */
function restore(app) {
  const ids = Object.keys(TABS)
  const { summary } = app
  const apply = (/** @type {string} */ hash, /** @type {boolean} */ isFirst) => {
    const shown = fragment.read(hash, ids)
    // Equal notes are not a change.
    if (isSame(shown.notes, app.view.now.notes)) delete shown.notes
    const step = shown.step ?? summary.failures[0] ?? summary.stalls[0] ?? app.first
    app.view.now.axis = shown.axis ?? "wall"
    app.wantsSwap = shown.side === "B" && !app.isSwapped
    delete shown.side
    const all = app.whole()
    app.view.change({ tab: "why", from: all.from, to: all.to, ...shown, step: Math.max(app.first - 1, Math.min(app.lastStep, step)) })
    app.window(app.view.now)
    app.reload()
    // A link with a window shows that window, wherever its step is.
    if (isFirst && shown.from !== undefined) app.placeOf(app.view.now.step).then(() => app.redraw())
    else app.reveal(app.view.now.step)
  }
  apply(location.hash, true)
  // Not the address of now: the view before may have been written into it since.
  addEventListener("hashchange", ({ newURL }) => apply(new URL(newURL).hash, false))
  let writing = 0
  app.view.watch(() => {
    clearTimeout(writing)
    writing = setTimeout(() => {
      try {
        const address = fragment.write(app.view.now, app.whole())
        if (address !== (location.hash || "#")) history.replaceState(null, "", address)
      } catch {
        // Some browsers refuse this for pages from disk, or when it is done too often.
      }
    }, 200)
  })
}

byId("copy-done").addEventListener("click", () => byId("copy").close())
byId("help-done").addEventListener("click", () => byId("help").close())
// This may run while the browser still reads the traces in the page.
prepare()
if (document.readyState === "loading") await new Promise((resume) => { addEventListener("DOMContentLoaded", resume, { once: true }) })
const traces = await embedded()
if (traces.length === 0) followOffers(startLive)
await start(traces)
