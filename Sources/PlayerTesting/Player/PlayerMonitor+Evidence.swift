import PlayerCore

// What was seen where a law was broken, and what was expected there.

extension PlayerMonitor {
  /// Two numbers that should be equal.
  struct Evidence: Sendable {
    enum Unit: Sendable {
      case of(WireKind)
      case rate
      /// Something changed that should not; there are no numbers.
      case change

      init<Value: WireValue>(_ type: Value.Type) {
        self = .of(type.wireKind)
        // Embedded Swift compares no types; there a rate stands in thousandths.
        #if !hasFeature(Embedded)
        if type == Rate.self { self = .rate }
        #endif
      }
    }

    var quantity: StaticString
    var unit: Unit
    var seen: Int64 = 0
    var expected: Int64 = 0
    /// The position in the media that both are about; unknown where they are about none.
    var place = MediaTime.unknown

    var words: String {
      let name = place.isKnown ? "\(quantity) at \(StepText.position(place))" : "\(quantity)"
      return switch unit {
      case .of(let kind): "\(name) is \(StepText.words(seen, kind)), expected \(StepText.words(expected, kind))"
      case .rate: "\(name) is \(StepText.rate(seen)), expected \(StepText.rate(expected))"
      case .change: "\(name) changed"
      }
    }
  }

  /// Breaks `law` where `seen` is not `expected`, and stores both for the report.
  @inline(__always)
  mutating func expectSame<Value: WireValue & Equatable>(
    _ quantity: StaticString, _ seen: Value, _ expected: Value, at place: MediaTime = .unknown,
    _ law: @autoclosure () -> Law
  ) {
    if seen != expected {
      contradict(quantity, .init(Value.self), seen.wireValue, expected.wireValue, at: place, law())
    }
  }

  /// Breaks `law` where two players are not in the same state, and stores the first field that differs for the report.
  @inline(__always)
  mutating func expectSame(_ seen: inout Player, _ expected: inout Player, _ law: @autoclosure () -> Law) {
    if !Player.areSame(&seen, &expected) { contradict(&seen, &expected, law()) }
  }

  /// Breaks `law`: a part changed.
  mutating func contradict(changed part: StaticString, _ law: Law) {
    contradict(Evidence(quantity: part, unit: .change), law)
  }

  @inline(never)
  private mutating func contradict(
    _ quantity: StaticString, _ unit: Evidence.Unit, _ seen: Int64, _ expected: Int64,
    at place: MediaTime = .unknown, _ law: Law
  ) {
    contradict(Evidence(quantity: quantity, unit: unit, seen: seen, expected: expected, place: place), law)
  }

  @inline(never)
  private mutating func contradict(_ seen: inout Player, _ expected: inout Player, _ law: Law) {
    var difference = FirstDifference()
    expected.visitState(&difference)
    difference.isComparing = true
    seen.visitState(&difference)
    contradict(difference.evidence, law)
  }

  private mutating func contradict(_ evidence: Evidence?, _ law: Law) {
    let isFirst = !isBroken
    flag(law)
    if isFirst, isBroken { self.evidence = evidence }
  }

  /// Whether two values are equal. If not, both are kept until ``judge(_:_:)`` uses or drops them.
  @inline(__always)
  mutating func isSame<Value: WireValue & Equatable>(
    _ quantity: StaticString, _ seen: Value, _ expected: Value
  ) -> Bool {
    if seen == expected { return true }
    note(Evidence(quantity: quantity, unit: .init(Value.self), seen: seen.wireValue, expected: expected.wireValue))
    return false
  }

  @inline(never)
  private mutating func note(_ evidence: Evidence) { if !isBroken { self.evidence = evidence } }

  /// Breaks `law` unless `holds`, with the values kept by ``isSame(_:_:_:)``.
  @inline(__always)
  mutating func judge(_ holds: Bool, _ law: @autoclosure () -> Law) {
    if !holds { flag(law()) }
    if evidence != nil, !isBroken { evidence = nil }
  }
}

/// Reads the state of the player that is expected, then finds the first field in which another differs; none where they
/// differ in their configurations or tables.
private struct FirstDifference: StateVisitor {
  var isComparing = false
  private(set) var evidence: PlayerMonitor.Evidence?
  private var expected: [Int64] = []
  private var index = 0

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    let seen = value.wireValue
    guard isComparing else { return expected.append(seen) }
    defer { index += 1 }
    guard evidence == nil, seen != expected[index] else { return }
    evidence = PlayerMonitor.Evidence(
      quantity: name, unit: .init(Value.self), seen: seen, expected: expected[index])
  }
}
