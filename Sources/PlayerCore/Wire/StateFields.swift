/// Visits every field of the state, by name and in one order: what a checkpoint holds, a digest covers and a difference
/// names.
public protocol StateVisitor {
  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value)
}

extension Player {
  /// Passes every field of the state to `visitor`, which may read or replace it.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitFields(&visitor)
    deriveShown()
    findDeadline()
  }

  private mutating func visitFields(_ visitor: inout some StateVisitor) {
    visitor.visit("clock", &clock)
    visitMachines(&visitor)
    for setting in Setting.allCases {
      var value = configuration[setting]
      let before = value
      visitor.visit("setting", &value)
      if value != before { configuration[setting] = value }
    }
  }

  /// A digest of the whole state, configuration included.
  public var digest: UInt64 {
    var copy = self
    return Self.digest(of: &copy)
  }

  /// The same, reading the player in place: a copy needs memory. Nothing is changed.
  package static func digest(of player: inout Player) -> UInt64 {
    var digester = Digester()
    player.visitFields(&digester)
    return digester.digest.value
  }
}

private struct Digester: StateVisitor {
  var digest = StateDigest()

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { put(value.wireValue) }

  /// Not inlined where program size matters.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  private mutating func put(_ value: Int64) { digest.put(value) }
}

extension Segments {
  /// Neither list is rebuilt: its count and digest represent it.
  mutating func visitLists(_ visitor: inout some StateVisitor) {
    var list = table.list
    visitor.visit("segments.list.count", &list.count)
    visitor.visit("segments.list.digest", &list.digest)
    if list != table.list { table.stand(for: list) }
    visitor.visit("segments.staged.count", &staged.count)
    visitor.visit("segments.staged.digest", &staged.digest)
  }
}
