import Foundation
import Testing
@testable import tapedeck_generator

/// Mistakes in the specification are reported before anything is generated, with their place and a remedy.
@Suite("The specification")
struct SpecificationTests {
  private let yaml: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized
    yaml = try String(contentsOf: root.appending(path: Specification.path), encoding: .utf8)
  }

  @Test("the checked-in specification is read without a mistake")
  func whole() throws {
    let specification = try SpecificationReader.read(yaml)
    #expect(specification.settings.first { $0.name == "openTimeout" }?.standard == 30_000_000)
    #expect(specification.kinds(.input).first { $0.name == "seek" }?.kind.code == 9)
    #expect(specification.machines.first?.fields.first?.notification == "itemChanged")
  }

  @Test(
    "a mistake is reported with its line, what was found and what is expected",
    arguments: [
      ("  1 openTimeout:", "  0 openTimeout:", "number in setting '0' occurs twice"),
      (
        "    default: 30 s", "    default: 30 parsecs",
        "openTimeout cannot be '30 parsecs'; expected a time such as `30 s`"
      ),
      ("    type: span", "    type: length", "the type of openTimeout is 'length'; expected one of flag, span"),
      ("    range: 100 ms … endless", "    range: 20 s … endless", "probeInterval is '10 s', outside of its range"),
      (
        "    topic: playback", "    topic: playback\n    colour: red",
        "unknown key `colour` in '0 autoplay'; expected type"
      ),
      (
        "      item: item — What to play.", "      item: thing",
        "the field item of load has the type 'thing'; expected one of"
      ),
      ("      2 prepare:", "      64 prepare:", "prepare has the number 64; commands have 1 … 63"),
      ("      2 prepare:", "      prepare:", "found 'prepare'; expected a number and a name, such as `12 name`"),
      ("      0 empty: No content.", "      0 empty: No content", "'0 empty' of phase must be a sentence"),
      ("      retryLimit: 3", "      retryLimits: 3", "standard sets 'retryLimits', which is no setting"),
      ("      retryDelayKind: exponential", "      retryDelayKind: quick", "expected one of none, fixed, exponential"),
      ("      idle: empty, blocked, opening", "      idle: empty, lost", "'lost' cannot follow phase.idle"),
      ("  - phaseChanged", "  - faceChanged", "'faceChanged' in `order` is no notification"),
      ("    base: prx", "    base: ksy", "the base of prxSource must be a preset above it"),
      ("item, itemChanged", "item, itemLost", "'itemLost' of content.item is no notification"),
      ("    bits: 1\n", "    bits: 65\n", "`bits` of the type bool is '65'; expected 1 … 64"),
      ("      holds: while", "      hold: while", "'hold' in `canonical` of interruption names no field of it"),
      (
        "      loops: left out —", "      loops: dropped —",
        "'loops' in `canonical` is 'dropped'; expected left out, restored as"
      ),
      (
        "      loops: left out —", "      loops: left out, while isOpen —",
        "left out, so nothing else may be stated for it"
      ),
      ("      loops: left out —", "      loops: restored as other —", "'loops' in `canonical` is 'restored as other'"),
      ("It is only reported.", "It is only reported", "'loops' in `canonical` has no reason"),
      ("      found: through foundDigest —", "      found: as foundDigest —", "tracks.found is visited by a function"),
    ] as [(String, String, String)])
  func mistakes(text: String, replacement: String, complaint: String) throws {
    let range = try #require(yaml.range(of: text))
    let broken = yaml.replacingCharacters(in: range, with: replacement)
    let error = #expect(throws: Problem.self) { try SpecificationReader.read(broken) }
    #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "no error")")
    #expect(error?.description.hasPrefix(Specification.path + ":") == true)
  }

  @Test("a long list is laid out as the formatter does it")
  func layout() {
    var text = SwiftText()
    let words = (1...30).map { "argument\($0)" }
    text.call("call", words)
    let lines = text.text.split(separator: "\n")
    #expect(lines.first == "call(" && lines.dropFirst().allSatisfy { $0.count <= 120 && $0.hasPrefix("  argument") })
    #expect(lines.last?.hasSuffix(")") == true)
  }

  @Test("values are written for people, and as Swift literals")
  func values() throws {
    let settings = try SpecificationReader.read(yaml).settings
    let timeout = try #require(settings.first { $0.name == "openTimeout" })
    #expect(timeout.words(.max) == "endless" && timeout.words(1_500_000) == "1500 ms" && timeout.words(7) == "7 µs")
    #expect(timeout.literal(90_000_000, "90 s") == ".seconds(90)" && timeout.literal(.max, "endless") == ".never")
    let rate = try #require(settings.first { $0.name == "minimumRate" })
    #expect(rate.words(1_250) == "1.25" && rate.words(500) == "0.5" && rate.words(2_000) == "2")
  }

  @Test("in JSON, numbers that JavaScript would round are strings")
  func json() {
    #expect(JSON.number(9_007_199_254_740_992).text() == "\"9007199254740992\"")
    #expect(JSON.object([("a", .number(1)), ("b", .text("\"x\""))]).text() == #"{"a": 1, "b": "\"x\""}"#)
  }

  @Test("a field enters the canonical form as it is, unless stated otherwise")
  func canonical() throws {
    let before = CanonicalPacking(try SpecificationReader.read(yaml))
    let text = "      isMuted shown.isMuted: bool, mutedChanged — "
    let range = try #require(yaml.range(of: text))
    let wider = yaml.replacingCharacters(in: range, with: "      added: time — A new field.\n" + text)
    let after = CanonicalPacking(try SpecificationReader.read(wider))
    #expect(after.wordCount == before.wordCount + 1 && after.places.contains { $0.field.name == "added" })
    #expect(!before.places.contains { $0.machine.name == "statistics" || $0.field.name == "preparedCount" })
    #expect(before.places.first { $0.field.name == "upcoming.count.audio" }?.field.canonical?.condition != nil)
  }

  @Test("no two fields of the canonical form share a bit, and no word is left empty")
  func packing() throws {
    let packing = CanonicalPacking(try SpecificationReader.read(yaml))
    var used = [UInt64](repeating: 0, count: packing.wordCount)
    for place in packing.places {
      let bits: UInt64 = (place.width == 64 ? .max : (1 << UInt64(place.width)) - 1) << UInt64(place.shift)
      #expect(used[place.word] & bits == 0 && place.shift + place.width <= 64, "\(place.field.name)")
      used[place.word] |= bits
    }
    #expect(!used.contains(0))
  }
}
