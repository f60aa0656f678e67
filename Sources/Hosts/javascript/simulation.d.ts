import type { Input, MediaTime, Observable, Output, Preset, Rate, Settings } from "./index.js"

/** Microseconds, or a time with its unit: `"10 s"`, `"250 ms"`, `"1:30"`. */
export type Time = number | string
/** Bits per second, or a rate with its unit: `"400k"`, `"1.2M"`, `"3 Mbit/s"`. */
export type BitRate = number | string
/** A value or a list of values. */
export type OneOrMore<Value> = Value | Value[]

export interface Track {
  kind?: "audio" | "video" | "subtitle"
  language?: string
  title?: string | number
  "bit rate"?: BitRate
  default?: boolean
  forced?: boolean
  /** The size of each segment, where it differs from the bit rate. */
  "segment bits"?: number[]
}

/** Media to play; live media has a window instead of a duration. */
export interface Media {
  duration?: Time
  /** How far back a live stream is seekable. */
  window?: Time
  /** How far behind the live edge it begins. */
  "hold back"?: Time
  /** How long a live stream has been running. */
  age?: Time
  /** Its data comes in segments of this length. */
  segments?: Time
  /** Its data comes as one file, read in pieces of this length. */
  pieces?: Time
  /** Bits before the first frame. */
  header?: number
  "keyframes every"?: Time
  seekable?: boolean
  /** Whether its duration is only estimated. */
  estimated?: boolean
  /** Languages or bit rates, or tracks. */
  audio?: OneOrMore<BitRate | Track>
  video?: OneOrMore<BitRate | Track>
  "bit rates"?: OneOrMore<BitRate | Track>
  subtitles?: OneOrMore<string | Track>
  tracks?: Track[]
  /** `"1280x720"` */
  size?: string
  chapters?: OneOrMore<{ from: Time, to: Time, title?: string | number }>
  cues?: OneOrMore<{ from: Time, to: Time, text?: string | number }>
  /** Microseconds since 1970 at position 0. */
  date?: number
}

/** A rate such as `"3 Mbit/s, latency 80 ms"` or `"nothing"`, bits per second, or periods: `[{ "10 s": "3 Mbit/s" }, { "5 s": "nothing" }]`. */
export type Network =
  | BitRate
  | Record<string, string>[]
  | { periods: Record<string, string>[], then?: "repeats" | "stays" | "falls" }

export type NetworkPath = Observable["network"]

/** How long the simulated engine takes for each operation. */
export interface EngineTiming {
  open?: Time
  start?: Time
  pause?: Time
  seek?: Time
  close?: Time
  answer?: Time
  "first frame"?: Time
  "name lookup"?: Time
  connect?: Time
  /** How far ahead it reads, and the level below which it reads again. */
  buffer?: Time
  "refill below"?: Time
  /** How much of what was played it keeps; a seek within the buffer reads nothing again. */
  "back buffer"?: Time
  landing?: "exact" | "keyframe" | "within tolerance"
  "lands with data"?: boolean
}

export interface Segment {
  id: number
  from: Time
  to: Time
  blocked?: boolean
  hidden?: boolean
  /** Whether its times are microseconds since 1970. */
  dated?: boolean
  title?: string | number
}

/** Settings as `Player` takes them, or with units: `readTimeout: "20 s"`, `maximumRate: "1.5"`. */
export type SettingValues = { [Name in keyof Settings]?: Settings[Name] | string }

export type Fault =
  | "openFails" | "openHangs" | "openIsSlow" | "durationIsWrong" | "seekFails" | "seekHangs" | "startHangs" | "closeHangs"
  | "reportsAreLost" | "reportsComeTwice" | "reportsAreLate" | "readFails" | "decodingFails" | "endsEarly" | "outage" | "outageEnds"
  | "serverIsSlow" | "fails" | "warns" | "stops" | "losesBuffer" | "freezes" | "slips" | "drifts"

