// Writes messages.js: a function for each kind of input, and one for each kind of output. So no kinds are looked up at run time, and a
// JavaScript engine knows the shape of every object.

/** The text of the module for the library's description of itself. */
export function messages(description) {
  const codecs = codecsOf(description)
  const inputs = description.inputs.map((kind) => writer(kind, codecs))
  const outputs = description.outputs.map((kind) => reader(kind, codecs))
  const used = new Set([...inputs, ...outputs].flatMap((text) => text.match(/(?<!\.)\b(?:read|write)[A-Z]\w+/g) ?? []))
  return `// Made from the library's description of itself.
import { enumeration, ${[...used].sort().join(", ")} } from "./values.js"

/** The vocabulary that these functions are for. */
export const vocabularyHash = ${JSON.stringify(description.vocabularyHash)}

${Object.entries(description.enumerations).map(([name, cases]) => `const ${name}Words = enumeration(${list(cases)})`).join("\n")}
${Object.entries(description.sets).map(([name, cases]) => `const ${name}Bits = ${JSON.stringify(Object.entries(cases))}`).join("\n")}
const inputCodes = enumeration(${list(Object.fromEntries(description.inputs.map((kind) => [kind.name, kind.code])))})

/** Each writes an input that happens at an instant. What it has is read once, before anything is written: it may have getters. */
export const inputs = {
  __proto__: null,
${inputs.join(",\n")}
}

/** By code: each reads an output. */
export const outputs = []
${outputs.join("\n")}
`
}

function list(cases) {
  const words = []
  for (const [word, number] of Object.entries(cases)) words[number] = word
  return `[${Array.from(words, (word) => word === undefined ? "" : JSON.stringify(word)).join(",")}]`
}

/** Which functions of values.js read and write a type, and their arguments besides the place. */
function codecsOf(description) {
  const known = { bool: ["Bool"], time: ["Time"], span: ["Span"], instant: ["Span"], code: ["Word", "inputCodes"] }
  for (const name of Object.keys(description.enumerations)) known[name] = ["Word", `${name}Words`]
  for (const name of Object.keys(description.sets)) known[name] = ["Set", `${name}Bits`]
  return (type) => known[type] ?? ["Number"]
}

const property = (name) => /^\w+$/.test(name) ? name : JSON.stringify(name)
const member = (name) => /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`

function writer(kind, codecs) {
  const [context] = Object.keys(kind.context)
  const fields = Object.entries(kind.fields)
  const read = [...(context ? [`c = input${member(context)}`] : []), ...fields.map(([name], index) => `f${index} = input${member(name)}`)]
  const given = [...(context ? ["c"] : []), ...fields.map((_, index) => `f${index}`)].map((name) => ` + (${name} !== undefined)`).join("")
  const lines = [
    `  ${property(kind.name)}(machine, input, at) {`,
    ...(read.length ? [`    const ${read.join(", ")}`] : []),
    `    machine.begin(input, ${JSON.stringify(kind.name)}, 1${given}, at, ${kind.code + 65536 * fields.length})`,
    ...(context ? [`    machine.context(c, ${JSON.stringify(`input.${context}`)})`] : []),
    ...(fields.length ? ["    const memory = machine.words, place = machine.input"] : []),
    ...fields.map(([name, type], index) => {
      const place = `memory, place + ${4 + 2 * index}, f${index}`
      // A setting's value may be written as when creating a player; a number is always accepted.
      if (kind.name === "set" && name === "value") return `    machine.writeSetting(place + ${4 + 2 * index}, f${index}, f${index - 1})`
      const [method, extra] = codecs(type)
      return `    write${method}(${place}${extra ? `, ${extra}` : ""}, ${JSON.stringify(`input.${name}`)})`
    }),
    "  }"
  ]
  return lines.join("\n")
}

function reader(kind, codecs) {
  const value = (place, type) => {
    const [method, extra] = codecs(type)
    return `read${method}(memory, place + ${place}${extra ? `, ${extra}` : ""})`
  }
  const parts = [`name: ${JSON.stringify(kind.name)}`]
  for (const [name, type] of Object.entries(kind.context)) {
    // The context is one unsigned word.
    const [method, extra] = codecs(type)
    parts.push(`${property(name)}: ${method === "Word" ? `readWord(memory, place + 1, ${extra})` : "memory[place + 1] >>> 0"}`)
  }
  Object.entries(kind.fields).forEach(([name, type], index) => parts.push(`${property(name)}: ${value(4 + 2 * index, type)}`))
  return `outputs[${kind.code}] = (memory, place) => ({ ${parts.join(", ")} })`
}
