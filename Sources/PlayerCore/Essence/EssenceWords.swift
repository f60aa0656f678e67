extension Essence {
  /// As many words as all machines put, in place. `InlineArray` is the same from macOS 26 and iOS 26 on.
  @usableFromInline
  @frozen
  struct Words: BitwiseCopyable, Sendable {
    @usableFromInline typealias Row = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    @usableFromInline typealias Rest = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    @usableFromInline var rows: (Row, Row, Row, Row, Row, Row, Row, Row)
    @usableFromInline var rest: Rest

    @inlinable static var count: Int { MemoryLayout<Self>.size / 8 }

    /// All are 0.
    @inlinable
    init() {
      let row: Row = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      rows = (row, row, row, row, row, row, row, row)
      rest = (0, 0, 0, 0, 0, 0)
    }

    @inlinable
    subscript(index: Int) -> UInt64 {
      @inline(__always) get {
        precondition(index >= 0 && index < Self.count, "there is no such word")
        return withUnsafeBytes(of: self) { $0.load(fromByteOffset: index &* 8, as: UInt64.self) }
      }
      @inline(__always) set {
        precondition(index >= 0 && index < Self.count, "there is no such word")
        withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: newValue, toByteOffset: index &* 8, as: UInt64.self) }
      }
    }
  }
}
