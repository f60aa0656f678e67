import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

/// The text of an error is safe on a terminal, whatever the file contains.
@Suite struct ErrorTextTests {
  private static let hostile = "\u{1B}[2J\u{7}\r\u{9B}31m\u{202E}\u{2028}\u{0}"

  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
      default: true
      }
    }
  }

  @Test func unprintableTextIsEscaped() {
    #expect(Excerpt.of("a é 漢 \"") == "a é 漢 \"")
    #expect(Excerpt.of("\u{1B}[2J") == "\\u{1b}[2J")
    #expect(Excerpt.of([0x61, 0xFF, 0x1B, 0xC3, 0xA9, 0xE2, 0x82][...]) == "a\\xff\\u{1b}é\\xe2\\x82")
    #expect(Excerpt.of("abc", limit: 2) == "ab…")
    #expect(Excerpt.of([UInt8](repeating: 0x61, count: 1_000)[...]).count == Excerpt.limit + 1)
  }

  @Test func everyErrorIsPlainAndShort() {
    let long = String(repeating: Self.hostile, count: 1_000)
    let damage = TraceDamage(
      file: Self.hostile, offset: 1, line: nil, field: long, expected: long, found: long, advice: "Take another")
    let errors: [TraceError] = [
      .system(action: "open", file: Self.hostile, code: 2, message: "No such file"),
      .notATrace(file: Self.hostile, found: long), .newerVersion(file: Self.hostile, found: 2, supported: 1),
      .foreignVocabulary(file: Self.hostile, found: 1, expected: 2, tool: long), .damaged(damage),
      .noHeader(file: Self.hostile, bytes: 1), .tooLong(file: Self.hostile, offset: 1, what: long),
      .noSuchPlace(file: Self.hostile, asked: long, available: long), .notReplayable(file: Self.hostile, reason: long),
    ]
    for error in errors {
      #expect(Self.isPlain(error.description), "\(error)")
      #expect(error.description.count < 10_000 && error.description.hasPrefix("\\u{1b}[2J"))
    }
  }

  @Test(arguments: 0..<100) func noiseIsNeverPrinted(seed: UInt64) throws {
    var random = Seeded(seed)
    let noise = (0..<200).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let session = try randomSession(1, steps: 3)
    let header = session.text[...(session.text.firstIndex(of: 0x0A) ?? 0)]
    for bytes in [noise, Array("{".utf8) + noise, header + Array("{\"k\":\"i\",\"".utf8) + noise + [0x0A]] {
      guard case .failed(_, let error) = Reading(bytes) else { continue }
      #expect(Self.isPlain(error.description), "\(error)")
    }
  }

  @Test func hostileToolNameIsEscaped() throws {
    var header = TraceHeader(tool: Self.hostile)
    (header.version, header.vocabulary) = (1, 5)
    let bytes = TraceEncoder(.binary, header: header).bytes
    let error = try #require(throws: TraceError.self) { try TraceReader(bytes: bytes) }
    #expect(Self.isPlain(error.description) && error.description.contains("\\u{1b}[2J"))
  }
}