/** An action: one of the short forms of scenarios, or an object with every field by its name. */
export type Action =
  | string
  | { command: string, [field: string]: number | boolean | string | null }
  | { environment: string, [field: string]: number | boolean | string | null }
  | { engine: string, [field: string]: number | boolean | string | null }
  | { fault: Fault, [field: string]: number | boolean | string | null }
  | { segments: Segment[] }
  | { network: NetworkPath, over?: Network }

/** An action and when: `"play"`, `{ "at 10 s": "network none" }`, `{ "on stalled, after 2 s": ["network wifi", "play"] }`. */
export type Step = Action | { [when: string]: OneOrMore<Action> }

/** `"playing within 1 s"`, `"not failed"`, `{ "at 30 s": { state: "playing", position: "28 s ± 2 s" } }`. */
export type Expectation = string | { [when: string]: ExpectedState }

/** A state, or properties of the player with their values. */
export type ExpectedState = Observable["state"] | { [property: string]: number | boolean | string | null }

/** The setup of a scenario or a player. */
export interface Setup {
  preset?: Exclude<Preset, "defaults">
  settings?: SettingValues
  media?: OneOrMore<Media>
  live?: OneOrMore<Media>
  /** The network at the beginning; 10 Mbit/s. */
  network?: Network
  /** Networks to change to, by their paths. */
  networks?: Partial<Record<NetworkPath, Network>>
  engine?: EngineTiming | "immediate"
  segments?: Segment[]
  /** How the first item is loaded at the beginning; `false` if it is not. The first `play` opens it. */
  load?: boolean | { start?: Time, autoplay?: boolean, opens?: boolean, local?: boolean }
  /** The words of text 1, 2 and so on. */
  texts?: string[]
  /** Where the items come from, for the header of a trace. */
  items?: string[]
}

/** The content of a scenario file, as an object. */
export interface Scenario extends Omit<Setup, "engine"> {
  /** Its name. */
  scenario: string
  source?: string
  tags?: OneOrMore<string>
  engine?: EngineTiming | "immediate" | "recorded" | "recorded, with deadlines"
  steps?: Step[]
  expect?: Expectation[]
  until?: Time
}

export interface SimulationReport {
  name: string
  verdict: "passed" | "failed" | "played"
  /** The virtual time at the end, in microseconds. */
  end: number
  inputs: number
  /** Of the player at the end: sixteen digits. */
  digest: string
  /** What was not as expected, and its place in the scenario. */
  failures: { path?: string, text: string }[]
}

/**
 * Runs a whole scenario. Its trace replays without the scenario, here with `tapedeck/trace` and with `tapedeck replay`. Misuse throws a
 * TypeError or a RangeError that names the path in the scenario.
 */
export function simulate(scenario: Scenario, options?: { trace?: false }): SimulationReport
export function simulate(scenario: Scenario, options: { trace: true | "text" | "binary" }): SimulationReport & { trace: Uint8Array }

/** An output of the player, or a command to its engine, with its time in microseconds. */
export type TimedOutput = Output & { at: number }

export interface VirtualPlayerOptions extends Setup {
  /** Its name in traces. */
  name?: string
  /** Whether a trace is recorded, and in which form; `true` is binary. */
  record?: boolean | "text" | "binary"
}

/** A run that did not meet an expectation. */
export class SimulationError extends Error {
  readonly stop: "reached" | "idle" | "busy"
  readonly now: number
  readonly outputs: TimedOutput[]
}

/**
 * A player over a simulated engine and network, on a virtual clock: the same calls have the same effect everywhere, and an hour takes
 * milliseconds. Calls that advance the clock return the outputs.
 */
