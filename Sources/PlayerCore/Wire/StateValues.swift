extension Player {
  /// Reads the wire values of all fields of the state, in the order of ``visitState(_:)``, as far as `values` has room;
  /// returns how many fields there are. The player is not changed.
  ///
  /// A visitor of another module is called through its witness for each field; this takes about a tenth of that.
  package static func readState(of player: inout Player, into values: UnsafeMutableBufferPointer<Int64>) -> Int {
    var reader = ValueReader(values: values)
    player.visitState(&reader)
    return reader.count
  }

  /// Gives the fields of the state these wire values, in the same order. Returns the place of the first that is not a
  /// value of its field, which keeps what it had; `nil` when all are.
  package static func writeState(of player: inout Player, from values: UnsafeBufferPointer<Int64>) -> Int? {
    var writer = ValueWriter(values: values)
    player.visitState(&writer)
    return writer.invalid
  }
}

private struct ValueReader: StateVisitor {
  let values: UnsafeMutableBufferPointer<Int64>
  var count = 0

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { put(value.wireValue) }

  /// Where the size of the program counts there is one of it: the state has many fields.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  private mutating func put(_ value: Int64) {
    if count < values.count { values[count] = value }
    count &+= 1
  }
}

private struct ValueWriter: StateVisitor {
  let values: UnsafeBufferPointer<Int64>
  private(set) var invalid: Int?
  private var index = 0

  init(values: UnsafeBufferPointer<Int64>) { self.values = values }

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    guard let wire = next() else { return }
    if let read = Value(wireValue: wire) { value = read } else { invalid = invalid ?? index &- 1 }
  }

  private mutating func next() -> Int64? {
    index &+= 1
    return index <= values.count ? values[index &- 1] : nil
  }
}
