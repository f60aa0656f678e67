import Foundation
import Testing

/// A folder with files that tests read.
struct Folder: Sendable {
  var url: URL

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// The lines of a table after the first one, split at commas.
  func table(_ name: String) throws -> [[String]] {
    try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// `Tests/PlayerSimulationTests/Networks`.
  static let networks = Folder(url: tests.appending(path: "Networks"))

  /// SABRE's networks, media and reference values; `nil` where they do not exist.
  static let sabre: Folder? = {
    let beside = tests.appending(path: "../../../shared/data/sabre").standardizedFileURL
    let named = ProcessInfo.processInfo.environment["TAPEDECK_SABRE_DATA"].map { URL(filePath: $0) }
    let folder = Folder(url: named ?? beside)
    return FileManager.default.fileExists(atPath: folder.path("expected.csv")) ? folder : nil
  }()

  static let sabreIsMissing: Comment =
    "needs SABRE's data in ../shared/data/sabre beside this repository, or where TAPEDECK_SABRE_DATA says"
}
