// JavaScript reports the same about traces as the command line, for every kind of trace.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { test } from "node:test"
import { Player } from "tapedeck"
import { check } from "tapedeck/simulation"
import { Trace, TraceError, diff, explain } from "tapedeck/trace"

const traces = process.env.TAPEDECK_TRACES
const isTrace = (name) => /\.trace(\.jsonl)?$/.test(name)
const archives = readdirSync(join(traces, "archive")).filter((name) => /^\d+$/.test(name)).map((name) => join(traces, "archive", name))
const files = [traces, join(traces, "regressions"), join(traces, "hosts"), ...archives].flatMap((folder) =>
  readdirSync(folder).filter(isTrace).sort().map((name) => join(folder, name)))
const open = (path) => new Trace(readFileSync(path), { name: path })
const clip = join(traces, "clip-pause.trace.jsonl")

test("golden traces, regressions and the archive of all versions are replayed; only another behaviour differs", () => {
  assert.ok(files.length > 200, `${files.length} traces`)
  const { behaviour } = open(clip).header
  for (const path of files) {
    const trace = open(path)
    const report = trace.replay()
    const mayDiffer = path.includes("archive") && trace.header.behaviour !== behaviour
    if (!mayDiffer || report.verdict !== "differs") assert.equal(report.verdict, "ok", `${path}: ${JSON.stringify(report)}`)
  }
})

