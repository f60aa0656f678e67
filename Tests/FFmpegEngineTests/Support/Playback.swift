#if FFmpeg
import PlayerCore
import PlayerRuntime

@testable import FFmpegEngine

/// An engine on the virtual clock and everything that it reported: acts as the host.
final class Playback {
  let library = IdentifierTable()
  let engine: FFmpegEngine
  let epoch = Epoch(1)
  private(set) var reports: [EngineReport] = []
  private(set) var now = Instant.zero

  init(
    _ source: String, outputs: sending [any MediaOutput] = [NullOutput()], sampleRate: Int32? = nil,
    onStill: StillHandler? = nil, network: NetworkOptions = NetworkOptions(),
    bufferDuration: TimeSpan = .seconds(30)
  ) {
    engine = FFmpegEngine(
      library: library, clocking: .virtual, outputs: outputs, sampleRate: sampleRate, bufferDuration: bufferDuration,
      onStill: onStill, network: network)
    tell(.open(item: library.item(for: source), keepsBuffer: false))
  }

  func tell(_ command: EngineCommand) {
    engine.perform(command, epoch: epoch, at: now)
    take()
  }

  func play(rate: Int32 = 1_000) { tell(.play(rate: .thousandths(rate))) }

  /// Seeks to `milliseconds`, exactly by default, and returns where the seek landed.
  @discardableResult
  func seek(to milliseconds: Int64, before: TimeSpan = .zero, after: TimeSpan = .zero) -> Int64? {
    let count = reports.count
    tell(
      .seek(
        SeekSerial(1), target: .milliseconds(milliseconds), toleranceBefore: before, toleranceAfter: after))
    for case .seekCompleted(_, let position, true) in events.dropFirst(count) { return position.microseconds / 1_000 }
    return nil
  }

  /// Seeks to each of `targets`, in milliseconds, and plays a second there.
  func visit(_ targets: [Int64]) {
    for target in targets {
      seek(to: target)
      tell(.play(rate: .normal))
      run(until: now + .seconds(1))
    }
  }

  /// Lets time pass until `end`, or until nothing more happens.
  func run(until end: Instant = .never) {
    while engine.nextEvent <= end, engine.nextEvent != .never {
      now = max(now, engine.nextEvent)
      take()
    }
    if end != .never { now = max(now, end) }
  }

  private func take() { engine.takeEvents(upTo: now, into: &reports) }

  var events: [EngineEvent] { reports.map(\.event) }

  /// What went wrong, if anything.
  var failure: Failure? {
    for case .failed(let failure) in events { return failure }
    return nil
  }

  var opened: OpenedMedia? {
    for case .opened(let media) in events { return media }
    return nil
  }

  /// Where playback ended, in milliseconds.
  var end: Int64? {
    for case .ended(let position) in events { return position.microseconds / 1_000 }
    return nil
  }
}
#endif
