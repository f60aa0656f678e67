import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("tapedeck simulate FOLDER --junit FILE")
struct SimulateReportTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Elements with their attributes, in document order.
  private final class Elements: NSObject, XMLParserDelegate {
    var found: [(name: String, attributes: [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) { found.append((element, attributes)) }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func elements(_ path: String) throws -> Elements {
    let parser = XMLParser(data: try Data(contentsOf: URL(filePath: path)))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return elements
  }

  private func write() throws -> String {
    let folder = fixture.file("all")
    try FileManager.default.createDirectory(atPath: folder + "/below", withIntermediateDirectories: true)
    let files = [
      "b.yaml": "scenario: Fine\nmedia: {duration: 20 s}\nsteps: [play]\nexpect: [ended, stalls: at most 0]\n",
      "a.yml": "scenario: Aimless\nmedia: {duration: 20 s}\nsteps: [play]\n",
      "broken.yaml": "scenario: Broken\nmedia: {duration: 20 s}\nsteps: [paly]\n",
      "below/hostile.YAML": """
      scenario: "<b> & \\"c\\" ]]> \\e[31m"
      media: {duration: 20 s}
      steps: [play]
      expect:
        - stalls: > 2
        - at 5 s: {position: < 1 s}
      """,
      "notes.txt": "no scenario",
    ]
    for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    return folder
  }

  @Test("a folder's scenarios are played in order, and the report is complete although one is broken")
  func folder() throws {
    let (folder, report) = (try write(), fixture.file("report.xml"))
    let result = try Program.run(["simulate", folder, "--junit", report])
    #expect(result.exit == 3)
    #expect(result.lines.count == 5 && result.lines[0].contains("all/a.yml: played"), "\(result.output)")
    // The summary lists them again, with the counts.
    #expect(result.errors.contains("not passed (2):\n  "))
    #expect(result.errors.contains("below/hostile.YAML:5:5: at the end: {stalls: more than 2}: stalls is 0, expected"))
    #expect(result.errors.contains("4 scenarios: 1 passed, 1 failed, 1 without expectations, 1 not simulated"))

    let elements = try elements(report)
    let suites = elements.found.filter { $0.name == "testsuite" }.map(\.attributes)
    #expect(suites.map { $0["name"] } == [folder, folder + "/below"])
    #expect(
      suites.map { [$0["tests"], $0["failures"], $0["errors"], $0["skipped"]] } == [
        ["3", "0", "1", "1"], ["1", "1", "0", "0"],
      ])
    let cases = elements.found.filter { $0.name == "testcase" }.map(\.attributes)
    #expect(cases.map { $0["name"] } == ["Aimless", "Fine", "broken", "<b> & \"c\" ]]>  [31m"])
    #expect(cases.allSatisfy { Double($0["time"] ?? "") != nil })
    let failure = try #require(elements.found.first { $0.name == "failure" }?.attributes["message"])
    #expect(failure.contains("hostile.YAML:5:5: ") && failure.hasSuffix("(and 1 more)"))
    let error = try #require(elements.found.first { $0.name == "error" }?.attributes["message"])
    #expect(error.contains("broken.yaml:3:9: ") && error.contains("Did you mean 'play'?"))
    #expect(elements.text.contains("position is"))
  }

  @Test("a folder without scenarios is an error, and so is a report that would overwrite a scenario")
  func mistakes() throws {
    let empty = fixture.file("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let result = try Program.run(["simulate", empty])
    #expect(result.exit == 2 && result.errors.contains("has no scenarios"), "\(result.errors)")
    let file = try write() + "/b.yaml"
    let before = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try Program.run(["simulate", file, "--junit", file]).exit != 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
  }

  @Test("colour is for terminals, or on request")
  func color() throws {
    let file = try write() + "/b.yaml"
    #expect(try !Program.run(["simulate", file]).output.contains("\u{1B}"))
    #expect(try Program.run(["simulate", file, "--color", "always"]).output.contains("\u{1B}[32mpassed\u{1B}[0m"))
  }
}