export class VirtualPlayer {
  /** The default media lasts ten minutes. */
  constructor(options?: VirtualPlayerOptions)
  /** The virtual clock, in microseconds. */
  readonly now: number
  /** When the next event happens; Infinity when nothing more is due. */
  readonly nextInstant: number
  /** The player's next deadline, which the virtual clock serves; Infinity when there is none. */
  readonly nextDeadline: number
  /** Where the playhead is now. */
  readonly position: MediaTime
  /** Of the player: sixteen digits, like `Player`'s. */
  readonly digest: string
  /** Of player, engine, media, network and clock. */
  readonly worldDigest: string
  /** The outputs of the last call. */
  readonly outputs: TimedOutput[]
  /** All properties of the player; `position` is the current one. */
  observe(): Observable
  get<Name extends keyof Observable>(name: Name): Observable[Name]
  /** Throws a SimulationError unless the player is as expected now: `"playing"`, `{ state: "playing", position: "10 s ± 50 ms" }`. */
  expect(expected: ExpectedState): void

  /** Performs an action now, and everything that it causes at once. */
  send(input: OneOrMore<Action | Input>): TimedOutput[]
  /** Schedules an action for a time of the virtual clock. */
  at(instant: Time, input: OneOrMore<Action | Input>): this
  play(): TimedOutput[]
  pause(): TimedOutput[]
  stop(): TimedOutput[]
  seek(to: Time): TimedOutput[]
  setRate(rate: Rate): TimedOutput[]
  /** Loads another item: 1 is the first of the media. */
  load(item: number, options?: { at?: Time, play?: boolean }): TimedOutput[]
  /** Starts a fault now: `"outage"`, `"server answers 503 to the next opening"`, `{ fault: "openHangs", count: 2 }`. */
  inject(fault: Action): TimedOutput[]
  /** Ends every fault. */
  heal(): TimedOutput[]
  /** Switches to a path, over the network that `networks` defines for it, or over this one; `none` is no connection. */
  connect(network: NetworkPath, over?: Network): TimedOutput[]

  /** Lets time pass: at most a week. */
  advance(by: Time): TimedOutput[]
  /** Lets time pass until the virtual clock reaches an instant. */
  advanceTo(to: Time): TimedOutput[]
  /**
   * Runs until an output such as `"playing"` or `"stallBegan"` is reported, or until a function, which is called after each input, returns
   * true. Throws a SimulationError after `limit`, an hour.
   */
  runUntil(until: string | ((player: VirtualPlayer, outputs: TimedOutput[]) => boolean), options?: { limit?: Time }): TimedOutput[]
  /** Runs until nothing more is due, as after the end of the media. Throws a SimulationError after `limit`, an hour. */
  runToEnd(options?: { limit?: Time }): TimedOutput[]

  /** A second player in the same world; changes to one do not affect the other. */
  fork(): VirtualPlayer
  /** The bytes of the trace since the last call; with `end` its last ones. */
  takeTrace(options?: { end?: boolean }): Uint8Array
}

/** A law that does not hold at a step. */
export interface TraceIssue {
  /** Its id: the fault, such as `plays-although-paused`. */
  property: string
  /** Critical: playback goes wrong; error: code that relies on notifications is misled; warning: few will notice. */
  severity: "critical" | "error" | "warning"
  step: number
  instant: number
  /** What must hold. */
  title: string
  source: string
  /** What was observed. */
  detail: string
}

/** The object that `tapedeck check --json` prints. */
export interface CheckReport {
  trace: string
  verdict: "ok" | "issues"
  inputs: number
  outputs: number
  /** Of all issues, including those that are not listed. */
  issueCount: number
  issues: TraceIssue[]
  allowed: string[]
  /** Recorded by a core of another behaviour version: different outputs may be correct. */
  isOtherBehaviour: boolean
  bytesLost?: number
}

/**
 * Whether the laws of a player hold in a trace: its inputs are given to a new player, each law is checked after each of them, and the
 * outputs are compared with the recorded ones.
 *
 * `allow` has the ids of laws that are not checked; at most `limit` issues of each law are listed, by default 10. A trace that cannot be
 * read or checked throws a `TraceError` like that of `tapedeck/trace`, with `kind`, `offset` and `line`.
 */
export function check(
  trace: Uint8Array | ArrayBuffer | { toBytes(): Uint8Array, name: string }, options?: { name?: string, allow?: string[], limit?: number }
): CheckReport
