// A small player on Redux, which is what a JavaScript engineer would write instead: node with_redux.mjs FILE plays the mix of a file and
// prints nanoseconds per input and how often the playback state changed. calls.c describes the format of the file; the machine is that of
// peers/msm.cpp: no watchdogs except the probe, no settings, no answers to commands, no trace.
import { createRequire } from "node:module"
import { readFileSync } from "node:fs"

const { createStore } = createRequire(import.meta.url)("/usr/share/nodejs/redux/dist/redux.min.js")

const empty = {
  playback: "idle", epoch: 0, serial: 0, now: 0, anchor: 0, anchoredAt: 0, target: 0, duration: 0, probedAt: 0, rate: 1000, volume: [1000, 1000],
  wantsPlay: false, isInterrupted: false, isOpen: false, isSeeking: false, isDriving: false, isPlayable: false, isStalled: false, isMuted: false
}

function position(state) {
  if (state.isSeeking) return state.target
  if (!state.isDriving) return state.anchor
  const moved = Math.floor((state.now - state.anchoredAt) * state.rate / 1000)
  return Math.min(state.anchor + moved, Math.max(state.duration, state.anchor))
}

const rest = (state, anchor) => ({ ...state, anchor, anchoredAt: state.now, isDriving: false })
const mayRun = (state) => state.isOpen && !state.isSeeking && state.isPlayable && state.wantsPlay && !state.isInterrupted
const isReady = (state) => state.isOpen && !state.isSeeking

/** Starts or stops the engine to match the intent. */
function steer(state) {
  if (mayRun(state) && !state.isDriving) return { ...state, isDriving: true, anchoredAt: state.now, probedAt: state.now }
  return !mayRun(state) && state.isDriving ? rest(state, position(state)) : state
}

const seekTo = (state, target) => ({ ...state, target, isSeeking: true, isPlayable: false, serial: state.serial + 1 })
const held = (state) => steer({ ...state, wantsPlay: false, isInterrupted: false })
const isMovable = ({ playback }) => playback === "playing" || playback === "stalled"
/** The playback state after a hold. */
const paused = (state) => isMovable(state) || ["preparing", "seeking"].includes(state.playback) && isReady(state) ? "paused" : state.playback

