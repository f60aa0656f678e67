import Backports
import Foundation
import PlayerCore
import PlayerText

/// A scenario as it was read, with the places of its parts.
public struct ScenarioFile: Hashable, Sendable {
  /// Its name in errors.
  public let name: String
  /// As it was read.
  public let text: String
  /// Where network files are.
  let folder: String?
  /// The content of the file.
  public let scenario: Scenario
  /// The place of each of ``Scenario/steps``.
  public let stepPlaces: [ScenarioPlace]
  /// The place of each of ``Scenario/expectations``.
  public let expectationPlaces: [ScenarioPlace]
  /// The paths of the other files that it was read from: networks. A command that writes files must not overwrite them.
  public let networkFiles: [String]

  /// Reads a file. The network files that it names must be in its folder or below, unless `allowsFiles` is set. Without
  /// `needsMedia`, the media may be missing.
  public init(path: String, allowsFiles: Bool = false, needsMedia: Bool = true) throws(ScenarioError) {
    let text: FileText
    do { text = try FileText(path: path, limit: ScenarioLimit.bytes) } catch {
      switch error {
      case .system(let action, let file, let code, let message):
        throw .system(action: action, file: file, code: code, message: message)
      case .damaged(let damage):
        throw .damaged(
          file: path,
          [
            ScenarioProblem(
              at: ScenarioPlace(line: damage.line, column: damage.column), damage.field, expected: damage.expected,
              found: damage.found, advice: damage.advice)
          ])
      }
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    try self.init(
      bytes: text.bytes, name: path, folder: folder, allowsFiles: allowsFiles, needsMedia: needsMedia)
  }

  /// Reads a scenario that is in memory. Without a folder, it cannot name files.
  public init(
    bytes: [UInt8], name: String = "scenario", folder: String? = nil, allowsFiles: Bool = false, needsMedia: Bool = true
  ) throws(ScenarioError) {
    guard let text = String(wellFormed: bytes) else {
      throw .damaged(
        file: name,
        [
          ScenarioProblem(
            at: ScenarioPlace(line: 1, column: 1), "text", expected: "UTF-8", found: "other bytes",
            advice: "Save it as UTF-8")
        ])
    }
    try self.init(text: text, name: name, folder: folder, allowsFiles: allowsFiles, needsMedia: needsMedia)
  }

  /// Reads a scenario from its text.
  public init(
    text: String, name: String = "scenario", folder: String? = nil, allowsFiles: Bool = false, needsMedia: Bool = true
  ) throws(ScenarioError) {
    let files = folder.map { folder in
      ScenarioReader.Files(folder: folder, allowsOthers: allowsFiles) { path throws(SimulationFileError) in
        try NetworkProfile(path: path)
      }
    }
    var reader = ScenarioReader(files: files)
    reader.needsMedia = needsMedia
    let root: ScenarioNode
    do { root = ScenarioNode(try ScenarioYAML.root(of: text)) } catch { throw .damaged(file: name, [error.problem]) }
    let scenario = reader.read(root)
    guard reader.problems.isEmpty else { throw .damaged(file: name, reader.problems) }
    (self.name, self.text, self.folder) = (name, text, folder)
    self.scenario = scenario
    stepPlaces = reader.stepPlaces
    expectationPlaces = reader.expectationPlaces
    networkFiles = reader.networkFiles
  }
}
