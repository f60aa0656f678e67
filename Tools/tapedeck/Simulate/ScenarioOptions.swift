import ArgumentParser
import Foundation

/// The options of `tapedeck simulate` for scenarios.
struct ScenarioOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Scenario files; - is standard input; of a folder every .yaml and .yml in it and below.", valueName: "scenario"),
    completion: .file(extensions: ["yaml", "yml"]))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the trace of the run to this file, or to this folder if there are several runs; "
        + "a name that ends in .jsonl gives a text trace, any other a binary one.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the outcomes as JUnit XML, which CI systems show: a suite for each folder, a case for each file.",
      valueName: "file"), completion: .file(extensions: ["xml"]))
  var junit: String?

  @Option(help: "Colours: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color = ColorChoice.auto

  @Flag(help: "Draw each run.")
  var timeline = false

  @Flag(
    help: "Check every property at every step; then heal the world and demand a good end, as 'tapedeck fuzz' does.")
  var check = false

  @Flag(help: "Let scenarios read networks from anywhere, not only from their own folder and below.")
  var allowFiles = false

  /// Replaces folders by their files.
  mutating func openFolders() throws { files = try ScenarioFolder.files(in: files) }

  func check(json: Bool) throws {
    if junit == "" { throw ValidationError("--junit is empty; expected a file name.") }
    let taking = [
      output == "-" ? "--output -" : nil, json ? "--json" : nil, timeline ? "--timeline" : nil,
      junit == "-" ? "--junit -" : nil,
    ]
    .compactMap { $0 }
    if taking.count > 1, output == "-" || junit == "-" {
      throw ValidationError("\(taking[0]) and \(taking[1]) both want standard output; drop one.")
    }
    guard files.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("Standard input is one scenario.") }
    if timeline, json { throw ValidationError("Give either --json or --timeline.") }
    guard let output, files.count > 1 else { return }
    guard Self.isFolder(output) else {
      throw ValidationError("With several scenarios --output takes a folder that exists; '\(output)' is not one.")
    }
    let names = files.map(Self.traceName)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("Two of the scenarios would write '\(twice)'. Simulate them one by one.")
    }
  }

  /// The path of a scenario's trace; `nil` if it is not kept.
  func trace(of file: String) -> String? {
    guard let output else { return nil }
    return Self.isFolder(output) ? "\(output)/\(Self.traceName(file))" : output
  }

  private static func traceName(_ file: String) -> String {
    URL(filePath: file).deletingPathExtension().lastPathComponent + ".trace.jsonl"
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
