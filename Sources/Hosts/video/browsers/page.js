// Runs the tests one after another, and sends every trace to the runner. Failures are returned in words.
import "/package/element/tape-deck.js"
import { Trace } from "/package/trace.js"
import { tests, testsWithGestures, testsWithoutGesture } from "./tests.js"

const sets = { "without-gesture": testsWithoutGesture, "with-gestures": testsWithGestures }
const query = new URLSearchParams(location.search)
const chosen = query.getAll("only")
const post = (path, body) => fetch(path, { method: "POST", body })

// Nothing here takes this long, however busy the machine is.
const HANGS = 120_000
const standing = ({ state, nativeElement: native }) =>
  `${state.phase}, ${state.state} at ${state.position}, native: ready ${native?.readyState}, ${native?.paused ? "paused" : "playing"}${native?.seeking ? ", seeking" : ""}`

for (const [name, test] of Object.entries(sets[query.get("set")] ?? tests)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const failures = []
  const decks = []
  /** A new element in the page. */
  const make = (attributes = {}, traceName) => {
    const deck = document.createElement("tape-deck")
    deck.traceName = traceName ?? `clip.mp4`
    for (const [key, value] of Object.entries(attributes)) deck.setAttribute(key, value)
    document.body.append(deck)
    decks.push(deck)
    return deck
  }
  const check = (isSo, words) => { if (!isSo) failures.push(words) }
  const notes = []
  try {
    const body = test({ make, check, note: (words) => notes.push(words), control: (path) => post(`/control/${path}`), press: (key) => post(`/press/${key}`), click: () => post("/click"), save: (bytes) => post(`/trace/${name}-copied.trace`, bytes) })
    await Promise.race([body, new Promise((_, reject) => setTimeout(() => reject(new Error(`it hangs; ${decks.map(standing)}`)), HANGS))])
  } catch (error) {
    failures.push(`${error.name}: ${error.message}`)
  }
  for (const [index, deck] of decks.entries()) {
    const bytes = deck.takeTrace()
    const file = `${name}${index || ""}.trace`
    const { verdict, difference } = new Trace(bytes, { name: file }).replay()
    check(verdict === "ok", `${file} in wasm: ${verdict} ${JSON.stringify(difference)}`)
    await post(`/trace/${file}`, bytes)
    deck.remove()
  }
  await post("/result", JSON.stringify({ name, failures, notes }))
}
await post("/done", JSON.stringify({ agent: navigator.userAgent }))
