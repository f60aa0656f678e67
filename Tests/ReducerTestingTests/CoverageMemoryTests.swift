import Foundation
import Testing

@testable import ReducerTesting

@Suite("The memory of coverage-guided searches")
struct CoverageMemoryTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "coverage-\(UUID().uuidString)")
    .path(percentEncoded: false)

  @Test("the memory belongs to the model's own version, and the player's version does not matter")
  func ownVersion() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = CoverageFile(folder)
    try file.save(CoverageMemory(), of: Dial())
    let text = try String(contentsOfFile: folder + "/Dial.coverage.jsonl", encoding: .utf8)
    #expect(text == #"{"coverage":2,"model":"Dial","version":"dial 1"}"# + "\n")
    #expect(try file.load(for: Dial()) != nil)
    #expect(try file.load(for: Dial(version: "dial 2")) == nil)
  }

  @Test("the table of marks is independent of their order")
  func order() {
    let marks: [UInt64] = (0..<3_000).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
    var (forwards, backwards) = (MarkTable(limit: 1 << 20), MarkTable(limit: 1 << 20))
    for mark in marks { forwards.add(1, of: mark) }
    for mark in marks.reversed() { backwards.add(1, of: mark) }
    #expect(forwards == backwards && forwards.hashValue == backwards.hashValue)
    backwards.add(1, of: 7)
    #expect(forwards != backwards)
  }
}

/// A model with its own version.
private struct Dial: CompactModel {
  var version = "dial 1"

  func begin(_ setup: Int64) -> Int64 { setup }
  func take(_ step: Int32, in state: inout Int64) -> PropertyViolation? { nil }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int64 { 0 }
  func drawStep(_ habits: Void, in state: Int64, using random: inout SplitMix64) -> Int32 { 0 }
  func numbers(of setup: Int64) -> [Int64] { [setup] }
  func setup(of numbers: ArraySlice<Int64>) -> Int64? { numbers.first }
  func numbers(of step: Int32) -> [Int64] { [Int64(step)] }
  func step(of numbers: ArraySlice<Int64>) -> Int32? { numbers.first.map { Int32(truncatingIfNeeded: $0) } }
}
