// A long trace: `tapedeck view` stores an index beside it in the page, so that it is not read again.
import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { gunzipSync } from "node:zlib"
import { CoreRun } from "../../core.js"
import { key } from "../driver.mjs"
import { Viewer } from "../viewer.mjs"

const STEPS = 40_000
const elements = (page, type) => [...page.matchAll(new RegExp(`<div hidden data-type="application/${type}"[^>]*>([^<]*)</div>\n?`, "g"))]
const bytesOf = (page, type) => new Uint8Array(Buffer.concat(elements(page, type).map(([, text]) => Buffer.from(text, "base64"))))

/** A binary trace with segments, without outputs. */
function longTrace({ work, trace, command }) {
  const lines = [String(trace("clip-pause.trace.jsonl").bytes).split("\n")[0].replace(/\}$/, ',"outputs":false}')]
  const put = (e, a) => lines.push(JSON.stringify({ k: "i", n: lines.length, t: lines.length * 1000, e, a }))
  for (let segment = 1; segment <= 3; segment++) put("stageSegment", { segment, start: segment * 1_000_000, end: segment * 2_000_000, isBlocked: segment === 2, isHidden: false, isDated: false, title: 0, request: segment })
  put("commitSegments", { request: 4 })
  while (lines.length <= STEPS) put(lines.length === 30_001 ? "setMuted" : lines.length % 2 ? "play" : "pause", { ...lines.length === 30_001 ? { muted: true } : {}, request: lines.length })
  const [text, binary] = ["long.trace.jsonl", "long.trace"].map((name) => join(work, name))
  writeFileSync(text, `${lines.join("\n")}\n`)
  command("cat", text, "--output", binary)
  return { name: "long.trace", bytes: readFileSync(binary) }
}

async function core(page) {
  return new CoreRun(await WebAssembly.compile(gunzipSync(bytesOf(page, "x-tapedeck-module"))))
}

export const tests = {
  async "with its index, a long trace opens without being read, and shows the same as without"(given) {
    const { browser, pages, work } = given
    const url = pages.make([longTrace(given)])
    const page = readFileSync(fileURLToPath(url), "utf8")
    assert.ok(elements(page, "x-tapedeck-index").length > 0, "the page has no index")

    const [indexed, read] = [await core(page), await core(page)]
    indexed.hold(bytesOf(page, "x-tapedeck-trace"), false, bytesOf(page, "x-tapedeck-index"))
    assert.equal(indexed.invoke("read", 1), 0, "there is something to read")
    const summaries = [indexed, read].map((run) => run.open(bytesOf(page, "x-tapedeck-trace"), "long.trace", () => {}, false, run === indexed ? bytesOf(page, "x-tapedeck-index") : null))
    const [first, second] = await Promise.all(summaries)
    assert.deepEqual(first, second)
    for (const block of [0, 20, first.blocks.count - 1]) {
      assert.deepEqual(indexed.rows(block, first.blocks.first[block]), read.rows(block, first.blocks.first[block]))
      assert.deepEqual(indexed.digest(block), read.digest(block))
    }

    // In a page, an index that belongs to another trace is ignored.
    const without = join(work, "without.html")
    const wrong = join(work, "wrong.html")
    writeFileSync(without, elements(page, "x-tapedeck-index").reduce((text, [element]) => text.replace(element, ""), page))
    writeFileSync(wrong, page.replace(/(<div hidden data-type="application\/x-tapedeck-index"[^>]*>.{60})./, (found, start) => start + (found.endsWith("A") ? "B" : "A")))
    const shown = []
    for (const address of [url, pathToFileURL(without).href, pathToFileURL(wrong).href]) {
      const viewer = await Viewer.open(browser, address)
      const texts = [await viewer.text("header")]
      for (const step of [1, 4, 1_024, 1_025, 23_456, STEPS]) {
        await viewer.go(step)
        texts.push(await viewer.text("#step"))
      }
      await viewer.pressTo(0, key.home)
      await viewer.write("#query", "setMuted")
      await viewer.pressTo(30_001, key.enter)
      texts.push(await viewer.text("#step"))
      assert.deepEqual(await viewer.troubles(), [])
      shown.push(texts)
    }
    assert.match(shown[0][2], /commitSegments/)
    assert.deepEqual(shown[1], shown[0])
    assert.deepEqual(shown[2], shown[0])
  }
}
