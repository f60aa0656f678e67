// Measures the viewer with a long trace: node measure.mjs VIEWER TRACES TAPEDECK PACKAGE [--steps COUNT] BROWSER...
//
// How long it takes until a step is shown; how long a step, a search and an answer take; how long the page was busy at a stretch; and how
// much more memory all this takes than a short trace. It passes no judgement: the speed of a machine is not a test.
import { readdirSync, readFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Browser, key } from "./driver.mjs"
import { longTrace } from "./long-trace.mjs"
import { Pages } from "./pages.mjs"
import { Viewer } from "./viewer.mjs"

const { values, positionals } = parseArgs({ allowPositionals: true, options: { steps: { type: "string", default: "1000000" } } })
const [template, tracesFolder, tapedeck, packageFolder, ...chosen] = positionals
const work = mkdtempSync(join(tmpdir(), "tapedeck-measure-"))
const pages = new Pages(template, work, tapedeck)

/**
 * The private memory of a process and of everything that it started, plus proportional shares of what they share. Mapped files do not
 * count: they are the same for each trace, and their shares depend on other users of the files. Nor do pages that the processes have given
 * back: the kernel takes those when it needs them.
 */
function memory(pid) {
  const parents = new Map()
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]))
    } catch { /* it has ended */ }
  }
  const isInside = (one) => one === pid || parents.has(one) && isInside(parents.get(one))
  let sum = 0
  for (const one of parents.keys()) {
    if (!isInside(one)) continue
    try {
      const shares = readFileSync(`/proc/${one}/smaps_rollup`, "utf8")
      for (const [, kilobytes] of shares.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm)) sum += 1024 * Number(kilobytes)
      sum -= 1024 * Number(/^LazyFree:\s+(\d+)/m.exec(shares)?.[1] ?? 0)
    } catch { /* it has ended */ }
  }
  return sum
}

/**
 * Makes the page report the time from each of these events to the step that it shows: a key, or a step in the address. The next one comes
 * after the next frame. How long the browser takes to bring an event to the page is not part of it.
 */
async function timeSteps(viewer, acts) {
  return viewer.run(async (acts) => {
    const times = []
    const panel = document.getElementById("step")
    const isShown = (step) => step === undefined || panel.querySelector("h2").textContent.replaceAll(",", "").includes(` ${step} of`)
    for (const { key, step } of acts) {
      const parts = new URLSearchParams(location.hash.slice(1))
      parts.set("step", String(step))
      const event = key ? new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }) : new HashChangeEvent("hashchange", { newURL: new URL(`#${parts}`, location.href).href })
      const start = performance.now()
      const changed = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isShown(step)) return
          observer.disconnect()
          resolve(performance.now() - start)
        })
        observer.observe(panel, { childList: true, subtree: true, characterData: true })
      })
      ;(key ? document.body : window).dispatchEvent(event)
      times.push(await changed)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    return times
  }, acts)
}

/** The memory of a browser once it has ended the processes of the previous page, and released what it does not need: some seconds later. */
async function settledMemory(pid) {
  let last = memory(pid)
  for (let quiet = 0, count = 0; quiet < 3 && count < 15; count++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const now = memory(pid)
    quiet = Math.abs(now - last) < 2 ** 20 ? quiet + 1 : 0
    last = now
  }
  return last
}

const quantile = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]
const ms = (time) => `${time.toFixed(1)} ms`
const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

async function measure(name, bytes) {
  const browser = await Browser.open(name)
  const say = (words, value) => console.log(`${name.padEnd(9)} ${words.padEnd(44)} ${value}`)
  try {
    await browser.resize(1440, 900)
    await Viewer.open(browser, pages.make([{ name: "short.trace.jsonl", bytes: readFileSync(join(tracesFolder, "clip-pause.trace.jsonl")) }]))
    const before = await settledMemory(browser.program.pid)

    const viewer = await Viewer.open(browser, pages.make([{ name: "long.trace", bytes }], { isTimed: true }))
    say("opened, from the start of the page", ms(await viewer.run(() => new Promise((resolve) => {
      const look = () => window.seen.shown === null ? setTimeout(look, 5) : resolve(window.seen.shown)
      look()
    }))))
    const business = () => viewer.run(async () => {
      // Frames are reported a moment later.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { longest, frame, hasFrames } = window.seen
      const frames = hasFrames ? `; ${frame > 0 ? `the longest frame took ${frame.toFixed(1)} ms` : "no frame took 50 ms"}` : ""
      return `${longest.toFixed(1)} ms at most${frames}`
    })
    const busy = await business()
    const restingMemory = async () => {
      await viewer.run(() => window.seen.rest())
      const found = await settledMemory(browser.program.pid)
      await viewer.run(() => window.seen.watch())
      return found
    }
    const after = await restingMemory()
    say("memory beyond that with a short trace", `${mb(after - before)}, ${((after - before) / bytes.length).toFixed(1)} × the trace`)
    const last = await viewer.lastStep()

    const phase = async (words, act) => {
      await viewer.run(() => { Object.assign(window.seen, { longest: 0, frame: 0 }) })
      const value = await act()
      say(words, `${value}; a timer waited for ${await business()}`)
    }
    say("while it opened a timer waited for", busy)
    await viewer.pressTo(0, key.home)
    const spread = (times) => [0.5, 0.95, 1].map((share) => ms(quantile(times, share))).join(", ")
    for (const [words, place] of [["near the beginning", 100], ["in the middle", last >> 1], ["near the end", last - 500]]) {
      await viewer.go(place)
      await phase(`a step ${words}, by key (median, 95 %, most)`, async () => spread(await timeSteps(viewer, Array(60).fill({ key: "ArrowRight" }))))
    }
    const far = Array.from({ length: 60 }, (_, index) => ({ step: 1 + (index * 7919 * 4801 + 5000) % last }))
    await phase("steps far apart, by address (median, 95 %, most)", async () => spread(await timeSteps(viewer, far)))
    await phase("zooming in and out, twenty times", async () => {
      const start = Date.now()
      await browser.press(...Array.from({ length: 10 }, () => "+"), ...Array.from({ length: 10 }, () => "-"))
      return ms(Date.now() - start)
    })
    await viewer.pressTo(0, key.home)
    await phase("a search through all that finds nothing", async () => {
      await viewer.write("#query", "mutedChanged")
      const start = Date.now()
      await browser.press(key.enter)
      await viewer.contains("#search-status", /./)
      return ms(Date.now() - start)
    })
    await viewer.leave()
    await phase("why, at the last step", async () => {
      await viewer.panel("why")
      await viewer.leave()
      const start = Date.now()
      await viewer.pressTo(last, key.end)
      await viewer.contains("#panel-why", new RegExp(`step ${last.toLocaleString("en").replaceAll(",", ",?")}`))
      return ms(Date.now() - start)
    })
    say("memory after all that, beyond a short trace", mb(await restingMemory() - before))
    for (const trouble of await viewer.troubles()) say("trouble", trouble)
  } finally {
    await browser.close()
  }
}

try {
  const bytes = await longTrace(packageFolder, tracesFolder, Number(values.steps))
  console.log(`${Number(values.steps).toLocaleString("en")} steps, ${bytes.length.toLocaleString("en")} bytes`)
  for (const name of chosen) await measure(name, bytes)
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}
