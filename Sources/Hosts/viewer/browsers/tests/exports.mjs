// What leaves the page: pictures, traces and links.
import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hostileTrace } from "../hostile.mjs"
import { key, until } from "../driver.mjs"

/** Chooses from the menu, and returns the file that the page makes: its name and bytes. */
async function exported(viewer, words, choose = () => viewer.click("#export-list button", words)) {
  await viewer.run(() => {
    window.made = null
    // Captures what a click on the link would save.
    HTMLAnchorElement.prototype.click = function () { window.made = { name: this.download, href: this.href } }
  })
  await viewer.click("#export summary")
  await choose()
  await until(`a file of ${words}`, () => viewer.run(() => window.made !== null))
  const { name, href } = await viewer.run(() => window.made)
  const base64 = await viewer.run((href) => new Promise((resolve, reject) => {
    const blob = window.blobs.get(href)
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.split(",")[1] ?? "")
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  }), href)
  return { name, bytes: Buffer.from(base64, "base64") }
}

/** Shrinks a trace, and returns the file. */
const shrunk = (viewer, words) => exported(viewer, "a shrunk trace", async () => {
  await viewer.write("#export-list form input", words)
  await viewer.click("#export-list form button")
})

/** Waits until the page has announced something, even if the announcement is gone again. */
const said = (viewer, pattern) => until(`the page says ${pattern}`, async () => pattern.test(await viewer.run(() => document.getElementById("status").textContent)))

/** Keeps the objects for which the page creates addresses. */
const keep = (viewer) => viewer.run(() => {
  window.blobs = new Map()
  const { createObjectURL } = URL
  URL.createObjectURL = (blob) => {
    const address = createObjectURL.call(URL, blob)
    window.blobs.set(address, blob)
    return address
  }
})

