// The state of a step, as `tapedeck at` shows it.
import assert from "node:assert/strict"

/** The fields of `tapedeck at --all`: words by field name. */
function fieldsOf(text) {
  const fields = {}
  let group = null
  for (const line of text.split("\n").slice(1)) {
    if (/^\S/.test(line)) group = line.trim()
    const [, name, words] = /^ {2}(\S+) +(.*)$/.exec(line) ?? []
    if (name && group) fields[group === "player" ? name : `${group}.${name}`] = words
  }
  return fields
}

const difference = (a, b) => Object.keys(a).filter((name) => !(name in b))

export const tests = {
  async "every field of a state has the words of tapedeck at"({ open, command, path }) {
    for (const [name, steps] of [["http-stall.trace.jsonl", [0, 7, 20, 33]], ["hls-window.trace.jsonl", [30, 50]], ["net-refused.trace.jsonl", [5]], ["episode-skip.trace.jsonl", [45]]]) {
      const viewer = await open(name)
      await viewer.panel("state")
      for (const step of steps) {
        await viewer.go(step)
        const expected = fieldsOf(command("at", path(name), String(step), "--all"))
        const shown = await viewer.state()
        const { state } = command("at", path(name), String(step), "--json")
        assert.deepEqual([...difference(state, shown), ...difference(expected, shown)], [])
        for (const [field, words] of Object.entries(expected)) {
          // The page shows items and texts by their names, the command line with their numbers in front; a number without a name is that
          // number.
          const isNamed = /^“.*”$/s.test(shown[field])
          const [, number, title] = /^(\d+) {2}(.*)$/s.exec(words) ?? []
          assert.equal(isNamed ? shown[field].slice(1, -1) : shown[field], isNamed ? title : shown[field] === words ? words : number ?? words, `${name}, step ${step}, ${field}`)
        }
      }
      assert.deepEqual(await viewer.troubles(), [])
    }
  },

  async "what a step changed is marked, with what it was before"({ open, command, path }) {
    const name = "clip-pause.trace.jsonl"
    const viewer = await open(name)
    await viewer.panel("state")
    for (const step of [1, 12, 20]) {
      await viewer.go(step)
      const [before, after] = [step - 1, step].map((number) => command("at", path(name), String(number), "--json").state)
      const changed = Object.keys(after).filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]))
      const marked = await viewer.run(() => [...document.querySelectorAll("#panel-state .field.changed")].map((row) => [row.querySelector("button").title, row.querySelector("del").textContent]))
      assert.deepEqual(marked.map(([field]) => field).sort(), changed.sort(), `step ${step}`)
      for (const [field, words] of marked) assert.match(words, /^was ./, field)
    }
  },

  async "the filter leaves the fields with its words, and the box those that changed"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.panel("state")
    await viewer.go(1)
    const shown = () => viewer.run(() => [...document.querySelectorAll("#panel-state .field")].filter((row) => row.checkVisibility()).map((row) => row.querySelector("button").title))
    await viewer.write('#panel-state input[type="search"]', "loading.epoch")
    assert.deepEqual(await shown(), ["loading.epoch"])
    await viewer.write('#panel-state input[type="search"]', "no such field")
    assert.deepEqual(await shown(), [])
    assert.match(await viewer.text("#panel-state"), /No field/)
    await viewer.write('#panel-state input[type="search"]', " ")
    await viewer.click('#panel-state input[type="checkbox"]')
    const changed = await viewer.run(() => document.querySelectorAll("#panel-state .field.changed").length)
    assert.ok((await shown()).length <= changed && changed > 0)
  }
}
