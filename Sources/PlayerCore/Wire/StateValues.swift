extension Player {
  /// Reads the wire values of all fields of the state, in the order of ``visitState(_:)``, as far as `values` has room;
  /// returns how many fields there are. The player is not changed.
  ///
  /// A visitor in another module is called through its witness for every field; this takes about a tenth of the time.
  package static func readState(of player: inout Player, into values: UnsafeMutableBufferPointer<Int64>) -> Int {
    var reader = ValueReader(values: values)
    player.visitState(&reader)
    return reader.count
  }

  /// Sets the fields of the state to these wire values, in the same order. Returns the index of the first value that is
  /// not valid for its field, which keeps its old value; `nil` when all are valid.
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

  /// Not inlined where program size matters: the state has many fields.
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