export const tests = {
  async "a picture of the lanes is whole, and holds no script of a hostile trace"({ open, trace, address }) {
    for (const given of [trace("http-stall.trace.jsonl"), { name: "x.trace.jsonl", bytes: hostileTrace(trace("episode-skip.trace.jsonl").bytes, address) }]) {
      const viewer = await open(given)
      await keep(viewer)
      const { name, bytes } = await exported(viewer, "Picture of what is seen (SVG)")
      assert.match(name, /\.svg$/)
      const found = await viewer.run((text) => {
        const picture = new DOMParser().parseFromString(text, "image/svg+xml")
        const all = [...picture.querySelectorAll("*")]
        return {
          root: picture.documentElement.localName, error: picture.querySelector("parsererror")?.textContent ?? null, count: all.length,
          bad: all.filter((element) => ["script", "image", "foreignObject", "a", "use", "animate"].includes(element.localName) || [...element.attributes].some(({ name, value }) => /^on|href/.test(name) || /url\(\s*['"]?(?!#)/.test(value))).map((element) => element.outerHTML.slice(0, 200))
        }
      }, String(bytes))
      assert.equal(found.error, null)
      assert.equal(found.root, "svg")
      assert.ok(found.count > 20)
      assert.deepEqual(found.bad, [])
      assert.deepEqual(await viewer.troubles(), [])
    }
  },

  async "the trace is saved in both forms, and both replay"({ open, trace, command, work }) {
    const given = trace("clip-seek-tolerances.trace.jsonl")
    const viewer = await open(given)
    await keep(viewer)
    const text = await exported(viewer, "Trace as text (JSON Lines)")
    assert.match(text.name, /\.trace\.jsonl$/)
    assert.equal(String(text.bytes), String(given.bytes))
    const binary = await exported(viewer, "Trace as binary")
    const file = join(work, "saved.trace")
    writeFileSync(file, binary.bytes)
    assert.equal(command("cat", file, "--to", "text"), String(given.bytes))
  },

  async "the Perfetto trace is that of the command line"({ open, trace, command, work }) {
    const given = trace("episode-seeks.trace.jsonl")
    const viewer = await open(given)
    await keep(viewer)
    const { name, bytes } = await exported(viewer, "Perfetto trace")
    assert.match(name, /\.perfetto-trace$/)
    const [file, expected] = [join(work, "given.trace.jsonl"), join(work, "expected.perfetto-trace")]
    writeFileSync(file, given.bytes)
    command("export", file, "--as", "perfetto", "--output", expected)
    assert.ok(bytes.equals(readFileSync(expected)))
  },

  async "debug info says what it is about, and holds the trace"({ open, trace, command, work }) {
    const given = trace("net-silent.trace.jsonl")
    const viewer = await open(given)
    await viewer.run(() => { Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("not allowed")) } }) })
    await viewer.click("#export summary")
    await viewer.click("#export-list button", "Copy debug info")
    const text = await until("what is to be copied", () => viewer.run(() => document.querySelector("#copy[open] textarea")?.value ?? ""))
    assert.match(text, /net-silent/)
    assert.match(text, /step \d/)
    const base64 = text.split("\n").filter((line) => /^[A-Za-z0-9+/=]{20,}$/.test(line)).join("")
    writeFileSync(join(work, "copied.trace"), Buffer.from(base64, "base64"))
    assert.equal(command("cat", join(work, "copied.trace"), "--to", "text"), String(given.bytes))
  },

  async "scenarios and tests are those of the command line"({ open, command, path, isBrief }) {
    const name = "http-stall.trace.jsonl"
    const viewer = await open(name)
    await keep(viewer)
    const named = (text) => text.replaceAll(path(name), name)
    for (const [words, file, made] of [
      ["Scenario (YAML)", "http-stall.yaml", ["scenario"]], ["Scenario with a simulated engine", "http-stall.simulated.yaml", ["scenario", "--simulate"]],
      ["Swift Testing test", "HttpStallTests.swift", ["test"]], ["JavaScript test", "http-stall.test.mjs", ["test", "--in", "javascript"]]
    ].filter((_, index) => !isBrief || index % 2 === 0)) {
      const found = await exported(viewer, words)
      assert.equal(found.name, file)
      assert.equal(String(found.bytes), named(command(made[0], path(name), ...made.slice(1))), words)
    }
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "a trace is shrunk as by the command line, and what cannot be is said in a sentence"({ open, command, path, work }) {
    const name = "http-stall.trace.jsonl"
    const viewer = await open(name)
    await keep(viewer)
    const { name: file, bytes } = await shrunk(viewer, "stallBegan")
    assert.equal(file, "http-stall.shrunk.trace.jsonl")
    command("shrink", path(name), "--until", "stallBegan", "--output", join(work, "small.trace.jsonl"))
    assert.equal(String(bytes), readFileSync(join(work, "small.trace.jsonl"), "utf8"))
    await said(viewer, /nothing can be left out or made simpler/)
    for (const [words, answer] of [["stallBegun", /stallBegan/], ["failed", /never reported/], ["", /every property holds/], ["<img src=x onerror=window.hostile=1>", /neither a property nor/]]) {
      await viewer.click("#export summary")
      await viewer.write("#export-list form input", words)
      await viewer.click("#export-list form button")
      await said(viewer, answer)
    }
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "while a long trace is shrunk the page steps; the task can be stopped"({ open, trace }) {
    const lines = [String(trace("clip-pause.trace.jsonl").bytes).split("\n")[0].replace(/\}$/, ',"outputs":false}')]
    for (let number = 1; number <= 30_000; number++) lines.push(JSON.stringify({ k: "i", n: number, t: number * 1000, e: number % 2 ? "play" : "pause", a: { request: number } }))
    const viewer = await open({ name: "long.trace.jsonl", bytes: Buffer.from(`${lines.join("\n")}\n`) })
    await viewer.pressTo(0, key.home)
    await viewer.click("#export summary")
    await viewer.click("#export-list form button")
    await viewer.leave()
    await viewer.pressTo(3, key.right, key.right, key.right)
    // If the machine has already finished, there is nothing to stop.
    await viewer.run(() => document.querySelector(".task button")?.click())
    await said(viewer, /Stopped before|every property holds/)
    await until("the bar goes", () => viewer.run(() => document.querySelector(".task") === null))
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "notes are kept in a saved trace of either form, which replays, and are notes again when it is opened"({ open, trace, command, work }) {
    const given = trace("clip-seek-tolerances.trace.jsonl")
    const viewer = await open(given)
    await keep(viewer)
    const area = "#step textarea"
    for (const [step, words] of [[0, "before"], [5, "look <b>here</b> “now”"], [await viewer.lastStep(), "the end"]]) {
      await viewer.go(step)
      await viewer.write(area, words)
      await viewer.leave()
      await until("the note in the address", () => viewer.run((step) => new URLSearchParams(location.hash.slice(1)).getAll("note").some((note) => note.startsWith(`${step}:`)), step))
    }
    const text = await exported(viewer, "Trace as text (JSON Lines)")
    const binary = await exported(viewer, "Trace as binary")
    for (const [file, { bytes }] of [["noted.trace.jsonl", text], ["noted.trace", binary]]) {
      writeFileSync(join(work, file), bytes)
      assert.equal(command("replay", join(work, file), "--json").verdict, "ok")
      const again = await open({ name: file, bytes })
      await keep(again)
      await again.go(5)
      assert.equal(await again.run(() => document.querySelector("#step textarea").value), "look <b>here</b> “now”")
      await again.panel("lists")
      await again.contains("#panel-lists", "Notes: 3")
      // A removed note is removed from the trace; the others stay.
      await again.write(area, "")
      await again.leave()
      await again.contains("#panel-lists", "Notes: 2")
      const without = String((await exported(again, "Trace as text (JSON Lines)")).bytes)
      assert.deepEqual(without.split("\n").filter((line) => line.startsWith('{"k":"m"')), ['{"k":"m","n":0,"x":"before"}', JSON.stringify({ k: "m", n: await again.lastStep(), x: "the end" })])
      assert.equal(without.split("\n").filter((line) => !line.startsWith('{"k":"m"')).join("\n"), String(given.bytes))
      assert.deepEqual(await again.troubles(), [])
    }
  }
}
