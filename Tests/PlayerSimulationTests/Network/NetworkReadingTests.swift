import Foundation
import PlayerCore
import PlayerSimulation
import Testing

@Suite("Reading networks and media")
struct NetworkReadingTests {
  private typealias Period = NetworkProfile.Period

  @Test("SABRE's form: fractions and exponents are exact, other members are ignored")
  func sabre() throws {
    let profile = try network(
      #"""
      [{"duration_ms": 1000.5, "note": ["x\"", {"a": [1, true, null]}], "bandwidth_kbps": 1234.567891, "latency_ms": 2e1},
       {"latency_ms": 0.000001, "bandwidth_kbps": 0, "duration_ms": 12345678901234567890e-19}]
      """#)
    #expect(
      profile.periods == [
        Period(nanoseconds: 1_000_500_000, microbitsPerSecond: 1_234_567_891_000, latencyNanoseconds: 20_000_000),
        Period(nanoseconds: 1_234_568, microbitsPerSecond: 0, latencyNanoseconds: 1),
      ])
    #expect(try network(#"[{"duration_ms":5,"bandwidth_kbps":6}]"#).periods[0].latency == .zero)
  }

  @Test("Mahimahi's form: 1,500 bytes per line, and the last line is the length")
  func mahimahi() throws {
    let profile = try network("# cellular\n2\n2\n3\n3\n\n7 # the end\n")
    #expect(
      profile.periods == [
        .outage(.milliseconds(1)), Period(duration: .milliseconds(2), bitsPerSecond: 24_000_000),
        .outage(.milliseconds(3)), Period(duration: .milliseconds(1), bitsPerSecond: 12_000_000),
      ])
    var cursor = NetworkCursor(profile)
    #expect(cursor.receive(for: 7_000_000) == 5 * 12_000)
    #expect(cursor.receive(for: 70_000_000) == 50 * 12_000)
    #expect(try network("0\n1\n").periods == [Period(duration: .milliseconds(1), bitsPerSecond: 24_000_000)])
  }

  @Test("tables: Mbit/s up to a second")
  func table() throws {
    let profile = try network("#s\tMbit/s\r\n0 99\r\n1.5\t4.03768755221\r\n2.5,0\r\n")
    #expect(
      profile.periods == [
        Period(nanoseconds: 1_500_000_000, microbitsPerSecond: 4_037_687_552_210), .outage(.seconds(1)),
      ])
    #expect(try network("2 1\n").periods == [Period(duration: .seconds(2), bitsPerSecond: 1_000_000)])
  }

  @Test(
    "a mistake is reported with its place, what was expected and found, and what to do",
    arguments: [
      ("", "line 1, column 1", "a file without any"),
      ("# nothing\n", "line 1, column 1", "a file without any"),
      ("[]", "line 1, column 3", "0 periods"),
      ("[{}]", "line 1, column 2", "duration_ms"),
      ("[{\"duration_ms\": 5}]", "line 1, column 2", "bandwidth_kbps"),
      ("[\n {\"duration_ms\": -5, \"bandwidth_kbps\": 1}]", "line 2, column 18", "found '-5"),
      ("[{\"duration_ms\": 0, \"bandwidth_kbps\": 1}]", "line 1, column 18", "more than 0"),
      ("[{\"duration_ms\": \"5\", \"bandwidth_kbps\": 1}]", "line 1, column 18", "without quotation marks"),
      ("[{\"duration_ms\": 5, \"bandwidth_kbps\": 1e30}]", "line 1, column 39", "1 Tbit/s"),
      ("[{\"duration_ms\": 5, \"bandwidth_kbps\": 1, \"latency_ms\": 1e7}]", "line 1, column 56", "up to an hour"),
      ("[{\"duration_ms\": 5, \"bandwidth_kbps\": 1}", "line 1, column 41", "the end of the file"),
      ("[{\"duration_ms\": 5, \"bandwidth_kbps\": 1}] x", "line 1, column 43", "found 'x'"),
      ("[{\"x\": \(String(repeating: "[", count: 200))", "line 1, column 106", "at most 100 nested values"),
      ("{\"segment_duration_ms\": 5}", "line 1, column 1", "describes media"),
      ("1\n2\n1\n", "line 3, column 1", "Sort"),
      ("0\n0\n", "line 3, column 1", "the length of the trace"),
      ("1.5\n", "line 1, column 1", "a whole number"),
      ("1 2\n3\n", "line 2, column 1", "two columns"),
      ("1\n3 4\n", "line 2, column 3", "one column"),
      ("1 2\n1 3\n", "line 2, column 1", "more than in the line before"),
      ("1 2 3\n", "line 1, column 5", "one or two columns"),
      ("<html>\u{1B}[2J", "line 1, column 1", "\\u{1b}"),
      ("12three\n", "line 1, column 1", "found '12three'"),
      ("1 -2\n", "line 1, column 3", "0 up to 1 Tbit/s"),
      ("99999999999999999999 1\n", "line 1, column 1", "century"),
      ("99999999999999999999\n", "line 1, column 1", "a year"),
    ])
  func networkMistakes(_ text: String, _ place: String, _ words: String) {
    let message = complaint { try network(text) }
    #expect(message.hasPrefix("net.txt: \(place)"), "\(message)")
    #expect(message.contains(words), "\(message)")
    #expect(!message.contains("\u{1B}"))
  }

  @Test("media: sizes per quality, in millionths of a bit")
  func media() throws {
    let media = try SabreMedia(
      bytes: Array(
        #"{"bitrates_kbps": [100, 200.5], "x": {}, "segment_sizes_bits": [[1, 2], [3.5, 4]], "segment_duration_ms": 2002.5}"#
          .utf8), name: "media.json")
    #expect(media.segmentNanoseconds == 2_002_500_000)
    #expect(media.bitrates == [100_000_000_000, 200_500_000_000])
    #expect(media.segments(ofQuality: 0) == [1_000_000, 3_500_000])
    #expect(media.segments(ofQuality: 1) == [2_000_000, 4_000_000])
    #expect(media.segments(ofQuality: 2) == nil)
    #expect(media.segments(ofQuality: -1) == nil)
  }

  @Test(
    "damaged media is reported just as precisely",
    arguments: [
      ("[1]", "line 1, column 1", "describes a network"),
      ("{}", "line 1, column 1", "segment_duration_ms"),
      (#"{"segment_duration_ms": 1, "bitrates_kbps": [1], "segment_sizes_bits": []}"#, "line 1, column 1", "sizes"),
      (
        #"{"segment_duration_ms": 1, "bitrates_kbps": [1], "segment_sizes_bits": [[1], [1, 2]]}"#, "line 1, column 78",
        "1 sizes, as in the first segment, found 2"
      ),
      (
        #"{"segment_duration_ms": 1, "bitrates_kbps": [1, 2], "segment_sizes_bits": [[1], [2]]}"#, "line 1, column 1",
        "one for each of bitrates_kbps"
      ),
      (#"{"segment_duration_ms": 1, "bitrates_kbps": [1], "segment_sizes_bits": [[-1]]}"#, "line 1, column 74", "'-1"),
    ])
  func mediaMistakes(_ text: String, _ place: String, _ words: String) {
    let message = complaint { try SabreMedia(bytes: Array(text.utf8), name: "media.json") }
    #expect(message.hasPrefix("media.json: \(place)"), "\(message)")
    #expect(message.contains(words), "\(message)")
  }

  @Test("files that cannot be opened or read, or are empty, are errors")
  func files() {
    #expect(complaint { try NetworkProfile(path: "/no/such/network") }.hasPrefix("/no/such/network: open failed:"))
    #expect(complaint { try NetworkProfile(path: "/") }.hasPrefix("/: read failed:"))
    #expect(complaint { try SabreMedia(path: "/dev/null") }.contains("the end of the file"))
  }

  @Test(
    "no truncation and no mutation of a file traps",
    arguments: [
      "steps.json", "fractions.json", "exponents.json", "media/round.json", "media/fractions.json", "",
    ])
  func hostile(_ name: String) throws {
    let original =
      name.isEmpty
      ? Array("# x\n1\n2\n2\n 9.5e-1 7\n".utf8) : Array(try Data(contentsOf: URL(filePath: Folder.networks.path(name))))
    let alphabet = Array(#"[]{}",:.-+eE0123456789 #\"#.utf8) + [0, 10, 13, 0xEF, 0xFF]
    var state: UInt64 = 5
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    for round in 0..<150 {
      var bytes = Array(original.prefix(600))
      if round % 2 == 0 { bytes.removeLast(next(bytes.count)) }
      for _ in 0..<next(4) where !bytes.isEmpty {
        let place = next(bytes.count)
        switch next(3) {
        case 0: bytes[place] = alphabet[next(alphabet.count)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: (0..<next(30)).map { _ in alphabet[next(alphabet.count)] }, at: place)
        }
      }
      if let profile = try? NetworkProfile(bytes: bytes, name: "x") {
        var cursor = NetworkCursor(profile)
        _ = cursor.awaitFirstBit()
        _ = cursor.receive(bits: 1_000_000)
        if let media = try? SabreMedia(path: Folder.networks.path("media/one-segment.json")) {
          _ = SabreSession(media: media, quality: 0, network: profile)?.run()
        }
      }
      if let media = try? SabreMedia(bytes: bytes, name: "x") {
        _ = SabreSession(media: media, quality: 0, network: .constant(bitsPerSecond: 1))?.run()
      }
    }
  }

  private func network(_ text: String) throws -> NetworkProfile {
    try NetworkProfile(bytes: Array(text.utf8), name: "net.txt")
  }

  /// The text of the error; empty without one.
  private func complaint(_ body: () throws -> some Any) -> String {
    do {
      _ = try body()
      return ""
    } catch { return "\(error)" }
  }
}
