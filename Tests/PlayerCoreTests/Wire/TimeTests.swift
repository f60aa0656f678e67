@testable import PlayerCore
import Testing

@Suite("Integer time")
struct TimeTests {
  @Test("elapsed media time rounds down, the span it needs rounds up (Architecture.md#law-4)")
  func rounding() {
    #expect(Rate.thousandths(1_500).advance(during: .microseconds(1)) == .microseconds(1))
    #expect(Rate.thousandths(500).advance(during: .microseconds(3)) == .microseconds(1))
    #expect(Rate.thousandths(500).advance(during: .microseconds(-3)) == .microseconds(-2))
    #expect(Rate.thousandths(1_500).span(for: .microseconds(1)) == .microseconds(1))
    #expect(Rate.thousandths(2_000).span(for: .microseconds(3)) == .microseconds(2))
    #expect(Rate.thousandths(3_000).span(for: .seconds(1)) == .microseconds(333_334))
    #expect(Rate.thousandths(-1_000).advance(during: .microseconds(5)) == .microseconds(-5))
    #expect(Rate.thousandths(-1_500).advance(during: .microseconds(1)) == .microseconds(-2))
  }

  @available(macOS 15, iOS 18, *)
  @Test("scaling is exact on both sides of the threshold of its fast path")
  func scaling() {
    let edge = Int64(1) << 45
    let values = [-edge - 1, -edge, -edge + 1, -1_000_001, -1, 0, 1, 999, 1_000_001, edge - 1, edge, edge + 1]
    for value in values {
      for factor in [-(Int64(1) << 16) - 1, -(1 << 16), -1, 0, 1, 750, (1 << 16) - 1, 1 << 16, .init(Int32.max)] {
        for divisor in [1, 3, 1_000, 1 << 16, Int64(Int32.max)] {
          let (high, low) = value.multipliedFullWidth(by: factor)
          let product = Int128(high) << 64 | Int128(low)
          let floor = product / Int128(divisor) - (product < 0 && product % Int128(divisor) != 0 ? 1 : 0)
          guard Int64(exactly: floor) != nil else { continue }
          let found = value.saturatingScaled(by: factor, dividedBy: divisor)
          #expect(Int128(found) == floor, "\(value) × \(factor) ÷ \(divisor)")
        }
      }
    }
  }

  @Test("a deadline computed from a position is never early: the playhead is there by then")
  func neverEarly() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let rate = Rate(thousandths: Int32(1 + random.below(20_000)))
      let distance = TimeSpan(microseconds: Int64(random.below(10_000_000_000)))
      let span = rate.span(for: distance)
      #expect(rate.advance(during: span) >= distance)
      #expect(rate.advance(during: span - .microseconds(1)) < distance || distance == .zero)
    }
  }

  @Test("all arithmetic saturates at the edges of the type")
  func saturation() {
    #expect(Instant.never + .seconds(1) == .never)
    #expect(Instant(microseconds: .min) - .never == TimeSpan(microseconds: .min))
    #expect(MediaTime(microseconds: .min) + .microseconds(-1) == MediaTime(microseconds: .min))
    #expect(TimeSpan.seconds(.max) == .never)
    #expect(TimeSpan.milliseconds(.min) == TimeSpan(microseconds: .min))
    #expect(TimeSpan.zero - TimeSpan(microseconds: .min) == .never)
    #expect(Rate(thousandths: .max).advance(during: .never) == .never)
    #expect(Rate(thousandths: .min).advance(during: .never) == TimeSpan(microseconds: .min))
    #expect(Rate.zero.span(for: .seconds(1)) == .never)
    #expect(Rate(thousandths: -1).span(for: .zero) == .never)
  }

  @Test("no combination of edge numbers traps, and products agree with wide arithmetic")
  func products() {
    let edges: [Int64] = [.min, .min + 1, -3_037_000_500, -1_000, -1, 0, 1, 999, 1_000, 3_037_000_500, .max - 1, .max]
    for a in edges {
      for b in edges {
        let (high, low) = a.multipliedFullWidth(by: b)
        let fits = high == Int64(bitPattern: low) >> 63
        let expected = fits ? Int64(bitPattern: low) : (a < 0) == (b < 0) ? Int64.max : .min
        #expect(a.saturatingTimes(b) == expected || (expected == .min && fits), "\(a) × \(b)")
        _ = a.saturatingPlus(b)
        _ = a.saturatingMinus(b)
      }
      for rate in [Int32.min, -1_000, -1, 0, 1, 999, 1_000, 1_001, .max] {
        _ = Rate(thousandths: rate).advance(during: TimeSpan(microseconds: a))
        _ = Rate(thousandths: rate).span(for: TimeSpan(microseconds: a))
      }
    }
  }

  @Test("clamping to crossed bounds gives the lower one")
  func clamping() {
    #expect(MediaTime.seconds(5).clamped(from: .seconds(1), to: .seconds(3)) == .seconds(3))
    #expect(MediaTime.seconds(5).clamped(from: .seconds(9), to: .seconds(3)) == .seconds(9))
    #expect(MediaTime.unknown.clamped(from: .zero, to: .seconds(3)) == .zero)
  }

  @Test("exact, around, before and after positions set tolerances; negative ones count as none (SRG.md#1.8)")
  func tolerances() {
    let time = MediaTime.seconds(7)
    #expect(Position.at(time).toleranceBefore == .zero && Position.at(time).toleranceAfter == .zero)
    #expect(Position.around(time).toleranceBefore == .never && Position.around(time).toleranceAfter == .never)
    #expect(Position.before(time).toleranceBefore == .never && Position.before(time).toleranceAfter == .zero)
    #expect(Position.after(time).toleranceBefore == .zero && Position.after(time).toleranceAfter == .never)
    let negative = Position.at(time).within(before: .seconds(-1), after: .seconds(-2))
    #expect(negative == .at(time))
    #expect(Position.liveEdge(behind: .seconds(3)).offset == .seconds(-3))
  }
}
