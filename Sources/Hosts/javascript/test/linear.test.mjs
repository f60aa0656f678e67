// What others wrote takes no longer than its length suggests, and an error shows only its beginning.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { Player } from "tapedeck"
import { VirtualPlayer, check, simulate } from "tapedeck/simulation"
import { Trace, diff, explain } from "tapedeck/trace"

// Four times as much is still accepted everywhere.
const SHORT = 1 << 17
// A quadratic reader would take sixteen times as long for four times as much.
const [TIMES, MOST] = [4, 8]
// Milliseconds: what is shorter cannot be measured.
const LEAST = 10
const LONGEST_MESSAGE = 3000

const letters = (count) => "x".repeat(count)
const listed = (count, item) => Array.from({ length: count }, (_, index) => item(index))
const lines = readFileSync(join(process.env.TAPEDECK_TRACES, "clip-pause.trace.jsonl"), "utf8").split("\n")
const bytes = (text) => new TextEncoder().encode(text)
/** The bytes of a trace with these lines after its header. */
const trace = (text) => bytes(`${lines[0]}\n${text}\n`)
const readAll = (given) => { for (const _ of new Trace(given)); }
const input = (name, fields, number = 1) => `{"k":"i","n":${number},"t":0,"e":"${name}","a":${fields}}`
const inputs = (count, name = () => "play") => trace(listed(count >> 7, (index) => input(name(index), `{"request":${index + 1}}`, index + 1)).join("\n"))
const texts = (count) => trace(listed(count >> 6, (index) => `{"k":"d","text":${index + 1},"is":"${"word ".repeat(6)}${index}"}`).join("\n"))
const player = () => new VirtualPlayer()