const tapedeck = process.env.TAPEDECK
test("replay, explain, diff and check find what the command line finds", { skip: !tapedeck }, () => {
  const run = (...words) => {
    try {
      return JSON.parse(execFileSync(tapedeck, [...words, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
    } catch (error) {
      return JSON.parse(error.stdout)
    }
  }
  // Also those of cores with more and with fewer words.
  const versions = join(traces, "../Tests/Corpus/versions")
  const golden = files.filter((path) => !path.includes("archive"))
    .concat(readdirSync(versions).filter(isTrace).map((name) => join(versions, name)))
  golden.forEach((path, index) => {
    const { wall, ...replayed } = run("replay", path)
    assert.deepEqual(open(path).replay(), replayed)
    if (index % 3 === 0 && replayed.verdict === "ok") assert.deepEqual(explain(open(path)), run("explain", path))
    const other = golden[(index + 1) % golden.length]
    if (index % 5 === 0) {
      const { error, ...checked } = run("check", path)
      if (error) assert.throws(() => check(open(path)), TraceError)
      else assert.deepEqual(check(open(path)), checked)
    }
    if (index % 7 === 0) assert.deepEqual(diff(open(path), open(other)), run("diff", path, other))
  })
})

test("laws that do not hold are found where a trace was changed, and those that are allowed are not", () => {
  assert.deepEqual(check(open(clip)).issues, [])
  const text = readFileSync(clip, "utf8").replaceAll('"to":"preparing"', '"to":"playing"')
  const changed = new Trace(new TextEncoder().encode(text), { name: "changed" })
  const { verdict, issueCount, issues } = check(changed)
  assert.equal(verdict, "issues")
  assert.equal(issueCount, issues.length)
  assert.deepEqual([...new Set(issues.map((issue) => issue.property))], ["recorded-otherwise"])
  assert.match(issues[0].detail, /^recorded .*to=playing, now .*to=preparing/)
  assert.equal(check(changed, { allow: ["recorded-otherwise"] }).verdict, "ok")
  assert.deepEqual(check(changed, { limit: 0 }).issues, [])
})

test("a trace that is converted there and back has the bytes that it had", () => {
  const bytes = new Uint8Array(readFileSync(clip))
  const binary = open(clip).toBytes("binary")
  assert.ok(binary.length < bytes.length / 3)
  assert.deepEqual(new Trace(binary).toBytes("text"), bytes)
  assert.deepEqual(new Trace(binary).toBytes("binary"), binary)
})

test("a trace is read record by record, and its inputs can be given to a player", () => {
  const trace = open(clip)
  const player = new Player({ settings: trace.header.settings })
  for (const { input, at, outputs } of trace.steps()) assert.deepEqual(player.receive(input, at), outputs)
  const records = [...trace]
  const end = records.at(-1)
  assert.equal(end.kind, "end")
  assert.equal(player.digest, end.digest)
  assert.deepEqual(records[0], { kind: "item", item: 1, source: "Traces/media/clip.mp4" })
  assert.equal(records.length, [...trace].length)
})

test("what was recorded here is read here", () => {
  const player = new Player({ record: { engine: "none", note: "näh" } })
  player.receive({ name: "load", request: 1, item: 1 }, 10)
  player.define("text", 3, "drei")
  player.mark("here it went wrong")
  const trace = new Trace(player.takeTrace({ end: true }))
  assert.equal(trace.header.note, "näh")
  assert.deepEqual([...trace].map(({ kind }) => kind), ["step", "text", "mark", "end"])
  assert.equal(trace.replay().digest, player.digest)
})

test("a difference has its place, and the fields that differ", () => {
  const text = readFileSync(clip, "utf8").replace('"to":"preparing"', '"to":"playing"')
  const report = new Trace(new TextEncoder().encode(text)).replay()
  assert.equal(report.verdict, "differs")
  assert.equal(report.difference.kind, "output")
  assert.deepEqual(report.difference.fields, [{ field: "playbackStateChanged.to", expected: "playing", got: "preparing" }])
  const changed = new Trace(new TextEncoder().encode(text), { name: "changed" })
  const comparison = diff(open(clip), changed)
  assert.equal(comparison.equal, false)
  assert.equal(comparison.steps.changed, 1)
})

test("a damaged trace gives what is readable, and the place", () => {
  const lines = readFileSync(clip, "utf8").split("\n")
  lines[9] = lines[9].replace('"k":"', '"k":"?')
  const trace = new Trace(new TextEncoder().encode(lines.join("\n")), { name: "mine" })
  const seen = []
  assert.throws(() => { for (const record of trace) seen.push(record) }, (error) =>
    error instanceof TraceError && error.kind === "damaged" && error.line === 10 && error.offset > 0 && /^mine: /.test(error.message))
  assert.ok(seen.length > 0)
  const torn = new Trace(readFileSync(clip).subarray(0, 5000))
  assert.equal([...torn].at(-1).kind, "loss")
})

const wrongUses = [
  [TypeError, /^tapedeck: bytes: expected a Uint8Array or an ArrayBuffer, found "a"/, () => new Trace("a")],
  [TypeError, /^tapedeck: options\.nam: there is no such option; there are name/, () => new Trace(new Uint8Array(3), { nam: "x" })],
  [TypeError, /^tapedeck: options\.name: expected a string, found 3/, () => new Trace(new Uint8Array(3), { name: 3 })],
  [TraceError, /^trace: .*trace/, () => new Trace(new Uint8Array(0))],
  [TraceError, /^x: /, () => new Trace(new TextEncoder().encode("hello"), { name: "x" })],
  [TypeError, /^tapedeck: trace: expected a Trace, found 1/, () => explain(1)],
  [RangeError, /^tapedeck: step: expected the number of a step, found 1\.5/, () => explain(open(clip), 1.5)],
  [TypeError, /^tapedeck: trace: expected a Uint8Array, an ArrayBuffer or a Trace, found 1/, () => check(1)],
  [TraceError, /^mine: this is not a trace/, () => check(new Uint8Array(3), { name: "mine" })],
  [TypeError, /^tapedeck: options\.allow: expected an array of ids of laws, found "x"/, () => check(open(clip), { allow: "x" })],
  [RangeError, /^tapedeck: options\.allow: expected ids of laws, as phantom-stall, found "a b"/, () => check(open(clip), { allow: ["a b"] })],
  [RangeError, /^tapedeck: options\.allow: there is no law 'fantom-stall'; did you mean phantom-stall\?/, () => check(open(clip), { allow: ["never-plays", "fantom-stall"] })],
  [RangeError, /^tapedeck: options\.limit: expected 0 to 1000000, found -1/, () => check(open(clip), { limit: -1 })],
  [RangeError, /^tapedeck: form: expected text or binary, found "json"/, () => open(clip).toBytes("json")],
  [TraceError, /the steps are 1 … 28/, () => explain(open(clip), 29)],
  [TypeError, /^tapedeck: b: expected a Trace, found undefined/, () => diff(open(clip))],
  [RangeError, /^tapedeck: options\.limit: expected 0 to 1000000, found -1/, () => diff(open(clip), open(clip), { limit: -1 })]
]
for (const [kind, words, use] of wrongUses) {
  test(`wrong use of traces: ${words}`, () => {
    assert.throws(use, (error) => (error instanceof kind && words.test(error.message)) || assert.fail(`${error.name}: ${error.message}`))
  })
}

test("no bytes end the module in another way than with an error", () => {
  let seed = 1
  const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit
  const some = files.filter((path) => readFileSync(path).length < 20000)
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from(readFileSync(some[random(some.length)]))
    for (let count = 1 + random(6); count > 0; count--) bytes[random(bytes.length)] = random(3) ? random(256) : 0xff
    const given = random(4) ? bytes : bytes.subarray(0, random(bytes.length))
    try {
      const trace = new Trace(given)
      for (const _ of trace);
      trace.replay()
      explain(trace)
    } catch (error) {
      assert.ok(error instanceof TraceError, `${round}: ${error.stack}`)
    }
  }
})

test("the README's program for traces runs", async () => {
  const readme = readFileSync(createRequire(import.meta.url).resolve("tapedeck/traces.wasm").replace("traces.wasm", "README.md"), "utf8")
  const [, program] = readme.match(/```js\n(import \{ Trace[^]*?)```/)
  writeFileSync("readme-program.mjs", program.replaceAll('readFileSync("episode.trace")', `readFileSync(${JSON.stringify(clip)})`))
  const lines = execFileSync(process.execPath, ["readme-program.mjs"], { encoding: "utf8" }).trim().split("\n")
  assert.equal(lines[0], "1 0 load 6")
  assert.equal(lines[28], "ok")
  assert.equal(lines.at(-1), "true")
})

test("the CommonJS entry of traces is the same", () => {
  const other = createRequire(import.meta.url)("tapedeck/trace")
  assert.deepEqual(new other.Trace(readFileSync(clip)).replay(), new Trace(readFileSync(clip)).replay())
  assert.ok(existsSync(createRequire(import.meta.url).resolve("tapedeck/traces.wasm")))
})
