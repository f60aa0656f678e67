// Players over a simulated engine on a virtual clock, in WebAssembly: a test kit, and whole scenarios as objects.
import { TraceError, checkOptions, excerpt, similar, wrong } from "./arguments.js"

// No call runs longer on the virtual clock.
const WEEK = 7 * 86400 * 1e6
// No instance with more memory is kept for the next scenario, in bytes.
const KEPT = 16 << 20
// The module accepts no larger arguments. An object that contains another one many times, as references in YAML make it, may be far larger
// than what it was read from.
const [MOST_VALUES, MOST_CHARACTERS] = [200_000, 1 << 20]

/** A run that did not meet an expectation. */
export class SimulationError extends Error {
  /** `stop` is why it ended: `reached`, `idle` or `busy`; `now` is the virtual time, and `outputs` are those up to then. */
  constructor(message, { stop, now, outputs }) {
    super(`tapedeck: ${message}`)
    this.name = "SimulationError"
    Object.assign(this, { stop, now, outputs })
  }
}

/** Makes the classes over a compiled module. */
export function makeSimulation(module) {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const forms = { text: 1, binary: 2 }
  // In the order of the cases of `VirtualSession.Stop`.
  const stops = ["reached", "idle", "found", "stepped", "busy"]

  /** One instance of the module: it has one world in its memory, and is collected with it. */
  class World {
    constructor() {
      this.exports = new WebAssembly.Instance(module).exports
    }

    /** Everything that it has is in its memory. */
    copy() {
      const copy = new World()
      const from = this.exports.memory.buffer
      const pages = (from.byteLength - copy.exports.memory.buffer.byteLength) / 65536
      if (pages > 0) copy.exports.memory.grow(pages)
      new Uint8Array(copy.exports.memory.buffer).set(new Uint8Array(from))
      return copy
    }

    /** Copies bytes into the module, and returns where they are. */
    put(bytes) {
      const place = this.exports.allocate(Math.max(1, bytes.length))
      if (place === 0) throw new RangeError("tapedeck: there is not enough memory")
      new Uint8Array(this.exports.memory.buffer).set(bytes, place)
      return [place, bytes.length]
    }

    /** Calls a function with JSON; throws the error that it reports, with the path in the argument. */
    call(name, argument, value, ...rest) {
      const bytes = encoder.encode(JSON.stringify(plain(argument, value, { values: 0, characters: 0 })))
      return this.guard(() => {
        const [place, count] = this.put(bytes)
        const result = this.exports[name](place, count, ...rest)
        this.exports.release(place)
        if (result < 0) throw refusal(argument, JSON.parse(this.text))
        return result
      })
    }

    /** The answer of a function that takes no JSON. */
    ask(name, ...rest) {
      return this.guard(() => {
        this.exports[name](...rest)
        return this.text
      })
    }

    guard(body) {
      try {
        return body()
      } catch (error) {
        // The module traps when its memory cannot grow any more.
        if (error instanceof WebAssembly.RuntimeError) throw new RangeError("tapedeck: there is not enough memory for this simulation", { cause: error })
        throw error
      }
    }

    get text() {
      return decoder.decode(this.view)
    }

    get bytes() {
      return this.view.slice()
    }

    get view() {
      return new Uint8Array(this.exports.memory.buffer, this.exports.answerPlace(), this.exports.answerLength())
    }
  }

  const keys = ["name", "preset", "settings", "media", "live", "network", "networks", "engine", "segments", "load", "texts", "items", "record"]

  class VirtualPlayer {
    #world
    #outputs

    /** @param options What to play, over which network, with which engine and settings: see the types. */
    constructor(options = {}) {
      if (options instanceof World) {
        this.#world = options
        this.#outputs = []
        return
      }
      checkOptions("options", options, keys)
      const { name = "VirtualPlayer", record = false, ...rest } = options
      if (typeof name !== "string" || name === "") throw wrong("options.name", name, "a string with something in it")
      const scenario = { scenario: name, ...rest }
      // Default media, for tests that need no particular one.
      if (rest.media === undefined && rest.live === undefined) scenario.media = { duration: "10 min" }
      this.#world = new World()
      this.#world.call("begin", "options", scenario, formOf("options.record", record))
      this.#take()
    }

    // Properties

    /** The virtual clock, in microseconds. */
    get now() {
      return this.#world.exports.now()
    }

    /** When the next event happens; `Infinity` when nothing more is due. */
    get nextInstant() {
      return this.#world.exports.nextInstant()
    }

    /** The player's next deadline, which the virtual clock serves; `Infinity` when there is none. */
    get nextDeadline() {
      return this.#world.exports.nextDeadline()
    }

    /** Where the playhead is now, in microseconds; null when unknown. */
    get position() {
      const position = this.#world.exports.position()
      return Number.isNaN(position) ? null : position
    }

    /** A digest of the player: sixteen digits, the same on every machine and in every host. */
    get digest() {
      return this.#world.ask("digestOf", 0)
    }

    /** A digest of player, engine, media, network and clock. */
    get worldDigest() {
      return this.#world.ask("digestOf", 1)
    }

    /** The outputs of the last call, each with its time `at`. */
    get outputs() {
      return this.#outputs
    }

    /** All properties of the player; `position` is the current one. */
    observe() {
      return JSON.parse(this.#world.ask("observe"))
    }

    /** One of them. */
    get(name) {
      const all = this.observe()
      if (!Object.hasOwn(all, name)) throw wrong("name", name, "one of the names that observe() has")
      return all[name]
    }

    /**
     * Throws a SimulationError unless the player is as expected now.
     *
     * @param expected A state, or properties as in the expectations of scenarios: `{ state: "playing", position: "10 s ± 50 ms" }`.
     */
    expect(expected) {
      this.#world.call("differences", "expected", expected)
      const differences = JSON.parse(this.#world.text)
      if (differences.length > 0) throw this.#error(`at ${time(this.now)}: ${differences.join("; ")}`, "reached")
    }

    // Actions

    /**
     * Performs an action now, and serves its immediate consequences. Returns the outputs.
     *
     * @param input `"seek to 1:30"` or another short form of scenarios, `{ name: "seek", … }` as for `Player`, `{ fault: … }`, or an array
     *   of them.
     */
    send(input) {
      this.#world.call("perform", "input", input)
      return this.#take()
    }

    /** Schedules an action for a time of the virtual clock; past ones happen when time continues. */
    at(instant, input) {
      this.#world.call("plan", "", { instant: this.#span("instant", instant), input: input === undefined ? null : input })
      return this
    }

    play() {
      return this.send("play")
    }

    pause() {
      return this.send("pause")
    }

    stop() {
      return this.send("stop")
    }

    /** @param to Microseconds or a time such as `"1:30"`; with `by` from here. */
    seek(to) {
      const microseconds = this.#span("to", to)
      return this.send(`seek to ${microseconds} us`)
    }

    /** @param rate Thousandths: 1000 is normal speed. */
    setRate(rate) {
      if (!Number.isSafeInteger(rate)) throw wrong("rate", rate, "a number of thousandths without a fraction")
      return this.send({ name: "setRate", rate })
    }

    /** Loads another item: 1 is the first of the media. */
    load(item, options = {}) {
      checkOptions("options", options, ["at", "play"])
      const { at, play = false } = options
      if (!Number.isInteger(item) || item < 0 || item > 4294967295) throw wrong("item", item, "0 to 4294967295")
      if (typeof play !== "boolean") throw wrong("options.play", play, "true or false")
      const start = at === undefined ? "" : ` at ${this.#span("options.at", at)} us`
      return this.send(`load item ${item}${start}${play ? " and play" : ""}`)
    }

    /** Starts a fault now: `"outage"`, `"server answers 503 to the next opening"`, `{ fault: "openHangs", count: 2 }`. */
    inject(fault) {
      return this.send(fault)
    }

    /** Ends every fault. */
    heal() {
      return this.send("heal")
    }

    /**
     * Switches to a path, over the network that `networks` defines for it or over the given one.
     *
     * @param network The path: `none`, `wifi`, `cellular`, …
     * @param over A rate such as `"1 Mbit/s, latency 80 ms"`, bits per second, or periods.
     */
    connect(network, over) {
      checkWord("network", network)
      if (over === undefined) this.#world.call("perform", "network", `network ${network}`)
      else this.#world.call("perform", "", { network, over })
      return this.#take()
    }

    // Time

    /** Lets time pass. Returns the outputs. @param by Microseconds, or a time such as `"10 s"`. */
    advance(by) {
      return this.#run({ by: this.#span("by", by, WEEK) })
    }

    /** Lets time pass until the virtual clock reaches an instant. */
    advanceTo(to) {
      return this.#run({ to: this.#span("to", to, WEEK) })
    }

    /**
     * Runs until something is reported, and returns the outputs, including that one.
     *
     * @param until `"playing"`, `"stallBegan"`, `"failed with httpServerError"`, or a function that receives this player and the outputs of
     *   each input and returns whether to stop.
     * @param options `limit`: how long at most on the virtual clock; an hour.
     */
    runUntil(until, options = {}) {
      checkOptions("options", options, ["limit"])
      const limit = this.#span("options.limit", options.limit ?? "1 h", WEEK)
      if (typeof until === "function") return this.#runUntil(until, limit)
      const words = checkWord("until", until)
      const stop = stops[this.#world.call("run", "", { until: words, by: limit })]
      const outputs = this.#take()
      if (stop !== "found") throw this.#error(`'${excerpt(words)}' was not reported ${this.#end(stop, limit)}`, stop)
      return outputs
    }

    /** Runs until nothing more is due, as after the end of the media. */
    runToEnd(options = {}) {
      checkOptions("options", options, ["limit"])
      const limit = this.#span("options.limit", options.limit ?? "1 h", WEEK)
      const end = this.now + limit
      const all = []
      for (;;) {
        const stop = stops[this.#world.call("run", "", { to: end, inputs: 100000 })]
        for (const output of this.#take()) all.push(output)
        this.#outputs = all
        if (stop === "busy" || (stop !== "stepped" && this.nextInstant !== Infinity)) throw this.#error(`there was no end ${this.#end(stop, limit)}`, stop)
        if (stop !== "stepped") return all
      }
    }

    #runUntil(predicate, limit) {
      const end = this.now + limit
      const all = []
      this.#outputs = all
      let isEnough = predicate(this, [])
      while (!isEnough) {
        const stop = stops[this.#world.call("run", "", { to: end, inputs: 1 })]
        const outputs = this.#take()
        for (const output of outputs) all.push(output)
        this.#outputs = all
        if (stop === "stepped") isEnough = predicate(this, outputs)
        else if (predicate(this, outputs)) isEnough = true
        else throw this.#error(`the condition did not come true ${this.#end(stop, limit)}`, stop)
      }
      this.#outputs = all
      return all
    }

    // Whole sessions

    /** A second player in the same world: changes to one do not affect the other. */
    fork() {
      return new VirtualPlayer(this.#world.copy())
    }

    /** The bytes of the trace since the last call; with `end` its last ones. Nothing without `record`. */
    takeTrace(options = {}) {
      checkOptions("options", options, ["end"])
      const { end = false } = options
      if (typeof end !== "boolean") throw wrong("options.end", end, "true or false")
      this.#world.guard(() => this.#world.exports.takeTrace(end ? 1 : 0))
      return this.#world.bytes
    }

    #run(request) {
      const stop = stops[this.#world.call("run", "", request)]
      const outputs = this.#take()
      if (stop === "busy") throw this.#error("engine and player keep each other busy", stop)
      return outputs
    }

    #take() {
      return (this.#outputs = JSON.parse(this.#world.ask("takeOutputs")))
    }

    /** A time in words as microseconds. */
    #span(argument, value, most = Number.MAX_SAFE_INTEGER) {
      let span = value
      if (typeof value === "string") {
        this.#world.call("span", argument, value)
        span = Number(this.#world.text)
      }
      if (typeof span !== "number") throw wrong(argument, value, "a number of microseconds, or a time such as \"10 s\"")
      if (!Number.isSafeInteger(span) || span < 0 || span > most) {
        throw wrong(argument, value, `microseconds from 0 to ${most === WEEK ? "a week" : "2 ** 53"}, or a time such as "10 s"`)
      }
      return span
    }

    #end(stop, limit) {
      if (stop === "busy") return `until ${time(this.now)}, where engine and player keep each other busy`
      return stop === "idle" ? `until ${time(this.now)}, when nothing more was due` : `within ${time(limit)}`
    }

    #error(message, stop) {
      return new SimulationError(`${message}; the player is ${this.get("state")} at ${time(this.position)}`, { stop, now: this.now, outputs: this.#outputs })
    }
  }

  // What the last scenario was simulated with, if nothing went wrong: browsers free the memory of an instance late.
  let idle

  /**
   * Runs a whole scenario: an object with the content of a scenario file.
   *
   * @param options `trace`: `"text"` or `"binary"` for the bytes of a trace that replays without the scenario.
   */
  function simulate(scenario, options = {}) {
    checkOptions("options", options, ["trace"])
    const form = formOf("options.trace", options.trace ?? false)
    const world = idle ?? new World()
    idle = undefined
    world.call("simulate", "scenario", scenario, form)
    const report = JSON.parse(world.text)
    if (form !== 0) {
      world.guard(() => world.exports.simulated())
      report.trace = world.bytes
    }
    if (world.exports.memory.buffer.byteLength <= KEPT) idle = world
    return report
  }

  /**
   * Whether the laws of a player hold in a trace, bytes or a `Trace`: what `tapedeck check --json` prints.
   *
   * @param options `name`: its name in errors; `allow`: ids of laws that are not checked; `limit`: at most this many issues of each law are
   *   listed.
   */
  function check(trace, options = {}) {
    checkOptions("options", options, ["name", "allow", "limit"])
    const { name = trace?.name ?? "trace", allow = [], limit = 10 } = options
    if (typeof name !== "string") throw wrong("options.name", name, "a string")
    if (!Array.isArray(allow) || !allow.every((id) => typeof id === "string")) throw wrong("options.allow", allow, "an array of ids of laws")
    const unlike = allow.find((id) => !/^[a-z0-9-]+$/.test(id))
    if (unlike !== undefined) throw wrong("options.allow", unlike, "ids of laws, as phantom-stall")
    if (!Number.isInteger(limit) || limit < 0 || limit > 1e6) throw wrong("options.limit", limit, "0 to 1000000")
    let bytes = typeof trace?.toBytes === "function" ? trace.toBytes() : trace
    if (bytes instanceof ArrayBuffer) bytes = new Uint8Array(bytes)
    if (!(bytes instanceof Uint8Array)) throw wrong("trace", trace, "a Uint8Array, an ArrayBuffer or a Trace")
    const world = new World()
    const result = world.guard(() => world.exports.check(...world.put(bytes), ...world.put(encoder.encode(allow.join(" "))), limit))
    const found = JSON.parse(world.text)
    if (result > 0) return { ...found, trace: name }
    if (found.kind === "misuse") throw new RangeError(`tapedeck: options.${found.message.replace(/^allowed/, "allow")}${similar(allow.find((id) => !found.laws.includes(id)), found.laws)}`)
    throw new TraceError(name, found)
  }

  function formOf(name, value) {
    if (typeof value === "boolean") return value ? forms.binary : 0
    if (!Object.hasOwn(forms, value)) throw wrong(name, value, "true, false, text or binary")
    return forms[value]
  }

  return { VirtualPlayer, simulate, check, SimulationError }
}

function checkWord(name, value) {
  if (typeof value !== "string") throw wrong(name, value, "a string")
  return value
}

/** `12.5 s` */
function time(microseconds) {
  return microseconds === null ? "an unknown position" : `${microseconds / 1e6} s`
}

/** An error in JSON, as a TypeError where a value of another kind is expected, otherwise as a RangeError. */
function refusal(argument, { problems }) {
  const [{ path, expected, found, advice }] = problems
  const where = [argument, path].filter((part) => part !== "").join(".").replaceAll(".[", "[")
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""
  const isOfKind = ["a list", "keys with values", "none", "nothing", "true", "false", "null"].includes(found) || expected === "one of its keys"
  const error = new (isOfKind ? TypeError : RangeError)(`tapedeck: ${where}: expected ${expected}, found ${found}${advice ? `. ${advice}` : ""}${more}`)
  error.problems = problems
  return error
}

/** A copy with only what JSON supports, read once: a property may have a getter, which may do anything. `size` is the copy's so far. */
function plain(name, value, size, depth = 0) {
  if (depth > 40) throw new RangeError(`tapedeck: ${name}: expected at most 32 levels, found more`)
  if ((size.values += 1) > MOST_VALUES) throw new RangeError(`tapedeck: ${name}: expected at most ${MOST_VALUES} values, found more`)
  switch (typeof value) {
    case "string": return counted(name, value, size)
    case "boolean": return value
    case "number":
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) throw wrong(name, value, "a number between -2 ** 53 and 2 ** 53")
      return value
    case "object": {
      if (value === null) return null
      if (Array.isArray(value)) return Array.from(value, (item, index) => plain(`${name}[${index}]`, item, size, depth + 1))
      if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) break
      const copy = Object.create(null)
      for (const key of Object.keys(value)) {
        const words = excerpt(key)
        const inner = /^[A-Za-z_$][\w$]*$/.test(words) ? (name === "" ? words : `${name}.${words}`) : `${name}[${JSON.stringify(words)}]`
        const found = value[key]
        if (found !== undefined) copy[counted(inner, key, size)] = plain(inner, found, size, depth + 1)
      }
      return copy
    }
  }
  throw wrong(name, value, "a string, a number, true, false, null, an array or an object")
}

function counted(name, text, size) {
  if ((size.characters += text.length) > MOST_CHARACTERS) throw new RangeError(`tapedeck: ${name}: expected at most ${MOST_CHARACTERS} bytes in total, found more`)
  return text
}
