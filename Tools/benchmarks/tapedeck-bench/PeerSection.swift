import Foundation
import PlayerCore

/// Small players that others' state machine libraries drive with the same inputs.
struct PeerSection {
  static let title = "peers: a smaller player on the recorded mix"

  /// Name and program. A program gets the file with the mix and prints nanoseconds per event and how often the playback
  /// state changed.
  var peers: [(name: String, path: String)]
  var directory: URL

  func measure(_ mix: Mix, into report: inout Report) throws {
    let file = directory.appending(path: "mix.txt")
    try mix.lines.write(to: file, atomically: true, encoding: .utf8)
    let ours = Stopwatch.best(budget: 0.3, playing: mix) / Double(mix.steps.count)
    report.add(Self.title, "TapeDeck: time per input", ours, "ns")
    report.add(Self.title, "TapeDeck: changes of the playback state", Double(mix.stateChanges), "changes")
    for peer in peers {
      let child = try ChildProcess.run(peer.path, [file.path])
      let numbers = child.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard child.status == 0, numbers.count == 2 else { throw BenchError("\(peer.name) failed: \(child.output)") }
      report.add(Self.title, "\(peer.name): time per event", numbers[0], "ns")
      report.add(Self.title, "\(peer.name): times as long as TapeDeck", numbers[0] / ours, "×")
      report.add(Self.title, "\(peer.name): changes of the playback state", numbers[1], "changes")
    }
  }
}

extension Mix {
  /// One input a line: instant, number of its kind, fields.
  fileprivate var lines: String {
    var text = ""
    for step in steps {
      let message = step.input.message
      let fields = (0..<message.count).map { " \(message[$0])" }.joined()
      text += "\(step.instant.microseconds) \(message.code)\(fields)\n"
    }
    return text
  }

  fileprivate var stateChanges: Int {
    var player = Player(configuration: configuration)
    var outputs = Outputs()
    var changes = 0
    for step in steps {
      player.receive(step.input, at: step.instant, into: &outputs)
      for case .notification(.playbackStateChanged, _) in outputs { changes += 1 }
    }
    return changes
  }
}
