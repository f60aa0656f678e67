import PlayerCore
import PlayerTrace
import Testing

@testable import tapedeck

@Suite("Parts of the commands that read traces")
struct PartsTests {
  @Test(
    "Places",
    arguments: [
      ("0", TracePlace.step(0)), ("12", .step(12)), ("12.5", .instant(Instant(microseconds: 12_500_000))),
      ("12s", .instant(.seconds(12))), ("1:30", .instant(.seconds(90))),
      ("250ms", .instant(Instant(microseconds: 250_000))),
      ("end", .end),
    ])
  func places(_ text: String, _ place: TracePlace) { #expect(TracePlace(text) == place) }

  @Test("Invalid places", arguments: ["", "x", "-1", "1:", ":1", "99999999999999999999", "12.5.1", "1e3", "١٢"])
  func noPlaces(_ text: String) { #expect(TracePlace(text) == nil) }

  @Test("Times are exact, and as short as possible")
  func times() {
    #expect(TraceTime.stamp(.zero) == "00:00.000")
    #expect(TraceTime.stamp(Instant(microseconds: 3_723_000_001)) == "1:02:03.000001")
    #expect(TraceTime.stamp(Instant(microseconds: -1_500_000)) == "-00:01.500")
    #expect(TraceTime.stamp(.never) == "never")
    #expect(TraceTime.position(.unknown) == "unknown")
    #expect(TraceTime.position(MediaTime(microseconds: 72_040_000)) == "1:12.04")
    #expect(TraceTime.span(.never) == "never")
    #expect(TraceTime.span(TimeSpan(microseconds: .min)) == "-9223372036854.775808 s")
    #expect(TraceTime.delta(TimeSpan(microseconds: 250)) == "+0.000250")
    #expect(NumberText.grouped(1_234_567) == "1 234 567")
    #expect(NumberText.grouped(.min) == "-9 223 372 036 854 775 808")
  }

  @Test(
    "Name patterns",
    arguments: [
      ("seek", "seek", true), ("seek", "seekBegan", false), ("seek*", "seekBegan", true), ("*ed", "seekEnded", true),
      ("*", "anything", true), ("s*k*n", "seekBegan", true), ("seek*seek", "seek", false),
      ("engine.*", "engine.play", true),
      ("a*b*c", "acb", false),
    ])
  func patterns(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }

  @Test("A ruler has round marks, in order, on the axis, and not too many")
  func rulers() {
    for length in [1, 9, 999, 15_000_000, 91_533_060, 3_600_000_000, 864_000_000_000_000, Int64.max / 2] {
      for count in [1, 5, 12] {
        let ruler = Ruler(from: 0, to: length, atMost: count)
        #expect(ruler.marks.first == 0)
        #expect(ruler.marks.allSatisfy { $0 <= length && $0 % ruler.step == 0 })
        #expect(ruler.marks.count <= count + 1, "\(length) \(count)")
      }
    }
    #expect(Ruler(from: 7_000_000, to: 21_000_000, atMost: 3).marks == [10_000_000, 15_000_000, 20_000_000])
  }

  @Test("A track of a very long run stays small and keeps its end")
  func longTrack() {
    var track = StepTrack<Int>(limit: 100)
    for step in 0..<100_000 { track.append(step % 7, at: Instant(microseconds: Int64(step) * 1_000)) }
    #expect(track.changes.count <= 100)
    #expect(track.value(at: .seconds(1_000)) == 99_999 % 7)
    #expect(
      zip(track.changes, track.changes.dropFirst()).allSatisfy { $0.instant < $1.instant && $0.value != $1.value })
  }

  @Test("A track's spans cover the window without gaps")
  func spans() {
    var track = StepTrack<String>()
    track.append("a", at: .zero)
    track.append("a", at: .seconds(1))
    track.append("b", at: .seconds(2))
    track.append("c", at: .seconds(5))
    let spans = track.spans(from: .seconds(1), to: .seconds(6))
    #expect(spans.map(\.value) == ["a", "b", "c"])
    #expect(spans.map(\.start) == [.seconds(1), .seconds(2), .seconds(5)])
    #expect(spans.map(\.end) == [.seconds(2), .seconds(5), .seconds(6)])
    #expect(track.value(at: Instant(microseconds: -1)) == nil)
  }

  @Test("Positions lie on straight lines between knots and jump at them")
  func positions() {
    var track = PositionTrack()
    track.append(.init(instant: .zero, before: nil, after: .zero))
    track.append(.init(instant: .seconds(4), before: .seconds(4), after: .seconds(30)))
    track.append(.init(instant: .seconds(6), before: .seconds(32), after: nil))
    #expect(track.position(at: .seconds(1)) == .seconds(1))
    #expect(track.position(at: .seconds(5)) == .seconds(31))
    #expect(track.position(at: .seconds(7)) == nil)
    #expect(track.jumps(from: .zero, to: .seconds(10)).map(\.instant) == [.seconds(4)])
    #expect(track.lines(from: .seconds(1), to: .seconds(5)).map(\.to) == [.seconds(4), .seconds(31)])
  }

  @Test("Dots become characters")
  func dots() {
    var canvas = DotCanvas(columns: 3, rows: 1, hasUnicode: true)
    canvas.line(0, 0, 5, 3)
    canvas.set(-1, 99)
    #expect(canvas.lines == ["⣀⠤⠊"])
    var plain = DotCanvas(columns: 3, rows: 2, hasUnicode: false)
    plain.line(0, 0, 2, 1)
    #expect(plain.lines == ["  *", "** "])
  }

  @Test("Text in an SVG file is escaped, numbers have at most one decimal")
  func svg() {
    #expect(MarkupText.xml("a<b>&\"c\"\u{1}") == "a&lt;b&gt;&amp;&quot;c&quot; ")
    #expect(SVGText.number(1.25) == "1.3")
    #expect(SVGText.number(-0.04) == "0")
    #expect(SVGText.number(-2.5) == "-2.5")
    var path = SVGPath()
    for x in 0...10 { path.add(Double(x), Double(x)) }
    path.add(11, 0)
    #expect(path.data == "M0 0L10 10L11 0")
  }

  @Test("Titles are file names")
  func titles() {
    #expect(TraceNames.title(of: "/media/song.m4a") == "song.m4a")
    #expect(TraceNames.title(of: "http://host/a/clip.mp4?key=/x#y") == "clip.mp4")
    #expect(TraceNames.title(of: "http://host/") == "host")
    #expect(TraceNames.title(of: "") == "")
  }
}
