import Foundation

/// The bug zoo: how long each of its faults takes to be found and shrunk, as `Tools/mutants --zoo --json` has measured it.
struct ZooSection {
  static let title = "testing: the bug zoo"
  /// The rows of BugZoo.md; what has a higher number is a fault of our own.
  static let size = 36

  /// A line of JSON for each fault.
  var file: String

  func measure(into report: inout Report) throws {
    let faults = try read().filter { $0.number <= Self.size }
    let times = faults.compactMap(\.milliseconds).sorted()
    report.add(
      Self.title, "found and shrunk to the end, of \(faults.count)", Double(times.count), "faults",
      atLeast: Double(Self.size))
    guard let slowest = times.last else { return }
    report.add(Self.title, "found and shrunk, in the middle", times[times.count / 2], "ms")
    report.add(Self.title, "the slowest of them", slowest, "ms", atMost: 100)
    report.add(Self.title, "those that take less than 100 ms", Double(times.count { $0 < 100 }), "faults")
  }

  private func read() throws -> [Fault] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Fault.self, from: Data($0.utf8)) }
  }

  private struct Fault: Decodable {
    struct Catch: Decodable {
      struct Shrunk: Decodable {
        var isMinimal: Bool
        var microseconds: Int64
      }
      var findMicroseconds: Int64
      var shrunk: Shrunk?
    }
    var number: Int
    var `catch`: Catch?

    /// From the first session to the proof that nothing can be left out; `nil` when it does not come to that.
    var milliseconds: Double? {
      guard let found = `catch`, let shrunk = found.shrunk, shrunk.isMinimal else { return nil }
      return Double(found.findMicroseconds + shrunk.microseconds) / 1_000
    }
  }
}
