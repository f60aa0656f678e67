// A build of another version: the same sources with other names for one command, one notification, one setting and one field
// of the state. To it every trace of today has one of each less, and one more, than it has itself.

import Foundation
import PlayerCore

@main
enum OtherVersion {
  /// `record FOLLOWED UNFOLLOWED` records two sessions, the second with the command that the other version lacks; each in
  /// both forms. `read TRACE…` opens, replays, converts and upgrades traces.
  static func main() {
    let arguments = CommandLine.arguments
    do {
      switch arguments.count > 1 ? arguments[1] : "" {
      case "record" where arguments.count == 4:
        for suffix in [".trace", ".trace.jsonl"] {
          try record(arguments[2] + suffix, turns: false)
          try record(arguments[3] + suffix, turns: true)
        }
      case "read": try read(Array(arguments.dropFirst(2)))
      default: fail("usage: other-version record FOLLOWED UNFOLLOWED | read TRACE…")
      }
    } catch { fail("\(error)") }
  }

  private static func fail(_ words: String) -> Never {
    FileHandle.standardError.write(Data("other-version: \(words)\n".utf8))
    exit(1)
  }

  // MARK: Recording

  private static func record(_ path: String, turns: Bool) throws {
    var configuration = Configuration()
    configuration[.stallKick] = 7_000_000
    let header = TraceHeader(configuration: configuration, engine: "none", tool: "other version")
    let recorder = try TraceRecorder(path: path, header: header)
    var player = Player(configuration: configuration)
    var outputs = Outputs()
    try recorder.define(.item(ItemID(1), source: "song.m4a"))
    for (step, input) in session(turns: turns).enumerated() {
      let instant = Instant.microseconds(Int64(step) * 100_000)
      player.receive(input, at: instant, into: &outputs)
      try recorder.record(input, at: instant, outputs: outputs, player: player)
    }
    try recorder.finish(.finished, player: player)
  }

  private static func session(turns: Bool) -> [Input] {
    var inputs: [Input] = [
      .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)),
      .engine(.opened(OpenedMedia(duration: .seconds(60), hasVideo: true)), Epoch(1)),
      .engine(.buffered(until: .seconds(60), bytesRead: 1, isSaturated: true), Epoch(1)),
      .engine(.playbackStarted(position: .zero, rate: .normal), Epoch(1)),
    ]
    // More than 256, so that a checkpoint is written.
    for step in 0..<300 { inputs.append(.command(.setMuted(step % 2 == 0), RequestID(UInt32(step + 2)))) }
    if turns { inputs.append(.command(.setRotation(degrees: 90), RequestID(900))) }
    inputs.append(.command(.seek(.at(.seconds(30))), RequestID(901)))
    return inputs
  }

  // MARK: Reading

  /// What this version has under another name.
  private static let todaysNames: Set = ["setRotation", "set.setting=stallKick"]

  private static func read(_ traces: [String]) throws {
    var (whole, unfollowed, uncompared) = (0, 0, Set<String>())
    for trace in traces {
      var reader = try TraceReader(path: trace)
      let report = try TraceReplayer.replay(&reader)
      // What an older behaviour did this one may do otherwise.
      if let difference = report.difference, !report.isOtherBehaviour { fail("\(trace): \(difference)") }
      guard report.isOtherState else { fail("\(trace): the layout of its state is this version's") }
      uncompared.formUnion(report.uncompared.keys)
      try convert(trace)
      if let input = report.unfollowed {
        unfollowed += 1
        guard todaysNames.isSuperset(of: input.lacks) else { fail("\(trace): \(input.lacks)") }
      } else {
        whole += 1
        try upgrade(trace)
      }
    }
    print("\(whole) traces replayed and upgraded, \(unfollowed) not followed to the end")
    print("not compared: \(uncompared.sorted().joined(separator: ", "))")
  }

  /// To the other form and back: the same bytes.
  private static func convert(_ trace: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: trace)))
    let form = TraceForm(path: trace)
    let other = try converted(bytes, to: form == .text ? .binary : .text)
    guard try converted(other, to: form) == bytes else { fail("\(trace): the way through the other form changed it") }
  }

  private static func converted(_ bytes: [UInt8], to form: TraceForm) throws -> [UInt8] {
    var reader = try TraceReader(bytes: bytes)
    let sink = MemorySink()
    _ = try TraceConverter.convert(&reader, to: form, into: sink)
    return sink.bytes
  }

  private static func upgrade(_ trace: String) throws {
    var reader = try TraceReader(path: trace)
    let sink = MemorySink()
    let report = try TraceUpgrade.upgrade(&reader, to: .binary, into: sink)
    guard report.differingSteps == 0 || report.isOtherBehaviour else { fail("\(trace): \(report.differences)") }
    var upgraded = try TraceReader(bytes: sink.bytes, name: "\(trace), upgraded")
    let replay = try TraceReplayer.replay(&upgraded)
    guard replay.isEqual, !replay.isOtherState, replay.steps == report.steps else { fail("\(trace): \(replay)") }
  }
}
