import PlayerCore
import PlayerText

// Counts the steps of a session in place: messages that no metric depends on are skipped without being decoded into
// objects.

extension TraceReader {
  /// Passes the next steps to `meter`, as long as they are binary and in this build's vocabulary, and returns their
  /// number. It may read none: ``next()`` returns the rest.
  public mutating func measure(into meter: inout SessionMeter) throws(TraceError) -> Int {
    try passSteps(to: &meter)
  }
}

// The messages on which metrics depend, by their numbers in this build's vocabulary. ``SessionMeter`` ignores all others;
// a test compares its results with and without them.
extension SessionMeter: StepListener {
  /// Commands that request content, the date, and the engine's reports about playhead and buffer.
  @inline(__always)
  static func wantsInput(_ code: UInt8) -> Bool {
    switch code {
    case 1, 8, 26, 73, 135, 137, 139...143, 145: true
    default: false
    }
  }

  /// Notifications, engine commands, completions and diagnostics.
  @inline(__always)
  static func wantsOutput(_ code: UInt8) -> Bool {
    switch code {
    case 1...6, 14...17, 20...23, 25, 31, 37, 40, 42, 45, 46, 52, 128, 132, 139, 192, 193: true
    default: false
    }
  }

  var isSatisfied: Bool { false }
}
