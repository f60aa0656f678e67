import Foundation
import PlayerTrace
import Backports
import Testing

/// The program built beside the tests, run in a separate process.
final class Executable {
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "tapedeck").path(percentEncoded: false)

  /// The sample media.
  static let media = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Traces/media").standardizedFileURL.path(percentEncoded: false)

  let process = Process()
  private let input = Pipe()
  private let output = Collector()
  private let errors = Collector()

  /// Starts `tapedeck` with these arguments, or another program.
  init(_ arguments: [String], program: String = Executable.path, environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    output.start()
    errors.start()
  }

  var standardOutput: String { output.text }
  var standardError: String { errors.text }

  /// Waits until standard output contains `text` so many times.
  func waitFor(_ text: String, count: Int = 1) throws {
    func isThere() -> Bool { standardOutput.components(separatedBy: text).count > count }
    happens { isThere() || process.end != nil }
    // The last output of a process may still be in the pipe after its end.
    if process.end != nil {
      output.waitForEnd()
      errors.waitForEnd()
    }
    if isThere() { return }
    throw TestProblem("'\(text)' did not appear in: \(standardOutput)\n\(standardError)")
  }

  func type(_ keys: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(keys.utf8)) }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end; returns ``ProcessEnd/code``.
  @discardableResult
  func wait() throws -> Int32 {
    happens { process.end != nil }
    guard let end = process.end else {
      kill(process.processIdentifier, SIGKILL)
      throw TestProblem("still running after two minutes: \(standardOutput)\n\(standardError)")
    }
    output.waitForEnd()
    errors.waitForEnd()
    // Foundation keeps the pipes of an ended process open: a test that starts hundreds would run out of descriptors.
    try? input.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
    output.close()
    errors.close()
    return end.code
  }
}

/// Collects what a process writes, as it arrives.
private final class Collector: Sendable {
  let pipe = Pipe()
  private let state = Lock((bytes: [UInt8](), isAtEnd: false))

  func start() {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      while case let data = handle.availableData, !data.isEmpty { state.withLock { $0.bytes += data } }
      state.withLock { $0.isAtEnd = true }
    }
  }

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Closes the pipe once its writers are gone.
  func close() {
    guard state.withLock(\.isAtEnd) else { return }
    try? pipe.fileHandleForReading.close()
    try? pipe.fileHandleForWriting.close()
  }

  /// Waits briefly: another process may hold the other end open.
  func waitForEnd() {
    happens(within: .seconds(2)) { state.withLock(\.isAtEnd) }
  }
}

/// Whether something happens; looks every so many microseconds. Only what never happens takes longer than two minutes, and
/// those are minutes of the clock: a look may start a process, which takes long on a busy machine.
@discardableResult
func happens(
  within patience: Duration = .seconds(120), lookingEvery pause: UInt32 = 10_000, _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + patience
  while true {
    if try condition() { return true }
    if ContinuousClock.now >= end { return false }
    usleep(pause)
  }
}

/// A directory that is removed after the test.
final class Scratch {
  let path = FileManager.default.temporaryDirectory.path(percentEncoded: false) + "/tapedeck-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Replays a trace and returns how it ended; nil when it has no end record.
func ending(of path: String) throws -> TraceEnding? {
  var reader = try TraceReader(path: path)
  let report = try TraceReplayer.replay(&reader)
  #expect(report.isEqual, "\(path) does not replay")
  #expect(report.loss == nil)
  return report.end?.ending
}
