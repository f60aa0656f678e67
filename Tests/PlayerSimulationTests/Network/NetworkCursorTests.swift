import PlayerCore
import PlayerSimulation
import Testing

@Suite("Network cursors")
struct NetworkCursorTests {
  private typealias Period = NetworkProfile.Period

  /// A second of 1 Mbit/s, an outage of a second, a second of 3 bits in a millisecond.
  private let bumpy = NetworkProfile([
    Period(duration: .seconds(1), bitsPerSecond: 1_000_000, latency: .milliseconds(100)),
    .outage(.seconds(1), latency: .milliseconds(400)),
    Period(duration: .seconds(1), bitsPerSecond: 3_000, latency: .milliseconds(50)),
  ])

  @Test("a download takes as long as its bits need, across outages and repetitions")
  func downloads() throws {
    var cursor = NetworkCursor(try #require(bumpy))
    #expect(cursor.receive(bits: 500_000) == 500_000_000)
    #expect(cursor.receive(bits: 500_001) == 1_500_333_334)
    #expect(cursor.nanosecondsLeft == 999_666_666)
    #expect(cursor.receive(for: 999_666_666) == 2_998)
    #expect(cursor.receive(bits: 1_000_000) == 999_999_001)
    #expect(cursor.nanosecondsLeft == 999)
    #expect(cursor.receive(bits: 0) == 0)
    #expect(cursor.receive(bits: -1) == 0)
  }

  @Test("each period serves a share of the wait for the first bit")
  func latency() throws {
    var cursor = NetworkCursor(try #require(bumpy))
    #expect(cursor.timeToFirstBit == 100_000_000)
    #expect(cursor.awaitFirstBit() == 100_000_000)
    cursor.wait(nanoseconds: 850_000_000)
    // Half of it in the rest of the first second, the other half at the latency of the outage.
    #expect(cursor.awaitFirstBit() == 50_000_000 + 200_000_000)
    #expect(cursor.nanosecondsLeft == 800_000_000)
    cursor.wait(nanoseconds: 400_000_000)
    // The wait ends with the period.
    #expect(cursor.awaitFirstBit() == 400_000_000)
    #expect(cursor.period.bitsPerSecond == 3_000)
  }

  @Test("a latency longer than many passes through the profile is served in full")
  func longLatency() throws {
    let quick = try #require(
      NetworkProfile([
        Period(nanoseconds: 1, microbitsPerSecond: 1, latencyNanoseconds: 3_600_000_000_000),
        Period(nanoseconds: 2, microbitsPerSecond: 1, latencyNanoseconds: 1_800_000_000_000),
      ]))
    var cursor = NetworkCursor(quick)
    // Three nanoseconds serve 1 + 4 parts of 3.6 million millions; rounding loses at most one in a million.
    let time = cursor.awaitFirstBit()
    #expect((2_160_000_000_000...2_160_002_160_000).contains(time))
  }

  @Test("the same bits arrive wherever time is split")
  func cuts() throws {
    let profile = try #require(bumpy)
    var random = Numbers(seed: 11)
    for _ in 0..<200 {
      var (whole, cut) = (NetworkCursor(profile), NetworkCursor(profile))
      let span = random.next(upTo: 9_000_000_000)
      let bits = whole.receive(for: span)
      var (rest, sum) = (span, Int64(0))
      while rest > 0 {
        let piece = min(rest, 1 + random.next(upTo: 700_000_000))
        sum += cut.receive(for: piece)
        rest -= piece
      }
      #expect(sum == bits)
      #expect(cut == whole)
    }
  }

  @Test("a download observed on the way is complete at the same nanosecond")
  func looks() throws {
    let profile = try #require(bumpy)
    var random = Numbers(seed: 12)
    for _ in 0..<200 {
      let bits = 1 + random.next(upTo: 2_000_000)
      var (whole, cut) = (NetworkCursor(profile), NetworkCursor(profile))
      let time = whole.receive(bits: bits)
      let span = try #require(time)
      var (rest, passed) = (bits, Int64(0))
      for _ in 0..<5 where passed < span {
        let piece = random.next(upTo: span - passed)
        rest -= cut.receive(for: piece)
        passed += piece
      }
      #expect(rest > 0)
      #expect(cut.time(toReceive: rest) == span - passed)
      #expect(cut.receive(bits: rest) == span - passed)
      #expect(cut == whole)
    }
  }

  @Test("a download ends at the first nanosecond at which all its bits have arrived")
  func ends() throws {
    let profile = try #require(bumpy)
    var random = Numbers(seed: 13)
    for _ in 0..<200 {
      let cursor = NetworkCursor(profile, after: random.next(upTo: 3_000_000_000))
      let bits = 1 + random.next(upTo: 1_500_000)
      let span = try #require(cursor.time(toReceive: bits))
      var (late, early) = (cursor, cursor)
      #expect(late.receive(for: span) >= bits)
      #expect(early.receive(for: span - 1) < bits)
    }
  }

  @Test("fractions of a bit per second are not rounded away")
  func fractions() throws {
    let profile = try #require(NetworkProfile([Period(nanoseconds: 1_000_000_000, microbitsPerSecond: 1_500_001)]))
    var cursor = NetworkCursor(profile)
    #expect(cursor.receive(for: 1_000_000_000_000_000) == 1_500_001)
    #expect(cursor.receive(bits: 3) == 1_999_998_667)
  }

  @Test("a network that never delivers returns nil, and the cursor does not move")
  func silence() {
    var cursor = NetworkCursor(.constant(bitsPerSecond: 0, latency: .seconds(1)))
    let before = cursor
    #expect(cursor.receive(bits: 1) == nil)
    #expect(cursor == before)
    #expect(cursor.awaitFirstBit() == 1_000_000_000)
    #expect(cursor.receive(for: .max) == 0)
  }

  @Test("extreme numbers finish at once and never trap")
  func extremes() throws {
    let slow = try #require(
      NetworkProfile([
        Period(nanoseconds: 1, microbitsPerSecond: 1, latencyNanoseconds: NetworkProfile.Limit.latency),
        Period(nanoseconds: 1, microbitsPerSecond: 0, latencyNanoseconds: 1),
      ]))
    let fast = try #require(
      NetworkProfile(
        Array(
          repeating: Period(nanoseconds: NetworkProfile.Limit.period, microbitsPerSecond: NetworkProfile.Limit.rate),
          count: 100)))
    for profile in [slow, fast, .constant(bitsPerSecond: 1)] {
      var cursor = NetworkCursor(profile, after: .max)
      for number in [Int64.min, -1, 0, 1, .max - 1, .max] {
        cursor.wait(nanoseconds: number)
        _ = cursor.awaitFirstBit()
        #expect(cursor.receive(bits: number) != nil)
        #expect(cursor.receive(for: number) >= 0)
      }
    }
    var cursor = NetworkCursor(fast)
    #expect(cursor.receive(for: .max) == .max)
    cursor = NetworkCursor(slow)
    #expect(cursor.receive(bits: .max) == .max)
  }
}

/// Numbers that look random and are the same everywhere.
private struct Numbers {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From 0 up to, but not including, `limit`; 0 when no number is below it.
  mutating func next(upTo limit: Int64) -> Int64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return limit > 0 ? Int64((state >> 11) % limit.magnitude) : 0
  }
}
