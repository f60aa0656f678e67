import { makeTapeDeck } from "./player.js"

/** The package over a compiled module: it describes itself. */
export function open(module) {
  const { exports } = new WebAssembly.Instance(module)
  const bytes = new Uint8Array(exports.memory.buffer)
  const start = exports.td_type_json(0)
  let end = start
  while (bytes[end] !== 0) end += 1
  return makeTapeDeck(module, JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))))
}
