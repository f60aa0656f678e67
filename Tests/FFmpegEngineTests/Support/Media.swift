#if FFmpeg
import Foundation

/// The sample media, and places to write to.
enum Media {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Traces/media").path()

  static func path(_ name: String) -> String { directory + "/" + name }

  /// Runs `body` with an empty directory that is removed afterwards.
  static func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.path() + "/tapedeck-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
#endif
