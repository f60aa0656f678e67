// Every trace opens, and shows how many steps it has.
import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { join } from "node:path"

const isTrace = (name) => /\.trace(\.jsonl)?$/.test(name)
const tracesIn = (folder, name) => readdirSync(join(folder, name)).filter(isTrace).sort().map((file) => join(name, file))

/** Opens all traces of folders, and compares the numbers of their last steps with what `tapedeck info` counts. */
function opensAll(...folders) {
  return async ({ name: browser, isBrief, open, command, path, tracesFolder }) => {
    const all = folders.flatMap((folder) => tracesIn(tracesFolder, folder))
    // The same module reads them everywhere: a few are enough to see that it works in another browser.
    const names = browser === "chromium" && !isBrief ? all : all.filter((_, index) => index % 12 === 0)
    assert.ok(names.length > 0)
    const counted = command("info", ...names.map(path), "--json")
    for (const [index, name] of names.entries()) {
      const viewer = await open(name)
      const { lastStep, items } = counted[index]
      assert.equal(await viewer.lastStep(), lastStep, name)
      const facts = await viewer.text("header")
      assert.ok(facts.includes(`${counted[index].inputs.total} step`), `${name}: ${facts}`)
      if (items.length === 1) assert.ok(facts.includes(items[0].source.split(/[?#]/)[0].split("/").filter(Boolean).at(-1)), facts)
      assert.deepEqual(await viewer.troubles(), [], name)
    }
  }
}

export const tests = {
  "every golden trace opens": opensAll(""),
  "every trace of a regression opens": opensAll("regressions"),
  "every trace of other hosts opens": opensAll("hosts"),
  "every trace of the archive opens, text and binary": opensAll("archive/1", "archive/1/regressions"),

  async "without a trace there is a place to drop one, and what is dropped next is compared"({ open, trace }) {
    const viewer = await open()
    assert.match(await viewer.text("body"), /drop a trace/i)
    await viewer.drop(trace("clip-pause.trace.jsonl"))
    await viewer.shows()
    assert.equal(await viewer.lastStep(), 28)
    await viewer.drop(trace("clip-rate.trace.jsonl"))
    await viewer.contains("#panel-compare", "clip-rate.trace.jsonl")
    assert.equal(await viewer.lastStep(), 28)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "several traces in one file are opened, and one that is broken does not keep the others away"({ open, trace }) {
    const viewer = await open(trace("clip-pause.trace.jsonl"), { name: "broken.trace", bytes: Buffer.from("no trace") }, trace("clip-rate.trace.jsonl"))
    assert.equal(await viewer.lastStep(), 28)
    await viewer.says(/broken\.trace/)
    await viewer.panel("compare")
    await viewer.contains("#panel-compare", "clip-rate.trace.jsonl")
  },

  async "the page as it is shipped opens with its own policy"({ browser, pages, trace }) {
    const { Viewer } = await import("../viewer.mjs")
    const viewer = await Viewer.open(browser, pages.make([trace("clip-pause.trace.jsonl")], { isPlain: true }))
    assert.equal(await viewer.lastStep(), 28)
    const policy = await viewer.run(() => document.querySelector('meta[http-equiv="content-security-policy"]').content)
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/)
  }
}
