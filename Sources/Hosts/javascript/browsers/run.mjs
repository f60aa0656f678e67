// Runs the package in real browsers: node run.mjs PACKAGE TRACES [BROWSER]...
//
// A loopback server provides the package, the traces, and the scenarios of the file TAPEDECK_SCENARIOS with the results from node, under a
// policy that forbids everything the package does not need. Each browser opens two pages, one after the other: over HTTP, with a worker;
// and from a file. They report their results with a POST.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, extname, join, normalize } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { browsers, start } from "./start.mjs"

const [packageFolder, tracesFolder, ...chosen] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const work = mkdtempSync(join(tmpdir(), "tapedeck-browsers-"))
// The limit for a browser that hangs.
const patience = 300_000

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" }
const isTrace = (name) => /\.trace(\.jsonl)?$/.test(name)
const traces = ["", "regressions", "hosts", "archive/1-behaviour-2"].flatMap((folder) =>
  readdirSync(join(tracesFolder, folder)).filter(isTrace).sort().map((name) => join(folder, name)))

// The results expected of simulations: those of this process.
const { simulate } = await import(pathToFileURL(join(packageFolder, "simulation.js")))
const scenarios = process.env.TAPEDECK_SCENARIOS ? JSON.parse(readFileSync(process.env.TAPEDECK_SCENARIOS, "utf8")) : []
const simulations = scenarios.map(({ scenario }) => ({ scenario, report: simulate(scenario) }))

let report = () => {}
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1")
  if (request.method === "POST") {
    let text = ""
    request.on("data", (chunk) => { text += chunk })
    request.on("end", () => {
      response.writeHead(204, { "access-control-allow-origin": "*" }).end()
      report(JSON.parse(text))
    })
    return
  }
  const send = (body, type) => response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body)
  if (pathname === "/traces.json") return send(JSON.stringify(traces), "application/json")
  if (pathname === "/simulations.json") return send(JSON.stringify(simulations), "application/json")
  const [, root, ...rest] = normalize(pathname).split("/")
  const folder = { package: packageFolder, traces: tracesFolder }[root]
  const path = folder ? join(folder, ...rest) : join(here, root)
  try {
    send(readFileSync(path), types[extname(path)] ?? "application/octet-stream")
  } catch {
    response.writeHead(404).end()
  }
})

/** Opens a page in a browser, and waits for its report. */
async function visit(name, url) {
  const browser = start(name, url, mkdtempSync(join(work, `${name}-`)))
  let timer
  try {
    return await Promise.race([
      new Promise((resolve) => { report = resolve }),
      browser.ended.then((end) => { throw new Error(`${name}: it ended${end} before anything was reported from ${url}\n${browser.talk()}`) }),
      new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${name}: nothing was reported from ${url}\n${browser.talk()}`)), patience) })
    ])
  } finally {
    clearTimeout(timer)
    report = () => {}
    browser.stop()
  }
}

/** A page next to the package, as when a user opens it with a double click. */
function filePage(port) {
  const folder = join(work, "page")
  mkdirSync(folder, { recursive: true })
  for (const name of ["index.global.js", "trace.global.js", "simulation.global.js"]) copyFileSync(join(packageFolder, name), join(folder, name))
  for (const name of ["file.html", "file.js"]) copyFileSync(join(here, name), join(folder, name))
  const bytes = readFileSync(join(tracesFolder, "clip-pause.trace.jsonl")).toString("base64")
  writeFileSync(join(folder, "given.js"), `const given = { bytes: "${bytes}", report: "http://127.0.0.1:${port}/report" }\n`)
  return `file://${join(folder, "file.html")}`
}

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address()
let failed = false
for (const name of chosen.length ? chosen : Object.keys(browsers)) {
  for (const [place, url, expected, expectedSimulations] of [["page and worker", `http://127.0.0.1:${port}/page.html`, 2 * traces.length, 2 * simulations.length], ["file", filePage(port), 1, 1]]) {
    try {
      const { agent, replayed, simulated, failures } = await visit(name, url)
      console.log(`${name}, ${place}: ${replayed} traces, ${simulated} scenarios (${agent})`)
      for (const failure of failures) console.error(`  ${failure}`)
      if (failures.length > 0 || replayed !== expected || simulated !== expectedSimulations) failed = true
    } catch (error) {
      console.error(error.message)
      failed = true
    }
  }
}
server.close()
rmSync(work, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0
