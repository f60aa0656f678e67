import PlayerCore
import Testing

@testable import tapedeck

@Suite("Times as people write them")
struct TimeTextTests {
  @Test(
    "are read",
    arguments: [
      ("0", 0), ("90", 90_000_000), ("1.5", 1_500_000), ("0.000001", 1), ("1:30", 90_000_000),
      ("61:00", 3_660_000_000), ("1:02:03.5", 3_723_500_000), ("0:00:00.000001", 1), ("250ms", 250_000),
      ("0.5ms", 500), ("7us", 7), ("10s", 10_000_000), ("1.25s", 1_250_000), ("5m", 300_000_000),
      ("1.5h", 5_400_000_000), ("10 s", 10_000_000),
      ("9223372036854.775807", .max),
    ] as [(String, Int64)])
  func read(_ text: String, _ microseconds: Int64) {
    #expect(TimeText.span(text) == .microseconds(microseconds))
  }

  @Test(
    "are refused when they are invalid",
    arguments: [
      "", " ", "-1", "+1", "x", "1x", "1:60", "1:99:00", ":30", "1:", "1::2", "1:2:3:4", "1.0000001", "1.5us",
      "0.0001ms",
      ".5", "5.", "1e3", "0x10", "s", "ms", "9223372036854.775808", "99999999999999999999", "2562047788016h", "١",
      "1:-5", "1.2.3", "NaN", "inf",
    ])
  func refuse(_ text: String) { #expect(TimeText.span(text) == nil) }

  @Test(
    "are written",
    arguments: [
      (0, "0:00"), (999_999, "0:00"), (90_000_000, "1:30"), (3_723_000_000, "1:02:03"), (-5_000_000, "-0:05"),
      (-1, "0:00"), (.min, "-:--"), (.max, "2562047788:00:54"),
    ] as [(Int64, String)])
  func clock(_ microseconds: Int64, _ text: String) {
    #expect(TimeText.clock(.microseconds(microseconds)) == text)
  }

  @Test("are written as timestamps and durations")
  func stampsAndLengths() {
    #expect(TimeText.stamp(.microseconds(12_345_678)) == "00:12.345")
    #expect(TimeText.stamp(.seconds(3_600)) == "1:00:00.000")
    #expect(TimeText.stamp(.microseconds(-5)) == "00:00.000")
    #expect(TimeText.exact(.milliseconds(31_250)) == "0:31.250")
    #expect(TimeText.exact(.seconds(31)) == "0:31")
    #expect(TimeText.length(.milliseconds(250)) == "250 ms")
    #expect(TimeText.length(.milliseconds(1_299)) == "1.2 s")
    #expect(TimeText.length(.seconds(90)) == "1:30")
    #expect(TimeText.length(.never) == "for ever")
  }

  @Test("Thousandths are read and written", arguments: [("1.5", 1_500), ("2", 2_000), ("0.001", 1), ("0.25", 250)])
  func thousandths(_ text: String, _ value: Int64) {
    #expect(ThousandthsText.parse(text) == value)
    #expect(ThousandthsText.text(value) == text)
  }

  @Test("A share of the duration is rounded down and does not overflow")
  func share() {
    #expect(Place.share(500, of: .seconds(91)) == .milliseconds(45_500))
    #expect(Place.share(1_000, of: .microseconds(.max)) == .microseconds(.max))
    #expect(Place.share(1, of: .microseconds(999)) == .zero)
    #expect(Place.part(500).position(in: .seconds(30)..<(.seconds(90))) == .at(.seconds(60)))
    #expect(Place.part(500).position(in: nil) == nil)
  }
}
