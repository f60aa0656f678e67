import PlayerCore
import PlayerRuntime
import Testing

@Suite("What to skip")
struct SkipRuleTests {
  private func matches(_ pattern: String, _ title: String, category: String = "") throws -> Bool {
    try SkipRule(pattern).matches(MediaSegment(title: title, category: category, start: .zero))
  }

  @Test("a word matches whatever its case, accents and width")
  func words() throws {
    #expect(try matches("advert", "Advert: Rewind"))
    #expect(try matches("ADVERT", "two adverts"))
    #expect(try matches("publicite", "PUBLICITÉ"))
    #expect(try matches("pub", "ＰＵＢ"))
    #expect(try matches("sponsor", "Our friends", category: "sponsor"))
    #expect(try !matches("advert", "Talk", category: "chapter"))
    #expect(try !matches("a.vert", "Advert"))
  }

  @Test("a regular expression between slashes")
  func expressions() throws {
    #expect(try matches("/^Ad(vert)?:/", "Ad: x"))
    #expect(try !matches("/^ad:/", "Ad: x"))
    #expect(try matches("/^ad:/i", "Ad: x"))
    #expect(try matches("/^sponsor$/", "x", category: "sponsor"))
    // A single slash is a word, and so is text with a slash inside.
    #expect(try matches("/", "either/or"))
    #expect(try matches("r/o", "either/or"))
  }

  @Test(
    "an empty rule, or one that is no expression, is refused",
    arguments: [
      ("", "it is empty"), ("  ", "it is empty"), ("//", "the regular expression is empty"),
      ("//i", "the regular expression is empty"), ("/a", "no closing '/'"), ("/(/", "not a regular expression"),
      ("/[a-/", "not a regular expression"), (String(repeating: "a", count: 1_001), "longer than 1000 bytes"),
      ("/" + String(repeating: "(", count: 400) + "/", "not a regular expression"),
    ])
  func refused(_ pattern: String, _ says: String) {
    #expect { try SkipRule(pattern) } throws: { "\($0)".contains(says) }
  }

  @Test("a list blocks what a rule matches, and returns the count")
  func blocks() throws {
    var list = try SegmentList(contentsOf: SegmentSamples.files[.podcast] ?? "")
    #expect(list.block([try SkipRule("advert"), try SkipRule("/^Outro$/")]) == 3)
    #expect(list.segments.filter(\.isBlocked).map(\.title) == ["Advert: Rewind", "Advert: Buffering Wheel", "Outro"])
    #expect(list.block([try SkipRule("advert")]) == 0)
  }
}
