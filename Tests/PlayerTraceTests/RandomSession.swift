import PlayerCore

@testable import PlayerTrace

/// A generator that gives the same numbers on every machine (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &self) < part }
}

/// Any input that the vocabulary allows, with small and with extreme numbers.
func randomInput(_ random: inout Seeded) -> Input {
  let schemas = TraceVocabulary.current.inputs.compactMap { $0 }
  while true {
    guard let schema = schemas.randomElement(using: &random) else { return .deadline }
    var message = WireMessage(code: schema.code)
    for field in schema.fields { message.put(randomValue(field, &random)) }
    if let input = Input(message) { return input }
  }
}

/// Any output that the vocabulary allows.
func randomOutput(_ random: inout Seeded) -> Output {
  let schemas = TraceVocabulary.current.outputs.compactMap { $0 }
  while true {
    guard let schema = schemas.randomElement(using: &random) else { continue }
    var message = WireMessage(code: schema.code)
    for field in schema.fields { message.put(randomValue(field, &random)) }
    if let output = Output(message) { return output }
  }
}

private func randomValue(_ field: MessageSchema.Field, _ random: inout Seeded) -> Int64 {
  switch field.type {
  case .boolean: return Int64.random(in: 0...1, using: &random)
  case .supply: return Int64.random(in: 0...7, using: &random)
  case .code: return Int64.random(in: 0...255, using: &random)
  case .enumeration(let index):
    return Int64.random(in: 0..<Int64(TraceVocabulary.current.enumerations[index].names.count), using: &random)
  case .mediaTime, .span: return randomNumber(&random, extremes: [.min, .max, 0, 1, -1])
  case .integer:
    if field.typeName == "long" { return randomNumber(&random, extremes: [.min, .max, 0]) }
    let extremes: [Int64] = [0, 1, Int64(Int32.max), Int64(Int32.min), Int64(UInt32.max)]
    return randomNumber(&random, extremes: extremes) & Int64(Int32.max)
  }
}

private func randomNumber(_ random: inout Seeded, extremes: [Int64]) -> Int64 {
  switch Int.random(in: 0..<8, using: &random) {
  case 0: extremes.randomElement(using: &random) ?? 0
  case 1: Int64(bitPattern: random.next())
  case 2, 3: Int64.random(in: -1_000...1_000, using: &random)
  default: Int64.random(in: 0...600_000_000, using: &random)
  }
}

/// A text with everything that needs care: quotes, control characters, many alphabets, or no text at all.
func randomText(_ random: inout Seeded) -> String {
  let pieces = [
    "", "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "漢字", "🎞️", "https://example.org/?a=b&c", " ", "/",
  ]
  return (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
}

/// Records a run of random inputs, with definitions and marks in between, in both forms.
func randomSession(_ seed: UInt64, steps: Int, ends: Bool = true) throws -> (text: [UInt8], binary: [UInt8]) {
  var random = Seeded(seed)
  var configuration = Configuration()
  for setting in Setting.allCases where random.chance(1, of: 8) {
    configuration[setting] = Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
  }
  let header = TraceHeader(
    configuration: configuration, engine: randomText(&random), tool: "tests", note: randomText(&random),
    recordedAt: random.chance(1, of: 2) ? 1_700_000_000_000_000 : nil)
  let sinks = (MemorySink(), MemorySink())
  let recorders = [
    try TraceRecorder(sink: sinks.0, form: .text, header: header),
    try TraceRecorder(sink: sinks.1, form: .binary, header: header, flushing: .whenFull),
  ]
  var player = Player(configuration: configuration)
  var outputs = Outputs()
  var now = Instant.zero
  for step in 0..<steps {
    if random.chance(1, of: 12) {
      let text = TraceDefinition.text(TextID(UInt32(step + 1)), randomText(&random))
      for recorder in recorders { try recorder.define(text) }
    }
    if random.chance(1, of: 30) {
      let text = randomText(&random)
      for recorder in recorders { try recorder.mark(text) }
    }
    now = now + TimeSpan(microseconds: Int64.random(in: -1_000...2_000_000, using: &random))
    if random.chance(1, of: 100) { now = Instant(microseconds: Int64(bitPattern: random.next())) }
    let input = random.chance(1, of: 8) ? .deadline : randomInput(&random)
    player.receive(input, at: now, into: &outputs)
    for recorder in recorders { try recorder.record(input, at: now, outputs: outputs, player: player) }
  }
  let endings: [TraceEnding] = [.finished, .interrupted(by: "SIGINT"), .failed(randomText(&random))]
  let ending = endings.randomElement(using: &random) ?? .finished
  for recorder in recorders {
    if ends { try recorder.finish(ending, player: player) } else { try recorder.flush() }
  }
  return (sinks.0.bytes, sinks.1.bytes)
}
