// The search, with the filter words of the command line.
import assert from "node:assert/strict"
import { key, until } from "../driver.mjs"
import { Viewer } from "../viewer.mjs"

/** The steps that `tapedeck cat` shows for some words. */
function hits(command, path, ...words) {
  const lines = command("cat", path, "--to", "text", ...words).split("\n").filter((line) => /^\{"k":"[io]"/.test(line))
  return [...new Set(lines.map((line) => JSON.parse(line).n))]
}

const status = (viewer, pattern) => viewer.contains("#search-status", pattern)

export const tests = {
  async "names with stars are found as tapedeck cat --only finds them"({ open, command, path }) {
    const name = "episode-seeks.trace.jsonl"
    const viewer = await open(name)
    for (const words of ["seek*", "engine.seek", "playbackStateChanged,ended", "*Changed"]) {
      const steps = hits(command, path(name), "--only", words)
      assert.ok(steps.length > 0, words)
      await viewer.leave()
      await viewer.pressTo(0, key.home)
      await viewer.write("#query", words)
      for (const step of steps) await viewer.pressTo(step, key.enter)
      await viewer.leave()
      for (const step of steps.slice(0, -1).reverse()) await viewer.pressTo(step, "N")
    }
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "kinds are found as tapedeck cat --kinds finds them"({ open, command, path }) {
    const name = "clip-rate.trace.jsonl"
    const viewer = await open(name)
    for (const words of ["commands", "completions", "engine"]) {
      const steps = hits(command, path(name), "--kinds", words)
      await viewer.leave()
      await viewer.pressTo(0, key.home)
      await viewer.write("#query", words)
      await viewer.leave()
      for (const step of steps) await viewer.pressTo(step, "n")
    }
  },

  async "a field is found where it changes"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.pressTo(0, key.home)
    await viewer.write("#query", "field:content.item")
    await viewer.pressTo(1, key.enter)
  },

  async "what nothing is called gets the nearest names, and what is not there is reported"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.write("#query", "stalBegan")
    await status(viewer, /“stalBegan”.*stallBegan/s)
    await viewer.write("#query", "stallBegan")
    await viewer.browser.press(key.enter)
    await status(viewer, /Nothing in this run matches “stallBegan”/)
  },

  async "words that mean something to JavaScript or to patterns are words"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    for (const words of ["constructor", "__proto__", "toString", "(", "[a-", "\\", "*".repeat(60) + "x", "*a".repeat(14) + "b", "field:__proto__", ",,,", "<img src=x>"]) {
      await viewer.write("#query", words)
      await viewer.browser.press(key.enter)
    }
    await viewer.leave()
    await viewer.pressTo(0, key.home)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "a link with any number of words is looked up only as far as anyone types"({ browser, pages, trace }) {
    const query = Array.from({ length: 2000 }, (_, number) => `w${number}`)
    const viewer = await Viewer.open(browser, pages.make([trace("clip-pause.trace.jsonl")]), `#q=${query}`)
    // It is only visible while the search has the focus.
    const words = () => viewer.run(() => document.getElementById("search-status").textContent)
    await until("the first word is answered", async () => (await words()).includes("“w0”"))
    assert.ok((await words()).split("Nothing is called").length < 500)
  }
}
