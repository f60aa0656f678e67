// Tests the viewer in real browsers: node --test-reporter=spec run.mjs VIEWER TRACES TAPEDECK [--brief] [--only WORDS]... BROWSER...
//
// A page is a file, opened as a person would, and used with keys; what it shows is compared with the command line's output. A loopback
// server waits for requests, of which there must be none.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, before, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Browser } from "./driver.mjs"
import { Pages } from "./pages.mjs"
import { Viewer } from "./viewer.mjs"

const { values, positionals } = parseArgs({ allowPositionals: true, options: { brief: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } } })
const [template, tracesFolder, tapedeck, ...chosen] = positionals
const here = dirname(fileURLToPath(import.meta.url))
const work = mkdtempSync(join(tmpdir(), "tapedeck-viewer-"))
const pages = new Pages(template, work, tapedeck)
const subjects = await Promise.all(readdirSync(join(here, "tests")).sort().map((name) => import(`./tests/${name}`)))

const requests = []
const server = createServer((request, response) => {
  requests.push(request.url)
  response.writeHead(404).end()
})
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))

/** What tests get besides the browser. */
const tools = {
  isBrief: values.brief, pages, work, tracesFolder, requests,
  address: `http://127.0.0.1:${server.address().port}`,
  /** A golden trace. */
  trace: (name) => ({ name: `${name.split("/").at(-1)}`, bytes: readFileSync(join(tracesFolder, name)) }),
  path: (name) => join(tracesFolder, name),
  /** The command line's output; objects where it is JSON, a list of them for several traces. */
  command(...words) {
    const { status, stdout, stderr } = spawnSync(tapedeck, words, { encoding: "utf8", maxBuffer: 2 ** 28 })
    if (status > 1) throw new Error(`tapedeck ${words.join(" ")}: ${stderr}`)
    if (!words.includes("--json")) return stdout
    const objects = stdout.trim().split("\n").map((line) => JSON.parse(line))
    return words[0] === "info" ? objects : objects[0]
  }
}

for (const name of chosen) {
  describe(name, () => {
    const given = { ...tools, name }
    before(async () => {
      given.browser = await Browser.open(name)
      given.open = async (...traces) => Viewer.open(given.browser, pages.make(traces.map((trace) => typeof trace === "string" ? tools.trace(trace) : trace)))
    })
    after(() => given.browser?.close())
    for (const { tests } of subjects) {
      for (const [words, test] of Object.entries(tests)) {
        if (values.only.length > 0 && !values.only.some((part) => words.includes(part))) continue
        it(words, async () => {
          requests.length = 0
          await test(given)
          if (requests.length > 0) throw new Error(`the page asked a server for ${requests.join(", ")}`)
        })
      }
    }
  })
}
after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
})
