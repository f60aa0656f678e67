import PlayerCore

/// The faults that are in force, as numbers.
struct Faults: Hashable, Sendable {
  var openFailure = Failure(.none)
  var openFailsAfter = TimeSpan.zero
  var failingOpens: Int32 = 0
  var hangingOpens: Int32 = 0
  var openDelay = TimeSpan.zero
  var slowOpens: Int32 = 0
  var wrongDuration = MediaTime.unknown
  var wrongDurations: Int32 = 0
  var failingSeeks: Int32 = 0
  var hangingSeeks: Int32 = 0
  var hangingStarts: Int32 = 0
  var hangingCloses: Int32 = 0
  var lost = Reports()
  var doubled = Reports()
  var late = Reports()
  var lateBy = TimeSpan.zero
  var readFailure = Failure(.none)
  var readFailsAtBit = Int64.max
  var decodeFailure = Failure(.none)
  var decodeFailsAt = MediaTime(microseconds: .max)
  var endsAt = MediaTime(microseconds: .max)
  var driftThousandths: Int32 = 0

  struct Reports: Hashable, Sendable {
    var kinds: ReportKinds = []
    var count: Int32 = 0

    init() {}
    init(_ kinds: ReportKinds, _ count: Int32) {
      self.kinds = kinds
      self.count = max(0, count)
    }

    mutating func take(_ kind: ReportKinds) -> Bool { kinds.contains(kind) && count.takeOne() }
  }

  var touchesReports: Bool { lost.count | doubled.count | late.count != 0 }
}

extension Int32 {
  /// Takes one from a count that is above zero; ``max`` is endless.
  mutating func takeOne() -> Bool {
    guard self > 0 else { return false }
    if self != .max { self -= 1 }
    return true
  }
}
