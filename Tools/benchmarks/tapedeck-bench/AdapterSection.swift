import Foundation
import PlayerCore

/// How well the adapter does what FFmpeg's own programs do with the same file. Every run is a process of its own, and all
/// of its time counts.
struct AdapterSection {
  static let title = "adapter: beside FFmpeg's own programs"

  var isQuick: Bool
  /// Name and path of the media files.
  var files: [(name: String, path: String)]

  func measure(into report: inout Report) throws {
    for file in files {
      try measureDecoding(file.name, file.path, into: &report)
      try measureOpening(file.name, file.path, into: &report)
    }
  }

  private func measureDecoding(_ name: String, _ path: String, into report: inout Report) throws {
    let (ours, theirs) = try compare(
      (ChildProcess.ownPath, ["decode", path]),
      ("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "null", "-"]))
    report.add(Self.title, "\(name): ffmpeg -f null -", theirs.nanoseconds / 1e6, "ms")
    report.add(
      Self.title, "\(name): decode throughput to ffmpeg's", theirs.nanoseconds / ours.nanoseconds, "×", atLeast: 0.97)
    report.add(
      Self.title, "\(name): memory above ffmpeg's", (ours.peakMemory - theirs.peakMemory) / 1e6, "MB", atMost: 40)
  }

  private func measureOpening(_ name: String, _ path: String, into report: inout Report) throws {
    let (ours, theirs) = try compare(
      (ChildProcess.ownPath, ["decode", "--first-frame", path]),
      ("ffprobe", ["-v", "error", "-show_format", "-show_streams", path]))
    report.add(Self.title, "\(name): ffprobe", theirs.nanoseconds / 1e6, "ms")
    report.add(
      Self.title, "\(name): open to first frame, of ffprobe's time", ours.nanoseconds / theirs.nanoseconds, "×")
  }

  /// The fastest run of each; they take turns, so that both meet the same machine.
  private func compare(_ ours: (String, [String]), _ theirs: (String, [String])) throws -> (ChildProcess, ChildProcess)
  {
    var runs: [(ours: ChildProcess, theirs: ChildProcess)] = []
    for _ in 0..<(isQuick ? 3 : 7) { runs.append((try run(ours), try run(theirs))) }
    let fastest = { (a: ChildProcess, b: ChildProcess) in a.nanoseconds < b.nanoseconds }
    guard let first = runs.map(\.ours).min(by: fastest), let second = runs.map(\.theirs).min(by: fastest) else {
      throw BenchError("nothing was run")
    }
    return (first, second)
  }

  private func run(_ program: (path: String, arguments: [String])) throws -> ChildProcess {
    let child = try ChildProcess.run(program.path, program.arguments)
    guard child.status == 0 else {
      throw BenchError("\(program.path) \(program.arguments.joined(separator: " ")): exit status \(child.status)")
    }
    return child
  }
}
