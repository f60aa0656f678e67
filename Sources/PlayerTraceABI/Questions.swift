import CTapeDeck
import CTapeDeckTrace
import PlayerCore
import PlayerTesting
import PlayerText
import PlayerTrace

/// A question to a trace, with the place for the answer.
enum Question {
  case rewind
  case next(UnsafeMutablePointer<td_text>)
  case messages(UnsafeMutablePointer<td_message>?, Int, UnsafeMutablePointer<Int>)
  case replay(UnsafeMutablePointer<td_text>)
  case explain(Int64?, UnsafeMutablePointer<td_text>)
  case diff(HandlePointer, UnsafeMutablePointer<td_text>)
  case convert(TraceForm, UnsafeMutablePointer<td_text>)
  case check(UnsafePointer<CChar>?, limit: Int, UnsafeMutablePointer<td_text>)
}

/// A question that is being answered. It owns nothing.
struct Call {
  let handle: HandlePointer
  let question: Question
  var result = td_result.ok

  init(handle: HandlePointer, question: Question) {
    self.handle = handle
    self.question = question
  }

  mutating func answer() {
    do throws(TraceError) { result = try answered() } catch { result = handle.fail(error) }
  }

  private func answered() throws(TraceError) -> td_result {
    // The previous answer is no longer needed.
    handle.pointee.answer = []
    switch question {
    case .rewind: handle.pointee.reading = try Reading(handle.pointee.trace)
    case .next(let text): return try next(text)
    case .messages(let messages, let capacity, let count): return try steps(messages, capacity, count)
    case .replay(let text): try give(handle.pointee.trace.replay(), text)
    case .explain(let step, let text): try give(handle.pointee.trace.explain(step), text)
    case .diff(let other, let text): try give(handle.pointee.trace.diff(other.pointee.trace, limit: 100), text)
    case .convert(let form, let bytes): handle.give(try handle.pointee.trace.converted(to: form), to: bytes)
    case .check(let allowed, let limit, let text): return try check(allowed, limit, text)
    }
    return .ok
  }

  private func give(_ answer: JSONValue, _ text: UnsafeMutablePointer<td_text>) {
    handle.give(Array(answer.line.utf8), to: text)
  }

  private func check(
    _ allowed: UnsafePointer<CChar>?, _ limit: Int, _ text: UnsafeMutablePointer<td_text>
  ) throws(TraceError) -> td_result {
    let ids = allowed.map(words(of:)) ?? []
    if let unknown = ids.first(where: { PlayerProperty.named($0) == nil }) {
      let problem: JSONValue = .object([
        "kind": .text("misuse"), "message": .text("allowed: there is no law '\(Excerpt.of(unknown, limit: 60))'"),
        "laws": .texts(PlayerProperty.all.map { $0.id }),
      ])
      handle.pointee.problem = .found(Array(problem.line.utf8))
      return td_result(TD_ERROR_VALUE)
    }
    try give(handle.pointee.trace.check(allowing: ids, limit: limit), text)
    return .ok
  }

  /// The words of a zero-terminated text, separated by spaces and commas.
  private func words(of text: UnsafePointer<CChar>) -> [String] {
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: text, count: count).split { $0 == 0x20 || $0 == 0x2C }
      .map { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }

  private func next(_ text: UnsafeMutablePointer<td_text>) throws(TraceError) -> td_result {
    if let lines = try handle.pointee.reading.lines() {
      handle.give(lines, to: text)
      return .ok
    }
    give(handle.pointee.reading.conclusion, text)
    return .ended
  }

  private func steps(
    _ messages: UnsafeMutablePointer<td_message>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>
  ) throws(TraceError) -> td_result {
    var written = 0
    do throws(TraceError) {
      while true {
        let room = UInt(bitPattern: capacity) &- UInt(bitPattern: written)
        let step = try handle.pointee.reading.step { UInt(1 + $0.outputs.count) <= room }
        guard let step else { break }
        let needed = 1 + step.outputs.count
        guard let messages, UInt(needed) <= room else {
          if written > 0 { break }
          count.pointee = needed
          handle.pointee.problem = .found(Array(lacksRoom(step, capacity).line.utf8))
          return td_result(TD_ERROR_SPACE)
        }
        step.write(to: messages + written)
        written += needed
      }
    } catch {
      // The messages read before the error are returned first; the error occurs again.
      if written == 0 { throw error }
    }
    count.pointee = written
    return .ok
  }

  private func lacksRoom(_ step: TraceStep, _ capacity: Int) -> JSONValue {
    .object([
      "kind": .text("misuse"),
      "message": .text(
        "capacity is \(UInt(bitPattern: capacity)); step \(step.number) needs \(1 + step.outputs.count) messages"),
    ])
  }
}

extension TraceStep {
  /// Writes the input and the outputs as records of the interface.
  fileprivate func write(to target: UnsafeMutablePointer<td_message>) {
    let message = input.message
    // Inputs from the environment, and deadlines, have no context number.
    let hasContext = message.code != 0 && !EnvironmentEvent.codes.contains(message.code)
    write(message, hasContext: hasContext, isOutput: false, to: target)
    for (index, output) in outputs.enumerated() {
      write(output.message, hasContext: true, isOutput: true, to: target + 1 + index)
    }
  }

  private func write(
    _ message: WireMessage, hasContext: Bool, isOutput: Bool, to target: UnsafeMutablePointer<td_message>
  ) {
    target.pointee = td_message()
    target.pointee.code = message.code
    let first = hasContext ? 1 : 0
    if hasContext { target.pointee.context = UInt32(truncatingIfNeeded: message[0]) }
    target.pointee.count = UInt16(truncatingIfNeeded: max(0, message.count - first))
    target.pointee.time = instant.microseconds
    target.pointee.input = UInt32(truncatingIfNeeded: number)
    target.pointee.reserved = isOutput ? 1 : 0
    withUnsafeMutableBytes(of: &target.pointee.fields) { fields in
      for index in first..<max(first, message.count) where 8 * (index - first) < fields.count {
        fields.storeBytes(of: message[index], toByteOffset: 8 * (index - first), as: Int64.self)
      }
    }
  }
}
