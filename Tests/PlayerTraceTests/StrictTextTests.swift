import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

/// What the format's page calls an error is reported, with line and field.
@Suite struct StrictTextTests {
  private static let header =
    "{\"k\":\"h\",\"v\":1,\"voc\":\"\(hexadecimal(Vocabulary.hash))\",\"core\":1,\"cfg\":{}}\n"
  private static let item = "{\"k\":\"d\",\"item\":1,\"source\":\"a.mp3\"}\n"
  private static let play = "{\"k\":\"i\",\"n\":1,\"t\":5,\"e\":\"play\",\"a\":{\"request\":1}}\n"
  private static let end = "{\"k\":\"z\",\"n\":1,\"i\":1,\"o\":0,\"d\":\"0123456789abcdef\",\"end\":\"finished\"}\n"

  private func read(_ text: String) throws -> Int {
    var reader = try TraceReader(bytes: Array(text.utf8))
    var count = 0
    while try reader.next() != nil { count += 1 }
    return count
  }

  private func damage(_ text: String) -> TraceDamage? {
    do {
      _ = try read(text)
      return nil
    } catch TraceError.damaged(let damage) { return damage } catch { return nil }
  }

  @Test func validTextIsRead() throws {
    #expect(try read(Self.header + Self.item + Self.item + Self.play + Self.end) == 4)
  }

  @Test(arguments: [
    ("k", "{\"k\":\"i\",\"k\":\"i\",\"n\":1,\"t\":5,\"e\":\"play\",\"a\":{\"request\":1}}"),
    ("n", "{\"k\":\"i\",\"n\":1,\"n\":1,\"t\":5,\"e\":\"play\",\"a\":{\"request\":1}}"),
    ("t", "{\"k\":\"i\",\"n\":1,\"t\":5,\"t\":6,\"e\":\"play\",\"a\":{\"request\":1}}"),
    ("e", "{\"k\":\"i\",\"n\":1,\"t\":5,\"e\":\"pause\",\"e\":\"play\",\"a\":{\"request\":1}}"),
    ("a", "{\"k\":\"i\",\"n\":1,\"t\":5,\"e\":\"play\",\"a\":{\"request\":1},\"a\":{\"request\":2}}"),
    ("request", "{\"k\":\"i\",\"n\":1,\"t\":5,\"e\":\"play\",\"a\":{\"request\":1,\"request\":2}}"),
    ("x", "{\"k\":\"m\",\"n\":0,\"x\":\"a\",\"x\":\"b\"}"),
    ("source", "{\"k\":\"d\",\"item\":2,\"source\":\"a\",\"source\":\"b\"}"),
    ("clock", "{\"k\":\"c\",\"n\":0,\"t\":0,\"s\":{\"clock\":1,\"clock\":2},\"d\":\"0123456789abcdef\"}"),
    ("d", "{\"k\":\"c\",\"n\":0,\"t\":0,\"s\":{},\"d\":\"0123456789abcdef\",\"d\":\"0123456789abcdef\"}"),
  ])
  func duplicateKeyIsAnError(_ key: String, _ line: String) {
    let damage = damage(Self.header + line + "\n")
    #expect(damage?.line == 2 && damage?.field == key, "\(String(describing: damage))")
    #expect(damage?.found.contains("twice") == true)
  }

  @Test func duplicateHeaderKeyIsAnError() {
    let settings = Self.header.replacing("{}", with: "{\"autoplay\":true,\"autoplay\":false}")
    #expect(damage(settings)?.field == "autoplay" && damage(settings)?.line == 1)
    let core = Self.header.replacing("\"core\":1", with: "\"core\":1,\"core\":2")
    #expect(damage(core)?.field == "core")
  }

  @Test(arguments: [
    "01", "00", "+1", "1.", ".5", "1.0", "1e3", "1E3", "-01", "NaN", "Infinity", "0x1", "- 1", "", "\"1\"",
  ])
  func invalidIntegerIsAnError(_ number: String) {
    for line in [
      Self.play.replacing("\"t\":5", with: "\"t\":\(number)"),
      Self.play.replacing("\"request\":1", with: "\"request\":\(number)"),
    ] {
      let damage = damage(Self.header + line)
      #expect(damage?.line == 2, "\(number)")
      #expect(["t", "request"].contains(damage?.field), "\(String(describing: damage))")
    }
  }

  @Test func conflictingDefinitionIsAnError() throws {
    let other = Self.item.replacing("a.mp3", with: "b.mp3")
    let damage = damage(Self.header + Self.item + Self.play + other)
    #expect(damage?.line == 4 && damage?.field == "item" && damage?.found == "\"b.mp3\"")
    var encoder = TraceEncoder(.binary, header: TraceHeader())
    for source in ["a.mp3", "b.mp3"] { encoder.encode(.definition(.item(ItemID(1), source: source))) }
    var reader = try TraceReader(bytes: encoder.bytes)
    _ = try reader.next()
    #expect(throws: TraceError.self) { try reader.next() }
  }

  @Test func ambiguousDefinitionIsAnError() {
    for line in [
      "\"item\":1,\"is\":\"a\"", "\"text\":1,\"source\":\"a\"", "\"item\":1,\"text\":1,\"source\":\"a\",\"is\":\"b\"",
    ] {
      #expect(damage(Self.header + "{\"k\":\"d\",\(line)}\n")?.field == "d")
    }
  }

  @Test func namesMayHaveEscapes() throws {
    #expect(try read(Self.header + Self.play.replacing("\"play\"", with: "\"pl\\u0061y\"")) == 1)
  }

  @Test(arguments: ["x", "{\"k\"", "{}\n", "{\"k\":\"m\",\"n\":1,\"x\":\"late\"}\n", " \n"])
  func nothingMayFollowTheEnd(_ rest: String) {
    let damage = damage(Self.header + Self.play + Self.end + rest)
    #expect(damage?.line == 4 && damage?.expected == "nothing after the end record", "\(String(describing: damage))")
  }
}
