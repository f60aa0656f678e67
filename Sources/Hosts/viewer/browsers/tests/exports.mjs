// What leaves the page: pictures, traces and links.
import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hostileTrace } from "../hostile.mjs"
import { until } from "../driver.mjs"

/** Chooses from the menu, and returns the file that the page makes of it: its name, type and bytes. */
async function exported(viewer, words) {
  await viewer.run(() => {
    window.made = null
    // What a click on the link would save.
    HTMLAnchorElement.prototype.click = function () { window.made = { name: this.download, href: this.href } }
  })
  await viewer.click("#export summary")
  await viewer.click("#export-list button", words)
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

/** Keeps what the page makes addresses for. */
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
  }
}
