import Foundation
import PlayerTrace
import Testing

@Suite(.serialized) struct KilledTests {
  /// Beside the program that runs the tests.
  private static var victim: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "TraceVictim")
  }

  @Test(arguments: TraceForm.allCases, 0..<12)
  func killedProcessKeepsRecordedSteps(form: TraceForm, point: Int) throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "killed-\(UUID().uuidString).trace\(form == .text ? ".jsonl" : "")"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    let progress = Pipe()
    process.executableURL = Self.victim
    process.arguments = [path]
    process.standardOutput = progress
    try process.run()
    // Killed while recording, at a different moment each time.
    let first = try progress.fileHandleForReading.read(upToCount: 4 * (1 + point * 97))
    usleep(UInt32(point * 613))
    kill(process.processIdentifier, SIGKILL)
    let rest = try progress.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()

    let said = ((first?.count ?? 0) + rest.count) / 4
    var reader = try TraceReader(path: path)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual, "\(report.difference?.description ?? "")")
    #expect(report.lastStep >= said && report.lastStep <= said + 1)
    #expect(!reader.isFinished)
  }
}
