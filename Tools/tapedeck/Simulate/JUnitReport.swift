import Foundation
import PlayerSimulation

/// The outcomes of scenarios as JUnit XML: a suite for each folder, a case for each file. Valid against the schema of
/// Ant's reports and against that of Jenkins.
struct JUnitReport {
  struct Case {
    enum Result {
      case passed
      /// Why nothing was tested.
      case skipped(String)
      /// An expectation that was not met, or a property that broke; with the places.
      case failed([String], type: String)
      /// A file that could not be read.
      case error([String], type: String)
    }

    var file: String
    /// The scenario's name, or that of the file if it has none.
    var name: String
    /// Microseconds.
    var wall: Int64
    var result: Result
  }

  /// When the first scenario began.
  let began: Date
  private(set) var cases: [Case] = []

  init(began: Date = Date()) { self.began = began }

  mutating func add(_ new: Case) { cases.append(new) }

  func count(_ holds: (Case.Result) -> Bool) -> Int { cases.count { holds($0.result) } }

  /// How many files could not be read.
  var errors: Int { count { if case .error = $0 { true } else { false } } }

  /// The problems of each case that has any.
  var problems: [[String]] {
    cases.compactMap { one in
      switch one.result {
      case .failed(let lines, _), .error(let lines, _): lines
      case .passed, .skipped: nil
      }
    }
  }

  /// The whole file.
  var text: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"]
    for (id, folder) in folders.enumerated() {
      lines += suite(folder, id, cases.filter { Self.folder($0.file) == folder })
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  /// In order of first appearance.
  private var folders: [String] {
    var folders: [String] = []
    for one in cases where !folders.contains(Self.folder(one.file)) { folders.append(Self.folder(one.file)) }
    return folders
  }

  private static func folder(_ file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<max($0, file.index(after: file.startIndex))]) } ?? "."
  }

  private func suite(_ folder: String, _ id: Int, _ cases: [Case]) -> [String] {
    let (failures, errors, skipped) = cases.reduce(into: (0, 0, 0)) { sums, one in
      switch one.result {
      case .passed: break
      case .failed: sums.0 += 1
      case .error: sums.1 += 1
      case .skipped: sums.2 += 1
      }
    }
    let time = Self.seconds(cases.reduce(0) { $0 + $1.wall })
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    return [
      "  <testsuite name=\"\(Self.attribute(folder))\" package=\"\(Self.attribute(folder))\" id=\"\(id)\" "
        + "timestamp=\"\(timestamp)\" hostname=\"localhost\" \(counts) time=\"\(time)\">",
      "    <properties/>",
    ] + cases.flatMap(testCase) + ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
  }

  private func testCase(_ one: Case) -> [String] {
    let head =
      "    <testcase name=\"\(Self.attribute(one.name))\" classname=\"\(Self.attribute(one.file))\" "
      + "time=\"\(Self.seconds(one.wall))\""
    let element: String
    switch one.result {
    case .passed: return [head + "/>"]
    case .skipped(let reason): element = "<skipped message=\"\(Self.attribute(reason))\"/>"
    case .failed(let lines, let type): element = Self.element("failure", lines, type)
    case .error(let lines, let type): element = Self.element("error", lines, type)
    }
    return [head + ">", "      " + element, "    </testcase>"]
  }

  /// The first line as the message, all of them as the text.
  private static func element(_ name: String, _ lines: [String], _ type: String) -> String {
    let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
    let text = MarkupText.xml(lines.map(Printable.text).joined(separator: "\n"))
    return "<\(name) message=\"\(attribute((lines.first ?? "") + more))\" type=\"\(type)\">\(text)</\(name)>"
  }

  /// A text from outside on one line; the schema requires names to be non-empty.
  private static func attribute(_ text: String) -> String {
    let printable = MarkupText.xml(Printable.text(text))
    return printable.allSatisfy(\.isWhitespace) ? "-" : printable
  }

  /// Jenkins accepts at most three decimals.
  private static func seconds(_ microseconds: Int64) -> String {
    let milliseconds = (max(0, microseconds) + 500) / 1_000
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return "\(seconds).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)"
  }

  /// In UTC without a zone, as the schema requires.
  private var timestamp: String {
    let seconds = Int64(began.timeIntervalSince1970.rounded(.down))
    return Date(timeIntervalSince1970: Double(seconds)).ISO8601Format(.iso8601).replacing("Z", with: "")
  }
}

extension JUnitReport.Case {
  /// A scenario that could not be read.
  init(file: String, _ error: ScenarioError) {
    let lines = error.description.split(separator: "\n").map { String($0) }
    let type =
      switch error {
      case .system: "unusable"
      case .damaged: "damaged"
      }
    self.init(
      file: file, name: URL(filePath: file).deletingPathExtension().lastPathComponent, wall: 0,
      result: .error(lines, type: type))
  }
}
