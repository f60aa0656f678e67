// Lays out the package: node build.mjs MODULE.wasm TRACES.wasm SIMULATION.wasm FOLDER
import { readFileSync, writeFileSync, mkdirSync, copyFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe } from "./description.js"
import { messages } from "./messages.mjs"

const [wasmPath, tracesPath, simulationPath, folder] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const wasm = readFileSync(wasmPath)
mkdirSync(folder, { recursive: true })
const put = (name, text) => writeFileSync(join(folder, name), text)

const source = (name) => readFileSync(join(here, name), "utf8")
// The library's description of itself.
const vocabulary = describe(new WebAssembly.Module(wasm))
const parts = { "arguments.js": source("arguments.js"), "values.js": source("values.js"), "messages.js": messages(vocabulary) }
for (const name of ["player.js", "description.js", "loader.js"]) parts[name] = source(name)
const args = parts["arguments.js"]
const inlined = (wasm) => `const base64 = "${wasm.toString("base64")}"\n`
const bytes = inlined(wasm)
const decode = `const compiled = new WebAssembly.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))\n`

for (const [name, text] of Object.entries(parts)) put(name, text)
put("index.js", `import { open } from "./loader.js"\n\n${bytes}${decode}export const { Player, vocabulary } = open(compiled)\n`)
put("stream.js", `import { excerpt, wrong } from "./arguments.js"
import { open } from "./loader.js"

/** Compiles the module from a response, a promise of one, or bytes. */
export async function load(source) {
  const given = await source
  const isResponse = typeof Response !== "undefined" && given instanceof Response
  const isBytes = given instanceof ArrayBuffer || ArrayBuffer.isView(given)
  if (!isResponse && !isBytes) throw wrong("source", given, "a Response, a promise of one, or bytes")
  if (isResponse && !given.ok) throw new Error(\`tapedeck: source: \${excerpt(given.url, 400)} was answered with \${given.status}\`)
  let module
  try {
    module = isResponse ? await WebAssembly.compileStreaming(given) : await WebAssembly.compile(given)
  } catch (error) {
    const type = isResponse ? \` (its type is \${excerpt(given.headers.get("content-type") ?? "not given")}; expected application/wasm)\` : ""
    throw new Error(\`tapedeck: source: this is not tapedeck.wasm\${type}: \${error.message}\`, { cause: error })
  }
  return open(module)
}
`)
const plain = (text) => text.replace(/^import [^"]*".*"\n/gm, "").replace(/^export /gm, "")
const script = Object.values(parts).map(plain).join("\n")
put("index.cjs", `"use strict"\n${script}\n${bytes}${decode}Object.assign(exports, open(compiled))\n`)

put("index.global.js", `"use strict"\nvar TapeDeck = (() => {\n${script}\n${bytes}${decode}return open(compiled)\n})()\n`)

// Traces and simulations have separate modules: a player does not need them.
entry("trace", { make: "makeTraces", names: "Trace, explain, diff, TraceError", global: "TapeDeckTrace", path: tracesPath, file: "traces" })
entry("simulation", {
  make: "makeSimulation", names: "VirtualPlayer, simulate, check, SimulationError", global: "TapeDeckSimulation", path: simulationPath, file: "simulations"
})

/** An entry that includes a module: as an ES module, for CommonJS and as a script, with types. */
function entry(name, { make, names, global, path, file }) {
  const wasm = readFileSync(path)
  const text = source(`${name}.js`)
  const own = `${plain(args)}\n${plain(text)}\n${inlined(wasm)}${decode}`
  put(`${file}.js`, text)
  put(`${name}.js`, `import { ${make} } from "./${file}.js"\n\n${inlined(wasm)}${decode}export const { ${names} } = ${make}(compiled)\n`)
  put(`${name}.cjs`, `"use strict"\n${own}Object.assign(exports, ${make}(compiled))\n`)
  put(`${name}.global.js`, `"use strict"\nvar ${global} = (() => {\n${own}return ${make}(compiled)\n})()\n`)
  const declarations = source(`${name}.d.ts`)
  put(`${name}.d.ts`, declarations)
  put(`${name}.d.cts`, declarations.replaceAll('"./index.js"', '"./index.cjs"'))
  writeFileSync(join(folder, `${file}.wasm`), wasm)
}

const declarations = types(vocabulary)
put("index.d.ts", declarations)
put("index.d.cts", declarations)
put("stream.d.ts", `import { Player, vocabulary } from "./index.js"
export function load(source: Response | PromiseLike<Response> | BufferSource): Promise<{ Player: typeof Player, vocabulary: typeof vocabulary }>
`)
writeFileSync(join(folder, "tapedeck.wasm"), wasm)
// The element is used as written.
const video = join(here, "../video")
mkdirSync(join(folder, "element"), { recursive: true })
for (const name of readdirSync(video).filter((name) => name !== "example.js" && /\.js$|\.d\.ts$|^README\.md$/.test(name))) copyFileSync(join(video, name), join(folder, "element", name))
for (const name of ["package.json", "README.md"]) copyFileSync(join(here, name), join(folder, name))

// The specification's sentences, which the module does not need.
function sentences() {
  const specification = JSON.parse(readFileSync(join(here, "../../Specification/vocabulary.json"), "utf8"))
  const texts = new Map()
  for (const family of ["inputs", "outputs", "settings"]) {
    for (const { name, text } of specification[family]) texts.set(`${family}.${name}`, text)
  }
  return texts
}

function types(description) {
  const texts = sentences()
  const comment = (margin, key, unit = "") => texts.has(key) ? [`${margin}/** ${texts.get(key)}${unit} */`] : []
  const union = (words) => words.map((word) => JSON.stringify(word)).join(" | ")
  const upper = (name) => name.split(/[.\s]/).map((part) => part[0].toUpperCase() + part.slice(1)).join("")
  const lines = [
    "// Made from the library's description of itself.",
    "",
    "/** Microseconds of media; null when not known. */",
    "export type MediaTime = number | null",
    "/** Microseconds; null when endless. */",
    "export type TimeSpan = number | null",
    "/** Microseconds on a clock of yours; null for never. */",
    "export type Instant = number | null",
    "/** Thousandths: 1000 is normal speed. */",
    "export type Rate = number",
    ""
  ]
  for (const [name, cases] of Object.entries(description.enumerations)) {
    if (name !== "setting") lines.push(`export type ${upper(name)} = ${union(Object.keys(cases))}`)
  }
  const known = {
    time: "MediaTime", span: "TimeSpan", instant: "Instant", bool: "boolean", digest: "string", rate: "Rate",
    code: 'Input["name"] | number'
  }
  for (const [name, cases] of Object.entries(description.sets)) {
    const words = Object.keys(cases)
    const subsets = Array.from({ length: 1 << words.length }, (_, bits) => words.filter((_, index) => bits >> index & 1).join("+") || "unknown")
    lines.push("", "/** The words that hold, with + between them. */", `export type ${upper(name)} = ${union(subsets)}`)
  }
  const type = (name) =>
    known[name] ?? (name === "setting" ? "keyof Settings" : description.enumerations[name] ? upper(name) : description.sets[name] ? upper(name) : "number")
  const settingType = (setting) => setting.type === "flag" ? "boolean" : type(setting.type)
  lines.push("", "/** Settings by name; those that are left out are as the preset has them. */", "export interface Settings {")
  for (const setting of description.settings) {
    const unit = { thousandths: " Thousandths.", microseconds: " Microseconds.", count: "", flag: "", bits: "" }[setting.unit]
    lines.push(...comment("  ", `settings.${setting.name}`, unit), `  ${setting.name}: ${settingType(setting)}`)
  }
  lines.push("}")
  for (const [family, kinds, mark] of [["Input", description.inputs, "?"], ["Output", description.outputs, ""]]) {
    for (const kind of kinds) {
      lines.push("", ...comment("", `${family.toLowerCase()}s.${kind.name}`), `export interface ${upper(kind.name)}${family} {`, `  name: ${JSON.stringify(kind.name)}`)
      for (const [name, word] of [...Object.entries(kind.context), ...Object.entries(kind.fields)]) {
        const isSetting = kind.name === "set" && name === "value"
        lines.push(`  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${isSetting ? "number | boolean | string | null" : type(word)}`)
      }
      lines.push("}")
    }
    lines.push("", `export type ${family} =`, ...kinds.map((kind) => `  | ${upper(kind.name)}${family}`))
  }
  lines.push("", "/** Everything that a player shows. */", "export interface Observable {")
  for (const key of description.keys) lines.push(`  ${key.name}: ${type(key.type)}`)
  lines.push("}", "", "/** The names of all fields of the state. */", "export type StateField =")
  for (const name of Object.keys(description.state)) lines.push(`  | ${JSON.stringify(name)}`)
  lines.push(`
export interface RecordOptions {
  engine?: string
  tool?: string
  note?: string
  /** Microseconds since 1970. */
  recordedAt?: number | null
}

export interface PlayerOptions {
  preset?: Preset
  settings?: Partial<Settings>
  record?: boolean | RecordOptions
}

/** A deterministic media player: it decides, your engine plays. */
export class Player {
  constructor(options?: PlayerOptions)
  /**
   * Takes one input that happens at an instant in microseconds, and returns the outputs that it causes, in order. The instant
   * moves the clock of the player, which does not run backwards; a deadline is served at its own instant, however late it comes.
   */
  receive(input: Input, at: number): Output[]
  get<Name extends keyof Observable>(name: Name): Observable[Name]
  get<Name extends keyof Settings>(setting: \`settings.\${Name}\`): Settings[Name]
  observe(): Observable
  /** Any field of the state, also what is not shown; it may have another name in the next version. */
  field(name: StateField): number | boolean | string | null
  /** When the input \`deadline\` is due, in microseconds; Infinity when it is not. */
  readonly nextDeadline: number
  position(at: number): MediaTime
  /** Sixteen digits, the same on every machine for the same state. */
  readonly digest: string
  save(): Uint8Array
  /** Puts the player into a state that was saved; not while it records. */
  restore(bytes: Uint8Array): void
  /** A second player in the same state. It does not record. */
  fork(): Player
  define(kind: "item" | "text", number: number, text: string): void
  /** Leaves a remark in the trace, after the last input. */
  mark(text: string): void
  takeTrace(options?: { end?: boolean }): Uint8Array
}

/** A kind of input or output. The context is what all of its family have; types are the names of types. */
export interface MessageKind {
  code: number
  name: string
  family: string
  context: Record<string, string>
  fields: Record<string, string>
}

/** The library's description of itself. Numbers beyond 2 ** 53 are texts. */
export interface Vocabulary {
  schema: number
  vocabularyHash: string
  structures: { name: string, size32: number, size64: number, fields: { name: string, type: string, count: number, offset32: number, offset64: number }[] }[]
  constants: Record<string, number>
  keys: { number: number, name: string, type: string }[]
  functions: string[]
  enumerations: Record<string, Record<string, number>>
  /** The bits of sets of words. */
  sets: Record<string, Record<string, number>>
  inputs: MessageKind[]
  outputs: MessageKind[]
  settings: { number: number, name: string, type: string, unit: string, default: number | string, minimum: number | string, maximum: number | string }[]
  presets: { number: number, name: string, settings: Record<string, number | string> }[]
  state: Record<string, string>
}

export const vocabulary: Vocabulary
`)
  return lines.join("\n")
}
