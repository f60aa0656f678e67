import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerText
import PlayerTrace

// What JavaScript calls to simulate. Arguments and answers are JSON (`VirtualSession`, `SimulationReport`); a call
// leaves its answer behind, to be fetched with `answerPlace` and `answerLength`. With a result below 0 the answer
// describes the error. Times are numbers of microseconds: unknown is NaN, and never is infinite.

/// An instance of the module has one session, or simulates one scenario after another, on a single thread.
private struct Instance {
  var answer: [UInt8] = []
  var session: VirtualSession?
  var trace: [UInt8] = []
}

private nonisolated(unsafe) var instance = Instance()  // A module without shared memory has one thread.

/// Bytes that JavaScript has copied into the module's memory.
private func bytes(_ place: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: place, count: count))
}

private func form(_ number: Int32) -> TraceForm? {
  switch number {
  case 1: .text
  case 2: .binary
  default: nil
  }
}

private func asking(_ body: () throws(SimulationProblems) -> Int32) -> Int32 {
  do throws(SimulationProblems) { return try body() } catch {
    instance.answer = error.json
    return -1
  }
}

private func number(_ microseconds: Int64) -> Double {
  switch microseconds {
  case .min: .nan
  case .max: .infinity
  default: Double(microseconds)
  }
}

/// Where the answer of the last call is.
@c public func answerPlace() -> UnsafePointer<UInt8>? { instance.answer.withUnsafeBufferPointer { $0.baseAddress } }
/// How many bytes the answer has.
@c public func answerLength() -> Int { instance.answer.count }

/// Runs a whole scenario; its trace is the answer of `simulated`.
@c public func simulate(_ place: UnsafePointer<UInt8>, _ count: Int, _ trace: Int32) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    let report = try SimulationReport(json, trace: form(trace))
    (instance.answer, instance.trace) = (report.json, report.trace)
    return 1
  }
}

/// Answers the trace of the simulated scenario.
@c public func simulated() { (instance.answer, instance.trace) = (instance.trace, []) }

/// Begins the session.
@c public func begin(_ place: UnsafePointer<UInt8>, _ count: Int, _ trace: Int32) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    instance.session = try VirtualSession(json, trace: form(trace))
    return 1
  }
}

/// Performs an action now.
@c public func perform(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    try instance.session?.perform(json)
    return 1
  }
}

/// Schedules an action for later.
@c public func plan(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    try instance.session?.plan(json)
    return 1
  }
}

/// Lets time pass; returns why it stopped, as the number of the case.
@c public func run(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in Int32(try instance.session?.run(json).rawValue ?? 0) }
}

/// Reads a time such as `"1:30"`; its microseconds are the answer.
@c public func span(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    let span = try instance.session?.span(json) ?? .zero
    instance.answer = Array("\(span.microseconds)".utf8)
    return 1
  }
}

/// Compares the player with expectations: an array of sentences.
@c public func compare(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    let differences = try instance.session?.differences(from: json) ?? []
    instance.answer = Array(JSONValue.texts(differences).line.utf8)
    return 1
  }
}

/// Answers the outputs since the last call.
@c public func takeOutputs() { instance.answer = instance.session?.takeOutputs() ?? [] }
/// Answers all properties of the player.
@c public func observe() { instance.answer = instance.session?.observed ?? [] }
/// Answers the bytes of the trace since the last call.
@c public func takeTrace(_ isEnd: Int32) { instance.answer = instance.session?.takeTrace(isEnd: isEnd != 0) ?? [] }

/// Answers a digest of sixteen digits: of the player, or of the whole world.
@c public func digest(_ isWhole: Int32) {
  let digest = isWhole == 0 ? instance.session?.digest : instance.session?.worldDigest
  instance.answer = Array(hexadecimal(digest ?? 0).utf8)
}

/// The virtual clock.
@c public func now() -> Double { number(instance.session?.now.microseconds ?? 0) }
/// When the next event happens.
@c public func nextInstant() -> Double { number(instance.session?.nextInstant.microseconds ?? .max) }
/// The player's next deadline.
@c public func nextDeadline() -> Double { number(instance.session?.nextDeadline.microseconds ?? .max) }
/// Where the playhead is.
@c public func position() -> Double { number(instance.session?.position.microseconds ?? .min) }

/// Checks the laws of a player over a trace, except those with the allowed ids, separated by spaces: the findings, as
/// `tapedeck check --json` prints them. It is here, and not where traces are read, because tests need it and pages do
/// not.
@c public func check(
  _ place: UnsafePointer<UInt8>, _ count: Int, _ allowed: UnsafePointer<UInt8>, _ allowedCount: Int, _ limit: Int32
) -> Int32 {
  let ids = bytes(allowed, allowedCount).split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  if let unknown = ids.first(where: { PlayerProperty.named($0) == nil }) {
    let problem: JSONValue = .object([
      "kind": .text("misuse"), "message": .text("allowed: there is no law '\(Excerpt.of(unknown, limit: 60))'"),
      "laws": .texts(PlayerProperty.all.map { $0.id }),
    ])
    instance.answer = Array(problem.line.utf8)
    return -1
  }
  let trace = TraceMemory(UnsafeRawBufferPointer(start: place, count: count), name: "trace")
  do throws(TraceError) {
    instance.answer = Array(try trace.check(allowing: ids, limit: Int(limit)).line.utf8)
    return 1
  } catch {
    instance.answer = Array(error.report.line.utf8)
    return -1
  }
}
