#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

@testable import FFmpegEngine

/// An engine on the machine's clock, for streams that have one too.
final class LiveHost {
  private let library = IdentifierTable()
  private let engine: FFmpegEngine
  private var reports: [EngineReport] = []

  init(
    _ source: String, output: sending any MediaOutput, network: NetworkOptions = NetworkOptions(),
    bufferDuration: TimeSpan = .seconds(30)
  ) {
    engine = FFmpegEngine(library: library, outputs: [output], bufferDuration: bufferDuration, network: network)
    tell(.open(item: library.item(for: source), keepsBuffer: false))
  }

  deinit { engine.shutDown() }

  func tell(_ command: EngineCommand) { engine.perform(command, epoch: Epoch(1), at: .zero) }

  /// What `pick` finds in the first report that has it; nil when none comes within two minutes. Holds on to its thread: a test
  /// that lets go of it gets it back when others are done, and the server does not wait.
  func wait<Value>(_ pick: (EngineEvent) -> Value?) -> Value? {
    for _ in 0..<12_000 {
      engine.takeEvents(upTo: .zero, into: &reports)
      for report in reports {
        if let value = pick(report.event) { return value }
      }
      usleep(10_000)
    }
    return nil
  }

  var hasFailed: Bool {
    engine.takeEvents(upTo: .zero, into: &reports)
    return reports.contains { if case .failed = $0.event { true } else { false } }
  }
}
#endif
