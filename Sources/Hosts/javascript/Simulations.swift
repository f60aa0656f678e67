import PlayerCore
import PlayerSimulation
import PlayerTesting
import PlayerText
import PlayerTrace

// What JavaScript calls to simulate. Arguments are JSON (`VirtualSession`, `SimulationReport`). Times are numbers of microseconds: unknown is
// NaN, and never is infinite. An instance has one session, or simulates one scenario after another.

private nonisolated(unsafe) var session: VirtualSession?  // A module without shared memory has one thread.
/// The trace of the scenario.
private nonisolated(unsafe) var recorded: [UInt8] = []  // The same.

private func form(_ number: Int32) -> TraceForm? {
  switch number {
  case 1: .text
  case 2: .binary
  default: nil
  }
}

private func asking(_ body: () throws(SimulationProblems) -> Int32) -> Int32 {
  do throws(SimulationProblems) { return try body() } catch {
    answered = error.json
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

/// Runs a whole scenario; its trace is the answer of `simulated`.
@c public func simulate(_ place: UnsafePointer<UInt8>, _ count: Int, _ trace: Int32) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    let report = try SimulationReport(json, trace: form(trace))
    (answered, recorded) = (report.json, report.trace)
    return 1
  }
}

/// Answers the trace of the simulated scenario.
@c public func simulated() { (answered, recorded) = (recorded, []) }

/// Begins the session.
@c public func begin(_ place: UnsafePointer<UInt8>, _ count: Int, _ trace: Int32) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    session = try VirtualSession(json, trace: form(trace))
    return 1
  }
}

/// Performs an action now.
@c public func perform(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    try session?.perform(json)
    return 1
  }
}

/// Schedules an action for later.
@c public func plan(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    try session?.plan(json)
    return 1
  }
}

/// Lets time pass; returns why it stopped, as the number of the case.
@c public func run(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in Int32(try session?.run(json).rawValue ?? 0) }
}

/// Reads a time such as `"1:30"`; its microseconds are the answer.
@c public func span(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    let span = try session?.span(json) ?? .zero
    return answer(Array("\(span.microseconds)".utf8))
  }
}

/// Compares the player with expectations: an array of sentences.
@c public func differences(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let json = bytes(place, count)
  return asking { () throws(SimulationProblems) in
    answer(.texts(try session?.differences(from: json) ?? []))
  }
}

/// Answers the outputs since the last call.
@c public func takeOutputs() { answered = session?.takeOutputs() ?? [] }
/// Answers all properties of the player.
@c public func observe() { answered = session?.observed ?? [] }
/// Answers the bytes of the trace since the last call.
@c public func takeTrace(_ isEnd: Int32) { answered = session?.takeTrace(isEnd: isEnd != 0) ?? [] }

/// Answers a digest of sixteen digits: of the player, or of the whole world.
@c public func digestOf(_ isWhole: Int32) {
  let digest = isWhole == 0 ? session?.digest : session?.worldDigest
  answered = Array(hexadecimal(digest ?? 0).utf8)
}

/// The virtual clock.
@c public func now() -> Double { number(session?.now.microseconds ?? 0) }
/// When the next event happens.
@c public func nextInstant() -> Double { number(session?.nextInstant.microseconds ?? .max) }
/// The player's next deadline.
@c public func nextDeadline() -> Double { number(session?.nextDeadline.microseconds ?? .max) }
/// Where the playhead is.
@c public func position() -> Double { number(session?.position.microseconds ?? .min) }

/// Checks the laws of a player over a trace, except those with the allowed ids, separated by spaces: the findings, as
/// `tapedeck check --json` prints them. It is here, and not where traces are read, because tests need it and pages do
/// not.
@c public func check(
  _ place: UnsafePointer<UInt8>, _ count: Int, _ allowed: UnsafePointer<UInt8>, _ allowedCount: Int, _ limit: Int32
) -> Int32 {
  let ids = bytes(allowed, allowedCount).split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  if let unknown = ids.first(where: { PlayerProperty.named($0) == nil }) {
    _ = answer(
      .object([
        "kind": .text("misuse"), "message": .text("allowed: there is no law '\(Excerpt.of(unknown, limit: 60))'"),
        "laws": .texts(PlayerProperty.all.map { $0.id }),
      ]))
    return -1
  }
  return answer { () throws(TraceError) -> JSONValue in try trace(place, count).check(allowing: ids, limit: Int(limit))
  }
}
