import Foundation
import Testing

@testable import Conformance

@Suite("Migration pages")
struct MigrationPageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The façades, as the manifest lists them.
  static let modules: [String] = {
    let manifest = (try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
    let list = manifest.split(separator: "\n").first { $0.hasPrefix("let facades = ") } ?? ""
    return list.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }()

  @Test("The manifest's list of façades is found")
  func listIsRead() { #expect(Self.modules.count >= 4) }

  /// The sources of all tests, and the numbers of all acceptance cases.
  private static let (sources, caseIDs): (String, [String]) = {
    var (sources, caseIDs) = ("", [String]())
    let files = FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() {
      switch file.pathExtension {
      case "swift": sources += (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      case "cases":
        guard let data = try? Data(contentsOf: file) else { continue }
        caseIDs += ((try? ConformanceCase.cases(in: data, named: file.lastPathComponent)) ?? []).map(\.id)
      default: break
      }
    }
    return (sources, caseIDs)
  }()

  @Test("Every test named in a conformance table exists", arguments: modules)
  func namedTests(module: String) throws {
    let page = Self.root.appending(path: "Sources/\(module)/\(module).docc/\(module).md")
    var column: Int?
    var count = 0
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        column = nil
        continue
      }
      let cells = line.dropFirst().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let column, cells.indices.contains(column) else {
        column = cells.firstIndex(of: "test")
        continue
      }
      for match in cells[column].matches(of: /`([^`]+)`/) {
        count += 1
        #expect(Self.exists(String(match.1)), "\(module): nothing is called \(match.1), which proves \(cells[0])")
      }
    }
    #expect(count > 5, "\(module) names its tests")
  }

  /// A function, a suite, a function of a suite, or acceptance cases by a part of their number.
  private static func exists(_ name: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    if name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." }), !parts.isEmpty, parts.count <= 2 {
      let suite = parts.count == 2 || parts[0].hasSuffix("Tests") ? parts[0] : nil
      let hasSuite = suite.map { sources.contains("struct \($0)") || sources.contains("class \($0)") } ?? true
      let function = suite == nil ? parts[0] : parts.count == 2 ? parts[1] : nil
      if hasSuite, function.map({ sources.contains("func \($0)(") }) ?? true { return true }
    }
    let part = name.trimmingCharacters(in: ["…", "*", "-", "."])
    return caseIDs.contains { $0.contains(part) }
  }
}