/** What is read, a function that makes something of a size, and one that reads it. */
const cases = [
  ["Player: an option", (n) => ({ [letters(n)]: 1 }), (given) => new Player(given)],
  ["Player: a setting", (n) => ({ settings: { [letters(n)]: 1 } }), (given) => new Player(given)],
  ["Player: a value of a setting", (n) => ({ settings: { retryLimit: letters(n) } }), (given) => new Player(given)],
  ["Player: a preset", (n) => ({ preset: letters(n) }), (given) => new Player(given)],
  ["Player: an option of a recording", (n) => ({ record: { [letters(n)]: 1 } }), (given) => new Player(given)],
  ["Player: an engine of a recording", (n) => ({ record: { engine: letters(n) } }), (given) => new Player(given)],
  ["receive: a name", (n) => ({ name: letters(n) }), (given) => new Player().receive(given, 0)],
  ["receive: a field", (n) => ({ name: "load", [letters(n)]: 1 }), (given) => new Player().receive(given, 0)],
  ["receive: many fields", (n) => ({ name: "load", ...Object.fromEntries(listed(n >> 4, (index) => [`itm${index}`, 1])) }), (given) => new Player().receive(given, 0)],
  ["receive: a number", (n) => ({ name: "seek", offset: letters(n) }), (given) => new Player().receive(given, 0)],
  ["receive: a long number", (n) => ({ name: "seek", offset: 1n << BigInt(n) }), (given) => new Player().receive(given, 0)],
  ["receive: a function", (n) => ({ name: "seek", offset: new Function(`/*${letters(n)}*/`) }), (given) => new Player().receive(given, 0)],
  ["receive: a symbol", (n) => ({ name: "seek", offset: Symbol(letters(n)) }), (given) => new Player().receive(given, 0)],
  ["receive: a word", (n) => ({ name: "seek", anchor: letters(n) }), (given) => new Player().receive(given, 0)],
  ["receive: a word of a set", (n) => ({ name: "supplyChanged", supply: letters(n) }), (given) => new Player().receive(given, 0)],
  ["receive: many words of a set", (n) => ({ name: "supplyChanged", supply: "playable+".repeat(n / 9) + "playable" }), (given) => new Player().receive(given, 0)],
  ["receive: a setting", (n) => ({ name: "set", setting: letters(n), value: 1 }), (given) => new Player().receive(given, 0)],
  ["get", letters, (given) => new Player().get(given)],
  ["get: a setting", (n) => `settings.${letters(n)}`, (given) => new Player().get(given)],
  ["field", letters, (given) => new Player().field(given)],
  ["mark", letters, (given) => new Player({ record: true }).mark(given)],
  ["mark: characters of three bytes", (n) => "\u2028".repeat(n / 3), (given) => new Player({ record: true }).mark(given)],
  ["define", letters, (given) => new Player({ record: true }).define("text", 1, given)],
  ["define: a kind", letters, (given) => new Player().define(given, 1, "")],
  ["restore", (n) => new Uint8Array(n).fill(0x7f), (given) => new Player().restore(given)],
  ["restore: what begins like a state", (n) => { const all = new Uint8Array(n); all.set(new Player().save()); return all }, (given) => new Player().restore(given)],
  ["takeTrace: an option", (n) => ({ [letters(n)]: 1 }), (given) => new Player().takeTrace(given)],

  ["Trace: a name", letters, (name) => new Trace(bytes("{"), { name })],
  ["Trace: letters", (n) => bytes(letters(n)), readAll],
  ["Trace: lines", (n) => bytes("\n".repeat(n)), readAll],
  ["Trace: brackets", (n) => bytes("[".repeat(n)), readAll],
  ["Trace: a header with a long note", (n) => bytes(`${lines[0].replace(/"note":"[^"]*"/, "").replace(/^\{/, `{"note":"${letters(n)}",`).replace(/,,/g, ",")}\n`), readAll],
  ["Trace: a header with many settings", (n) => bytes(lines[0].replace(/"cfg":\{[^}]*\}/, `"cfg":{${listed(n >> 4, (index) => `"setting${index}":1`)}}\n`)), readAll],
  ["Trace: a line with a long name", (n) => trace(input(letters(n), "{}")), readAll],
  ["Trace: a line with a long word", (n) => trace(input("seek", `{"request":1,"anchor":"${letters(n)}"}`)), readAll],
  ["Trace: a line with a long field", (n) => trace(input("seek", `{"${letters(n)}":1}`)), readAll],
  ["Trace: a line with many fields", (n) => trace(input("seek", `{${listed(n >> 4, (index) => `"field${index}":1`)}}`)), readAll],
  ["Trace: a line with a long number", (n) => trace(input("seek", `{"offset":${"9".repeat(n)}}`)), readAll],
  ["Trace: a line with a long fraction", (n) => trace(input("seek", `{"offset":0.${"9".repeat(n)}e-${"9".repeat(n)}}`)), readAll],
  ["Trace: a line with brackets", (n) => trace(input("seek", `{"offset":${"[".repeat(n)}`)), readAll],
  ["Trace: a line with escapes", (n) => trace(`{"k":"d","text":1,"is":"${"\\u0041".repeat(n / 6)}"}`), readAll],
  ["Trace: a line with halves of characters", (n) => trace(`{"k":"d","text":1,"is":"${"\\ud800".repeat(n / 6)}"}`), readAll],
  ["Trace: a line with a long kind", (n) => trace(`{"k":"${letters(n)}"}`), readAll],
  ["Trace: many texts", texts, readAll],
  ["Trace: many marks", (n) => trace(`{"k":"m","n":0,"x":"a \u2028 b"}\n`.repeat(n >> 5)), readAll],
  ["Trace: many inputs", inputs, readAll],
  ["replay: many inputs", inputs, (given) => new Trace(given).replay()],
  ["explain: many inputs", inputs, (given) => explain(new Trace(given))],
  ["diff: many inputs", (n) => inputs(n, (index) => index % 2 ? "play" : "pause"), (given) => diff(new Trace(given), new Trace(trace(lines.slice(1).join("\n"))))],
  ["toBytes: many texts", texts, (given) => new Trace(given).toBytes("binary")],
  ["toBytes: a form", letters, (given) => new Trace(trace("")).toBytes(given)],
  ["explain: a step", letters, (given) => explain(new Trace(trace("")), given)],
  ["check: a law", (n) => ({ allow: [letters(n)] }), (given) => check(trace(""), given)],
  ["check: many laws", (n) => ({ allow: listed(n >> 4, () => "phantom-stall") }), (given) => check(trace(lines.slice(1).join("\n")), given)],
  ["check: a name", (n) => ({ name: letters(n) }), (given) => check(bytes("{"), given)],
  ["check: many inputs", inputs, (given) => check(given)],

  ["VirtualPlayer: an option", (n) => ({ [letters(n)]: 1 }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a name", (n) => ({ name: letters(n - 100) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a preset", (n) => ({ preset: letters(n) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a setting", (n) => ({ settings: { [letters(n)]: 1 } }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a time", (n) => ({ media: { duration: "9".repeat(n) } }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a clock", (n) => ({ media: { duration: "1:".repeat(n / 2) } }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a key", (n) => ({ media: { [letters(n)]: 1 } }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a key with many values", (n) => ({ media: { [letters(n / 2)]: listed(n / 8, () => 1) } }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: many media", (n) => ({ media: listed(n >> 5, () => ({ duration: "1 min" })) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: many segments", (n) => ({ segments: listed(n >> 6, (index) => ({ id: index + 1, from: `${index} s`, to: `${index + 1} s` })) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a network", (n) => ({ network: letters(n) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: a network of many words", (n) => ({ network: "1 Mbit/s, ".repeat(n / 10) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: many periods", (n) => ({ network: listed(n >> 5, () => ({ "1 s": "3 Mbit/s" })) }), (given) => new VirtualPlayer(given)],
  ["VirtualPlayer: many texts", (n) => ({ texts: listed(n >> 3, (index) => `t${index}`) }), (given) => new VirtualPlayer(given)],
  ["send: a word", letters, (given) => player().send(given)],
  ["send: many words", (n) => "seek to ".repeat(n / 8), (given) => player().send(given)],
  ["send: many spaces", (n) => `seek to${" ".repeat(n)}1:30`, (given) => player().send(given)],
  ["send: a name", (n) => ({ name: letters(n) }), (given) => player().send(given)],
  ["send: a field", (n) => ({ name: "seek", [letters(n)]: 1 }), (given) => player().send(given)],
  ["send: a fault", (n) => ({ fault: letters(n) }), (given) => player().send(given)],
  ["send: many actions", (n) => listed(n >> 5, () => "pause"), (given) => player().send(given)],
  ["at: a time", letters, (given) => player().at(given, "play")],
  ["advance: a time", (n) => "9".repeat(n), (given) => player().advance(given)],
  ["connect: a network", letters, (given) => player().connect(given)],
  ["runUntil: a word", letters, (given) => player().runUntil(given)],
  ["runUntil: a pattern", (n) => `failed with ${letters(n)}`, (given) => player().runUntil(given)],
  ["expect: a state", letters, (given) => player().expect(given)],
  ["expect: a property", (n) => ({ [letters(n)]: 1 }), (given) => player().expect(given)],
  ["expect: a text", (n) => ({ position: "1 s ± ".repeat(n / 6) }), (given) => player().expect(given)],
  ["get of a VirtualPlayer", letters, (given) => player().get(given)],
  ["simulate: many steps", (n) => ({ scenario: "a", media: { duration: "1 min" }, steps: listed(n >> 5, (index) => ({ [`at ${index} ms`]: "pause" })) }), simulate],
  ["simulate: many wrong steps", (n) => ({ scenario: "a", media: { duration: "1 min" }, steps: listed(n >> 8, (index) => ({ [`at ${index} ms`]: `sek too ${index}` })) }), simulate],
  ["simulate: many wrong settings", (n) => ({ scenario: "a", media: { duration: "1 min" }, settings: Object.fromEntries(listed(n >> 5, (index) => [`retrylimt${index}`, 1])) }), simulate],
  ["simulate: many expectations", (n) => ({ scenario: "a", media: { duration: "1 min" }, expect: listed(n >> 4, () => "playing") }), simulate],
  ["simulate: a form", letters, (given) => simulate({ scenario: "a" }, { trace: given })]
]

/** Milliseconds of the processor, which do not depend on what else runs. */
const clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds, at best, and the message of the error. */
function measured(read, given) {
  let [best, message] = [Infinity, ""]
  for (let run = 0; run < 3; run++) {
    const began = clock()
    try {
      read(given)
    } catch (error) {
      message = error.message
    }
    best = Math.min(best, clock() - began)
    if (best > 2000) break
  }
  return [best, message]
}

for (const [words, make, read] of cases) {
  test(`any length: ${words}`, () => {
    const [short] = measured(read, make(SHORT))
    const [long, message] = measured(read, make(TIMES * SHORT))
    assert.ok(message.length < LONGEST_MESSAGE, `an error of ${message.length} characters: ${message.slice(0, 200)}`)
    assert.ok(long <= MOST * Math.max(short, LEAST), `${short} ms, and ${long} ms for ${TIMES} times as much`)
  })
}
