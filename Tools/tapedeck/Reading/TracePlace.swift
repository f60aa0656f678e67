import ArgumentParser
import PlayerCore
import PlayerTrace

/// A place in a trace as people write it: `12` is a step, `12.0`, `12s` and `0:12` are instants of the run.
enum TracePlace: Hashable, Sendable {
  case step(Int64)
  case instant(Instant)
  /// Behind the last step.
  case end

  static let expectation =
    "a step such as 12, an instant of the run such as 12.5, 12s, 250ms, 1:30 or 1:02:03.5, or end"

  init?(_ text: String) {
    if text == "end" {
      self = .end
    } else if !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      guard let number = Int64(text) else { return nil }
      self = .step(number)
    } else if let span = TimeText.span(text) {
      self = .instant(Instant.zero + span)
    } else {
      return nil
    }
  }

  /// True when the step lies before this place.
  func isAfter(_ step: TraceStep) -> Bool {
    switch self {
    case .step(let number): step.number < number
    case .instant(let instant): step.instant < instant
    case .end: true
    }
  }

  /// True when the step lies behind this place.
  func isBefore(_ step: TraceStep) -> Bool {
    switch self {
    case .step(let number): step.number > number
    case .instant(let instant): step.instant > instant
    case .end: false
    }
  }
}

extension TracePlace: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension TracePlace: CustomStringConvertible {
  var description: String {
    switch self {
    case .step(let number): "step \(number)"
    case .instant(let instant): TraceTime.stamp(instant)
    case .end: "the end"
    }
  }
}
