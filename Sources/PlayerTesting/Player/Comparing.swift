import PlayerCore

/// False only when two values are equal: compares their memory, eight bytes at a time. What lies between the fields may
/// differ as well; that only costs a closer look. For values of at least eight bytes, which are passed `inout` so that
/// nobody copies them.
@inline(__always)
func mayDiffer<Value>(_ a: inout Value, _ b: inout Value) -> Bool {
  withUnsafeBytes(of: &a) { a in
    withUnsafeBytes(of: &b) { b in
      let last = a.count &- 8
      var difference = a.word(at: last) ^ b.word(at: last)
      for offset in stride(from: 0, to: last, by: 8) { difference |= a.word(at: offset) ^ b.word(at: offset) }
      return difference != 0
    }
  }
}

/// Whether two values are equal, with a look at their memory first.
@inline(__always)
func areSame<Value: Equatable>(_ a: inout Value, _ b: inout Value) -> Bool { !mayDiffer(&a, &b) || a == b }

/// Sets `a` to `b` in one piece: where the fields are used right after it, the compiler would rather copy them one by one.
@inline(never)
func assign(_ a: inout Player.Facts, _ b: inout Player.Facts) { a = b }

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
