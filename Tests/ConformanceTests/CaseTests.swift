import Foundation
import Testing

@testable import Conformance

/// Where case files are: the project's own, and a folder of more if the environment names one.
private let caseFiles: [URL] = {
  let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
  let more = ProcessInfo.processInfo.environment["TAPEDECK_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
  return [own, more].compactMap(\.self).flatMap { folder in
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
      .filter { ["cases", "json"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }
}()

@MainActor
@Suite("Acceptance cases")
struct CaseTests {
  @Test("Every case passes through the public interface of its player", arguments: caseFiles)
  func cases(file: URL) async throws {
    for conformanceCase in try ConformanceCase.cases(in: Data(contentsOf: file), named: file.lastPathComponent) {
      let verdict = try ConformanceRunner().run(conformanceCase)
      #expect(verdict.failure == nil, "\(verdict.id)")
      await Task.yield()
    }
  }

  /// One case of each file; `Tools/test scenarios` does this with all of them, which takes minutes in a debug build.
  @Test("Every spoiled expectation is detected", arguments: caseFiles)
  func spoiled(file: URL) async throws {
    let cases = try ConformanceCase.cases(in: Data(contentsOf: file), named: file.lastPathComponent)
    let conformanceCase = try #require(cases.first)
    let verdicts = try ConformanceRunner().runSpoiled(conformanceCase)
    #expect(!verdicts.isEmpty, "\(conformanceCase.id) cannot be spoiled")
    for verdict in verdicts { #expect(verdict.failure == nil, "\(verdict.id)") }
    // Lets tests in real time use the main actor in between.
    await Task.yield()
  }
}
