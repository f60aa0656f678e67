// Takes pictures of the viewer: node look.mjs VIEWER TRACES TAPEDECK FOLDER BROWSER...
//
// Pictures of everything worth a look, light and dark, narrow and wide; nothing is compared.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Browser } from "./driver.mjs"
import { hostileTrace, unfinished, flipped } from "./hostile.mjs"
import { Pages } from "./pages.mjs"
import { Viewer } from "./viewer.mjs"

const [template, tracesFolder, tapedeck, folder, ...chosen] = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), "tapedeck-look-"))
const pages = new Pages(template, work, tapedeck)
const trace = (name) => ({ name: name.split("/").at(-1), bytes: readFileSync(join(tracesFolder, name)) })
const segments = trace("episode-skip.trace.jsonl")

/** The subjects: traces, the view as a fragment, and the size of the window. */
const views = {
  empty: [[], "", 1280, 800],
  why: [[trace("http-stall.trace.jsonl")], "", 1440, 900],
  state: [[trace("retry-outage.trace.jsonl")], "step=30&tab=state", 1440, 900],
  segments: [[segments], "step=35&tab=lists", 1440, 900],
  media: [[trace("episode-seeks.trace.jsonl")], "step=27&axis=media", 1440, 900],
  table: [[trace("hls-window.trace.jsonl")], "step=20&tab=table&lanes=all", 1440, 900],
  "what-if": [[trace("http-stall.trace.jsonl")], "step=15&tab=what-if", 1440, 900],
  compare: [[trace("clip-pause.trace.jsonl"), trace("clip-rate.trace.jsonl")], "tab=compare", 1440, 900],
  damaged: [[{ name: "damaged.trace.jsonl", bytes: flipped(segments.bytes, 6000) }], "", 1280, 800],
  unfinished: [[{ name: "unfinished.trace.jsonl", bytes: unfinished(segments.bytes) }], "", 1280, 800],
  hostile: [[{ name: "<script>.trace.jsonl", bytes: hostileTrace(segments.bytes, "http://127.0.0.1:9") }], "step=20&tab=lists", 1280, 800],
  phone: [[trace("http-stall.trace.jsonl")], "", 320, 800],
  tablet: [[trace("http-stall.trace.jsonl")], "", 768, 1024],
  wide: [[trace("http-stall.trace.jsonl")], "", 2560, 1200]
}

mkdirSync(folder, { recursive: true })
try {
  for (const name of chosen) {
    for (const isDark of name === "webkit" ? [false] : [false, true]) {
      const browser = await Browser.open(name, { isDark })
      try {
        for (const [words, [traces, fragment, width, height]] of Object.entries(views)) {
          await browser.resize(width, height)
          const viewer = await Viewer.open(browser, pages.make(traces), fragment && `#${fragment}`)
          // Two frames: the request is drawn in the second.
          await viewer.run(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 500)))
          const file = join(folder, `${name}-${words}-${isDark ? "dark" : "light"}.png`)
          writeFileSync(file, await browser.picture())
          for (const trouble of await viewer.troubles()) console.error(`${file}: ${trouble}`)
        }
      } finally {
        await browser.close()
      }
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}
