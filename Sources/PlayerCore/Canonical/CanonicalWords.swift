extension CanonicalState {
  /// As many words as the fields need, stored in place. `InlineArray` does the same, but needs macOS 26 or iOS 26.
  @usableFromInline
  @frozen
  struct Words: BitwiseCopyable, Sendable {
    @usableFromInline var storage: Storage

    @inlinable static var count: Int { MemoryLayout<Self>.size / 8 }

    /// All are 0.
    @inlinable
    init() { storage = Self.zero }

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
