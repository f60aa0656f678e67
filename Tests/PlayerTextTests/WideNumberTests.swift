import Testing

@testable import PlayerText

/// The standard library's numbers are the reference, where they exist.
@Suite struct WideNumberTests {
  /// Numbers near the limits of the halves, and others of every length.
  @available(macOS 15, iOS 18, *)
  private static var values: [UInt128] {
    var values: [UInt128] = [0, 1, 2, 3, 9, 10]
    for bits in stride(from: 1, through: 128, by: 7) {
      let power = bits == 128 ? 0 : UInt128(1) << UInt128(bits)
      values += [power &- 1, power, power &+ 1, power &* 0x9E37_79B9_7F4A_7C15 &+ 12_345]
    }
    let half = UInt128(UInt64.max)
    return values + [half - 1, half, half + 1, half << 64, .max - 1, .max]
  }

  @available(macOS 15, iOS 18, *)
  private func wide(_ value: UInt128) -> WideUnsigned {
    WideUnsigned(high: UInt64(value >> 64), low: UInt64(truncatingIfNeeded: value))
  }

  @available(macOS 15, iOS 18, *)
  private func wide(_ value: Int128) -> WideSigned { WideSigned(wide(value.magnitude), isNegative: value < 0) }

  @available(macOS 15, iOS 18, *)
  @Test("Unsigned numbers behave like the standard library's")
  func unsigned() {
    let values = Self.values
    for a in values {
      #expect(wide(a).clamped == Int64(clamping: a))
      for count in [0, 1, 31, 63, 64, 65, 127] {
        #expect(wide(a) >> count == wide(a >> UInt128(count)))
        #expect(wide(a) << count == wide(a << UInt128(count)))
      }
      for b in values {
        #expect((wide(a) < wide(b)) == (a < b))
        if a >= b { #expect(wide(a) - wide(b) == wide(a - b)) }
        let sum = a.addingReportingOverflow(b)
        if !sum.overflow { #expect(wide(a) + wide(b) == wide(sum.partialValue)) }
        let product = a.multipliedReportingOverflow(by: b)
        #expect(wide(a).multiplied(by: wide(b)) == (product.overflow ? nil : wide(product.partialValue)))
        guard b != 0 else { continue }
        #expect(wide(a) / wide(b) == wide(a / b))
        #expect(wide(a) % wide(b) == wide(a % b))
      }
    }
  }

  @available(macOS 15, iOS 18, *)
  @Test("Signed numbers behave like the standard library's")
  func signed() {
    let values = Self.values.flatMap { value in
      let small = Int128(value >> 66)
      return [small, -small, Int128(value >> 2), -Int128(value >> 2)]
    }
    for a in values {
      #expect(wide(a).clamped == Int64(clamping: a))
      for b in values {
        #expect((wide(a) < wide(b)) == (a < b))
        #expect(wide(a) + wide(b) == wide(a + b))
        #expect(wide(a) - wide(b) == wide(a - b))
        let product = a.multipliedReportingOverflow(by: b)
        if !product.overflow { #expect(wide(a) * wide(b) == wide(product.partialValue)) }
        guard b != 0 else { continue }
        #expect(wide(a) / wide(b) == wide(a / b))
        #expect(wide(a) % wide(b) == wide(a % b))
      }
    }
  }
}
