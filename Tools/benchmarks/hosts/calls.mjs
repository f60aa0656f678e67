// Runs the mix of a file through the npm package, node calls.mjs PACKAGE FILE: prints nanoseconds per input including its outputs, the
// number of outputs, and the digest of the last state. calls.c describes the format of the file.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [folder, file] = process.argv.slice(2)
const { Player, vocabulary } = await import(pathToFileURL(`${folder}/index.js`))
const kinds = new Map(vocabulary.inputs.map((kind) => [kind.code, kind]))
const settings = {}
const before = []
const measured = []

/** The value as JavaScript writes it: numbers are exact in a recorded session. */
function value(type, text) {
  if (type === "bool" || type === "flag") return text !== "0"
  if (type === "time" && text === "-9223372036854775808") return null
  if (["span", "instant"].includes(type) && text === "9223372036854775807") return null
  const bits = vocabulary.sets[type]
  if (bits) return Object.keys(bits).filter((word) => Number(text) & bits[word]).join("+") || "unknown"
  return Number(text)
}

for (const line of readFileSync(file, "utf8").split("\n")) {
  const [mark, ...numbers] = line.split(" ")
  if (mark === "s") {
    const setting = vocabulary.settings[Number(numbers[0])]
    settings[setting.name] = value(setting.type, numbers[1])
  } else if (mark !== "") {
    const [at, code, context, ...fields] = numbers
    const kind = kinds.get(Number(code))
    const input = { name: kind.name }
    for (const name of Object.keys(kind.context)) input[name] = Number(context)
    Object.entries(kind.fields).forEach(([name, type], index) => (input[name] = value(type, fields[index])))
    ;(mark === "x" ? before : measured).push([input, Number(at)])
  }
}

let least = Infinity
let outputs, digest
for (let round = 0; round < 60; round++) {
  const player = new Player({ settings })
  for (const [input, at] of before) player.receive(input, at)
  outputs = 0
  const began = process.cpuUsage()
  const wall = process.hrtime.bigint()
  for (const [input, at] of measured) outputs += player.receive(input, at).length
  const taken = Number(process.hrtime.bigint() - wall)
  const used = process.cpuUsage(began)
  // The smaller one: other programs inflate the first, and node's own threads the second.
  least = Math.min(least, taken, 1000 * (used.user + used.system) || Infinity)
  digest = player.digest
}
console.log((least / measured.length).toFixed(1), outputs, digest)
