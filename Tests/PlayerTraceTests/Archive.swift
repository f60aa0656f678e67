import Foundation

/// The traces that are kept forever, one folder for each version of the format.
enum Archive {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Traces/archive")

  /// The files of a version, or of all.
  static func traces(ofVersion version: Int? = nil) -> [URL] {
    let start = version.map { folder.appending(path: "\($0)") } ?? folder
    let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "trace" || $0.lastPathComponent.hasSuffix(".trace.jsonl") }
      .sorted { $0.path < $1.path }
  }

  static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }
}
