/// Visits every field of the state, by name and in one order: what a checkpoint holds, a digest covers and a difference
/// names.
public protocol StateVisitor {
  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value)
}

extension Player {
  /// Hands every field of the state to `visitor`, which may read or replace it.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.visit("clock", &clock)
    visitMachines(&visitor)
    for setting in Setting.allCases {
      var value = configuration[setting]
      let before = value
      visitor.visit("setting", &value)
      if value != before { configuration[setting] = value }
    }
    deriveShown()
    findDeadline()
  }

  /// A digest of the whole state, configuration included.
  public var digest: UInt64 {
    var copy = self
    var digester = Digester()
    copy.visitState(&digester)
    return digester.digest.value
  }
}

private struct Digester: StateVisitor {
  var digest = Digest()

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { digest.put(value.wireValue) }
}

extension Segments {
  /// Neither list is rebuilt: counts and digests represent them.
  mutating func visitLists(_ visitor: inout some StateVisitor) {
    var list = table.list
    visitor.visit("segments.list.count", &list.count)
    visitor.visit("segments.list.digest", &list.digest)
    if list != table.list { table.stand(for: list) }
    visitor.visit("segments.staged.count", &staged.count)
    visitor.visit("segments.staged.digest", &staged.digest)
  }
}
