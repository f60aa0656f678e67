import Foundation
import Testing

@testable import tapedeck

@Suite("tapedeck stats")
struct StatsCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("A session's classes add up to its length; what was not measured is null")
  func session() throws {
    let result = try Program.run(["stats", story, "--each", "--json"])
    #expect(result.exit == 0 && result.lines.count == 1)
    let row = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let classes = try #require(row["classes"] as? [String: Int64])
    let metrics = try #require(row["metrics"] as? [String: Any])
    #expect(classes.values.reduce(0, +) == metrics["session_us"] as? Int64 && row["extent"] as? String == "finished")
    #expect(metrics["rebuffer_count"] as? Int64 == 1 && metrics["dropped_frames"] is NSNull)
  }

  @Test("Unreadable traces are listed with the reason, and the rest counts; exit code 3")
  func unreadable() throws {
    let text = try fixture.text("story.trace.jsonl")
    let torn = try fixture.write(String(text.prefix(text.count * 2 / 3)), to: "torn.trace.jsonl")
    let foreign = try fixture.write("no trace\n", to: "other.trace")
    let result = try Program.run(["stats", story, torn, foreign])
    #expect(result.exit == 3 && result.errors.contains("other.trace"))
    #expect(result.output.contains("2 sessions") && result.output.contains("1 unreadable"))
    #expect(result.output.contains(/1 (damaged|unfinished)/))
  }

  @Test("Files and a tar archive of them hold the same sessions; merged parts equal the whole")
  func sources() throws {
    let folder = URL(fileURLWithPath: story).deletingLastPathComponent()
    _ = try fixture.write(fixture.text("story.trace.jsonl"), to: "second.trace.jsonl")
    let names = ["story.trace.jsonl", "second.trace.jsonl"]
    let archive = names.map { fixture.tarMember($0, (try? fixture.text($0)) ?? "") }.joined()
    let tar = try fixture.write(archive + String(repeating: "\0", count: 1_024), to: "all.tar")
    let files = names.map { folder.appending(path: $0).path }
    let whole = try Program.run(["stats", "--json"] + files)
    #expect(whole.exit == 0 && whole.output.contains("\"sessions\":2"))
    #expect(try Program.run(["stats", "--json", tar]).output == whole.output)
    let parts = try files.enumerated().map { place, file in
      try fixture.write(Program.run(["stats", file, "--partial"]).output, to: "\(place).part")
    }
    #expect(try Program.run(["stats", "--merge", "--json"] + parts.reversed()).output == whole.output)
  }

  @Test("Percentiles of many values are within the stated error, in any order of merging")
  func distribution() {
    var random = SeededNumbers(7)
    let values = (0..<30_000).map { _ in Int64(random.next() >> UInt64(random.below(50) + 14)) }
    var (whole, first, second) = (Distribution(), Distribution(), Distribution())
    for (place, value) in values.enumerated() {
      whole.add(value)
      if place % 3 == 0 { first.add(value) } else { second.add(value) }
    }
    var (ab, ba) = (first, second)
    ab.merge(second)
    ba.merge(first)
    let sorted = values.sorted()
    let percentages: [Double] = [1, 5, 50, 95, 99]
    #expect(!whole.isExact && whole.sum == values.reduce(0, +) && whole.greatest == sorted.last)
    #expect(ab.percentiles(percentages) == whole.percentiles(percentages))
    #expect(ba.percentiles(percentages) == whole.percentiles(percentages))
    for (percent, value) in zip(percentages, whole.percentiles(percentages)) {
      let exact = Double(sorted[Int((Double(values.count) * percent / 100).rounded(.up)) - 1])
      #expect(abs(Double(value ?? 0) - exact) <= exact * 0.004 + 0.5)
    }
  }
}

extension Fixture {
  /// One file as a tar archive stores it.
  fileprivate func tarMember(_ name: String, _ content: String) -> String {
    func field(_ text: String, _ width: Int) -> String {
      text + String(repeating: "\0", count: width - text.utf8.count)
    }
    let size = String(content.utf8.count, radix: 8)
    let octal = String(repeating: "0", count: 11 - size.count) + size + "\0"
    func header(_ checksum: String) -> String {
      field(name, 100) + field("0000644", 8) + field("0000000", 8) + field("0000000", 8) + octal
        + field("00000000000", 12) + checksum + "0" + field("", 100) + "ustar\u{0}00" + field("", 247)
    }
    let sum = String(header("        ").utf8.reduce(0) { $0 + Int($1) }, radix: 8)
    let padding = String(repeating: "\0", count: (512 - content.utf8.count % 512) % 512)
    return header(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ") + content + padding
  }
}
