import ArgumentParser
import PlayerCore
import PlayerTrace

/// A place in a trace as an argument: `12` is a step, `12.0`, `12s` and `0:12` are instants of the run.
enum TracePlace: Hashable, Sendable {
  case step(Int64)
  case instant(Instant)
  /// After the last step.
  case end

  static let expectation =
    "a step such as 12, an instant of the run such as 12.5, 12s, 250 ms, 1:30 or 1:02:03.5, or end"

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
  func isAfter(_ step: TraceStep) -> Bool { isAfter(step.number, step.instant) }

  /// True when a step with this number, at this instant, lies before this place.
  func isAfter(_ step: Int64, _ stepInstant: Instant) -> Bool {
    switch self {
    case .step(let number): step < number
    case .instant(let instant): stepInstant < instant
    case .end: true
    }
  }

  /// True when the step lies after this place.
  func isBefore(_ step: TraceStep) -> Bool { isBefore(step.number, step.instant) }

  /// True when a step with this number, at this instant, lies after this place.
  func isBefore(_ step: Int64, _ stepInstant: Instant) -> Bool {
    switch self {
    case .step(let number): step > number
    case .instant(let instant): stepInstant > instant
    case .end: false
    }
  }
}

extension TracePlace {
  /// True when a trace ends before this place: with that step, at that instant.
  func isBehind(_ lastStep: Int64, _ lastInstant: Instant) -> Bool {
    switch self {
    case .step(let number): number > lastStep
    case .instant(let instant): instant > lastInstant
    case .end: false
    }
  }

  /// Why nothing lies between two places, if that is known without the trace; a step and an instant cannot be compared.
  static func problem(from: TracePlace?, until: TracePlace?) -> String? {
    let isBackwards =
      switch (from, until) {
      case (.step(let from), .step(let until)): from > until
      case (.instant(let from), .instant(let until)): from > until
      case (.end, .step), (.end, .instant): true
      case (nil, _), (_, nil), (_, .end), (.step, .instant), (.instant, .step): false
      }
    guard isBackwards, let from, let until else { return nil }
    return "--from \(from) lies after --until \(until): nothing lies between. Swap them."
  }
}

extension TraceError {
  /// The error for a start place after the end of the trace.
  static func beyondTheEnd(
    of trace: String, _ place: TracePlace, _ lastStep: Int64, _ lastInstant: Instant
  ) -> TraceError {
    .noSuchPlace(
      file: trace, asked: "\(place)",
      available: "the trace ends with step \(lastStep), at \(TraceTime.stamp(lastInstant))")
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
