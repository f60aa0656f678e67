import Foundation
import PlayerTrace
import Testing

/// The corpus that fuzzing starts from: small, made by the generators of these tests.
@Suite struct CorpusTests {
  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus/traces")
  }

  @Test func corpusFilesDoNotCrashReader() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files { _ = Reading([UInt8](try Data(contentsOf: file))) }
  }

  /// Rewrites the generated part: `TAPEDECK_WRITE_CORPUS=1 swift test --filter CorpusTests`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TAPEDECK_WRITE_CORPUS"] != nil))
  func writeTheCorpus() throws {
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    for seed in 0..<8 as Range<UInt64> {
      let session = try randomSession(seed, steps: 8, ends: seed % 3 != 0)
      try Data(session.text).write(to: Self.folder.appending(path: "random-\(seed).trace.jsonl"))
      try Data(session.binary).write(to: Self.folder.appending(path: "random-\(seed).trace"))
    }
    let session = try listeningSession(seed: 1, seconds: 3, clock: .real)
    try Data(session.text).write(to: Self.folder.appending(path: "listening.trace.jsonl"))
    try Data(session.binary).write(to: Self.folder.appending(path: "listening.trace"))
    let longer = try listeningSession(seed: 4, seconds: 260, clock: .virtual)
    try Data(longer.binary).write(to: Self.folder.appending(path: "checkpoint.trace"))
  }
}
