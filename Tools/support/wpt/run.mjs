// Runs the tests: node run.mjs TESTS WORK [--browser NAME]... [--element NAME]... (see Tools/wpt, which checks its arguments).
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { start, version } from "../../../Sources/Hosts/javascript/browsers/start.mjs"
import { groupOf, isAim } from "./groups.mjs"
import { find, lay, suite } from "./layout.mjs"
import { Control, runAll } from "./session.mjs"
import { reason } from "./reasons.mjs"
import { differences, page, subtests } from "./table.mjs"

const here = dirname(fileURLToPath(import.meta.url))
const { values: options, positionals: [tests, work] } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: "string", multiple: true }, element: { type: "string", multiple: true }, script: { type: "string", multiple: true },
    filter: { type: "string" }, repeat: { type: "string", default: "1" }, patience: { type: "string", default: "30" },
    output: { type: "string" }, json: { type: "string" }, from: { type: "string", multiple: true },
    list: { type: "boolean" }, tracks: { type: "boolean" }
  }
})
if (options.from) {
  const result = merge(options.from.map((path) => JSON.parse(readFileSync(path, "utf8"))))
  for (const name of Object.keys(result.browsers)) if (compare(result, name) > 0) process.exitCode = 1
  if (options.output) writeFileSync(options.output, page(result))
  process.exit()
}

const repeats = Number(options.repeat)
const patience = Number(options.patience) * 1000
const filter = new RegExp(options.filter ?? "")
const found = find(tests, options)
const chosen = found.run.filter(({ path }) => filter.test(path))
if (options.list && chosen.length > 0) {
  for (const { path } of chosen) console.log(`${groupOf(path)}\t${path}`)
  process.exit(0)
}
if (chosen.length === 0) {
  console.error(`wpt: no test matches ${options.filter}; Tools/wpt --list shows them`)
  process.exit(3)
}

const scriptsOf = { native: [], "pass-through": [join(here, "pass-through.js")], "tape-deck": options.script ?? [] }
const isTerminal = process.stderr.isTTY === true
const progress = (text) => { if (isTerminal) process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`) }

/** Starts the test server for some folders: returns its ports, and how to stop it. */
async function serve(folders) {
  const child = spawn("python3", ["-B", join(here, "serve.py"), tests, ...folders], { stdio: ["pipe", "pipe", "inherit"] })
  const ports = []
  for await (const line of createInterface(child.stdout)) {
    ports.push(Number(line))
    if (ports.length === folders.length) break
  }
  if (ports.length < folders.length) throw new Error("the server of the tests does not start")
  return { ports, stop: () => child.stdin.end() }
}

/** Adds a report to the results of the earlier repeats. */
function add(run, test, { harness, message, subtests }) {
  const sum = run.tests[test.path] ??= { harness: {}, subtests: {} }
  sum.harness[harness] = (sum.harness[harness] ?? 0) + 1
  if (message) sum.message = message
  const seen = {}
  for (const { name, outcome, message } of subtests) {
    // Names should be unique, but are not always.
    seen[name] = (seen[name] ?? 0) + 1
    const one = sum.subtests[seen[name] > 1 ? `${name} (${seen[name]})` : name] ??= { counts: {}, message: "" }
    one.counts[outcome] = (one.counts[outcome] ?? 0) + 1
    if (outcome !== "pass") one.message = message
  }
}

const control = new Control()
const port = await control.listen()
const folders = options.element.map((element) => {
  const folder = join(work, "pages", element)
  lay(tests, folder, { elements: scriptsOf[element], port, patience })
  return folder
})
const server = await serve(folders)
const profiles = join(work, "profiles")
const result = {
  source: readFileSync(join(tests, "source.txt"), "utf8").trim(), suite, filter: options.filter, tracks: options.tracks, patience: options.patience, tests: chosen.length,
  skipped: found.skipped.filter(({ path }) => filter.test(path)), browsers: {}, runs: []
}

// Browsers are in separate process groups: Ctrl-C does not reach them.
let browser = null
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    progress("")
    browser?.stop()
    server.stop()
    process.exit(130)
  })
}

const save = () => { if (options.json) writeFileSync(options.json, JSON.stringify(result, null, 1) + "\n") }

async function runOne(name, element, base) {
  const run = { browser: name, element, repeats: 0, tests: {} }
  result.runs.push(run)
  let done = 0
  for (let round = 1; round <= repeats; round += 1) {
    mkdirSync(profiles, { recursive: true })
    await runAll(chosen, {
      control, base, patience,
      launch: (url) => (browser = start(name, url, mkdtempSync(join(profiles, `${name}-`)))),
      note(test, report) {
        add(run, test, report)
        done += 1
        const running = chosen[done % chosen.length]
        progress(`${name}, ${element}: ${done} of ${chosen.length * repeats}, ${running.path}`)
      }
    })
    // A fresh browser for each round, with nothing left of the previous one.
    rmSync(profiles, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    // If the run is stopped later, it has this many repeats.
    run.repeats = round
    save()
  }
  progress("")
  const all = [...subtests(run).values()]
  console.log(`${result.browsers[name]}, ${element}: ${all.filter(({ outcome }) => outcome === "pass").length} of ${all.length} subtests pass`)
}

/** Merges several results, of different browsers or elements. */
function merge([first, ...others]) {
  for (const other of others) {
    for (const key of ["source", "suite", "filter", "tests", "tracks", "patience"]) {
      if (other[key] !== first[key]) {
        console.error(`wpt: --from: results that do not belong together: ${key} is ${first[key]} and ${other[key]}`)
        process.exit(3)
      }
    }
    Object.assign(first.browsers, other.browsers)
    first.runs.push(...other.runs)
  }
  return first
}

/** Prints how many of the subtests in the aim the other elements pass in a browser; returns how many <tape-deck> misses without a known reason. */
function compare(result, name) {
  const runs = result.runs.filter((run) => run.browser === name)
  const native = runs.find((run) => run.element === "native")
  let count = 0
  for (const run of runs.filter((run) => native && run !== native)) {
    const missed = differences(native, run).filter(({ group }) => isAim(group))
    const expected = [...subtests(native).values()].filter(({ group, outcome }) => isAim(group) && outcome === "pass").length
    console.log(`${result.browsers[name]}, ${run.element}: ${expected - missed.length} of the ${expected} aimed at`)
    if (run.element === "tape-deck") count += missed.filter((each) => !reason(result.browsers[name], run.element, each)).length
  }
  return count
}

let isEqual = true
try {
  for (const name of options.browser) {
    result.browsers[name] = version(name)
    for (const [index, element] of options.element.entries()) await runOne(name, element, `http://127.0.0.1:${server.ports[index]}/${suite}/`)
    if (compare(result, name) > 0) isEqual = false
  }
  save()
  if (options.output) writeFileSync(options.output, page(result))
  process.exitCode = isEqual ? 0 : 1
} catch (error) {
  progress("")
  console.error(`wpt: ${error.message}`)
  process.exitCode = 3
} finally {
  server.stop()
  control.close()
  rmSync(profiles, { recursive: true, force: true })
}