const cases = {
  0: (state) => state.isDriving && state.now >= state.probedAt + 10_000_000 ? { ...state, probedAt: state.now } : state,
  1: (state, [, , , , , , , autoplay]) => ({
    ...rest({ ...state, isOpen: false, isSeeking: false, isPlayable: false, isStalled: false, isInterrupted: false }, 0),
    playback: "preparing", epoch: state.epoch + 1, wantsPlay: autoplay !== 0
  }),
  3: (state) => state.playback === "ended" ? seekTo({ ...state, wantsPlay: true }, 0) : steer({ ...state, wantsPlay: true, isInterrupted: false }),
  4: (state) => state.playback === "ended" ? state : { ...held(state), playback: paused(state) },
  9(state, [, anchor, offset]) {
    if (state.playback === "idle" || state.playback === "preparing" && !isReady(state)) return state
    const origin = anchor === 1 ? position(state) : 0
    const target = Math.max(0, Math.min(state.duration, origin + offset))
    return { ...seekTo(rest(state, position(state)), target), playback: "seeking" }
  },
  10: (state, [, rate]) => ({ ...state, anchor: position(state), anchoredAt: state.now, rate }),
  11: (state, [, left, right]) => ({ ...state, volume: [left, right] }),
  12: (state, [, muted]) => ({ ...state, isMuted: muted !== 0 }),
  65: (state) => ({ ...steer({ ...state, isInterrupted: true }), playback: paused(state) }),
  66: (state, [resumes]) => steer({ ...state, isInterrupted: false, wantsPlay: resumes !== 0 && state.wantsPlay }),
  67(state, [change]) {
    const isConcerned = change === 2 && (isMovable(state) || ["preparing", "seeking"].includes(state.playback))
    return isConcerned ? { ...held(state), playback: "paused" } : state
  },
  129: (state, [epoch, duration]) => epoch === state.epoch && state.playback === "preparing" ? steer({ ...state, isOpen: true, duration }) : state,
  137(state, [epoch, until, , isSaturated]) {
    if (epoch !== state.epoch) return state
    const isEnough = isSaturated !== 0 || until - position(state) >= (state.isStalled ? 2_000_000 : 1_000_000)
    return steer(!state.isSeeking && isEnough ? { ...state, isPlayable: true, isStalled: false } : state)
  },
  139: (state, [epoch, at]) => epoch === state.epoch && state.playback === "playing"
    ? { ...rest(state, at), isPlayable: false, isStalled: true, playback: "stalled" } : state,
  140: (state, [epoch, at]) => epoch === state.epoch && state.isDriving ? { ...state, anchor: at, anchoredAt: state.now, playback: "playing" } : state,
  142: (state, [epoch, at]) => epoch === state.epoch && state.isDriving ? { ...state, anchor: at, anchoredAt: state.now } : state,
  143(state, [epoch, serial, at]) {
    const isExpected = epoch === state.epoch && state.isSeeking && serial === state.serial
    if (!isExpected || !["seeking", "ended"].includes(state.playback)) return state
    const isHeld = state.playback === "seeking" && (!state.wantsPlay || state.isInterrupted)
    return steer({ ...rest({ ...state, isSeeking: false }, at), playback: isHeld ? "paused" : state.playback })
  },
  145: (state, [epoch, at]) => epoch === state.epoch && state.playback === "playing" ? { ...rest(state, at), playback: "ended" } : state
}

function reducer(state = empty, { type, at, fields }) {
  const change = cases[type]
  if (change === undefined) return state
  const now = Math.max(state.now, at)
  return change(now === state.now ? state : { ...state, now }, fields)
}

/** The commands for the engine: the differences between two states. */
function tell(commands, before, after) {
  if (after.epoch !== before.epoch) {
    if (before.epoch !== 0) commands.push(["close", before.epoch])
    commands.push(["open", after.epoch], ["setVolume", after.epoch, after.volume])
  }
  if (after.isDriving !== before.isDriving || after.isDriving && after.rate !== before.rate) {
    commands.push(after.isDriving ? ["play", after.epoch, after.rate] : ["pause", after.epoch])
  }
  if (after.serial !== before.serial) commands.push(["seek", after.epoch, after.serial])
  if (after.volume !== before.volume || after.isMuted !== before.isMuted) commands.push(["setVolume", after.epoch, after.volume])
  if (after.probedAt !== before.probedAt && after.isDriving && before.isDriving) commands.push(["reportPosition", after.epoch])
}

const actions = { x: [], i: [] }
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  const [mark, at, code, context, ...fields] = line.split(" ")
  if (mark !== "x" && mark !== "i") continue
  // Commands and reports begin with the number of their context.
  const hasContext = Number(code) >= 128 || Number(code) > 0 && Number(code) < 64
  actions[mark].push({ type: Number(code), at: Number(at), fields: [...(hasContext ? [context] : []), ...fields].map(Number) })
}

let least = Infinity
let changes
for (let round = 0; round < 60; round++) {
  const store = createStore(reducer)
  let state = store.getState()
  let commands = []
  changes = 0
  store.subscribe(() => {
    const before = state
    state = store.getState()
    if (state === before) return
    if (state.playback !== before.playback) changes += 1
    tell(commands, before, state)
  })
  for (const action of actions.x) store.dispatch(action)
  const began = process.hrtime.bigint()
  for (const action of actions.i) {
    commands = []
    store.dispatch(action)
  }
  least = Math.min(least, Number(process.hrtime.bigint() - began))
}
console.log((least / actions.i.length).toFixed(1), changes)
