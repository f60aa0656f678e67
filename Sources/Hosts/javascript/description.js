/** The library's description of itself, read from a compiled module. */
export function describe(module) {
  const { exports } = new WebAssembly.Instance(module)
  const bytes = new Uint8Array(exports.memory.buffer)
  const start = exports.td_type_json(0)
  let end = start
  while (bytes[end] !== 0) end += 1
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)))
}
