#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// Where the servers of `Tools/servers` are; the tests below run under `Tools/servers run -- swift test`.
private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

@MainActor
@Suite("Broken transfers, under the standard preset", .serialized, .enabled(if: !server("BREAK").isEmpty))
struct RetryRealTimeTests {
  /// What a player reported of its retries, in order.
  private final class Log {
    var retries: [Int32] = []
    /// Where playback failed, and where it resumed after each retry.
    var breaks: [MediaTime] = []
    var landings: [MediaTime] = []
    var failures: [Failure] = []
  }

  /// Who keeps the main thread busy.
  enum Holder: CaseIterable { case app, observer }

  /// Plays twice as fast, with short delays, until it ends or fails. Once it plays, this holds the host up for a moment.
  private func play(_ source: String, heldUpBy holder: Holder? = nil) async throws -> (player: Player, log: Log) {
    let library = IdentifierTable()
    var configuration = Configuration.standard
    configuration.retryDelay = .milliseconds(50)
    // A busy machine may take longer to open than the usual timeout, which would cause another retry.
    configuration.openTimeout = .seconds(120)
    configuration.readTimeout = .seconds(120)
    let host = MainPlayer(configuration: configuration, engine: FFmpegEngine(library: library), library: library)
    let log = Log()
    var position = MediaTime.zero
    var holder = holder
    func holdUp(_ who: Holder) {
      guard holder == who, position > .milliseconds(500) else { return }
      holder = nil
      // At this rate longer than the rest of the media lasts.
      usleep(5_500_000)
    }
    host.listener = { [unowned host] event in
      switch event.notification {
      case .retryScheduled(let attempt, _, _):
        log.retries.append(attempt)
        log.breaks.append(position)
      case .warned(let failure): log.failures.append(failure)
      case .prepared: log.landings.append(host.position)
      case .tick(_, let tick):
        position = tick
        holdUp(.observer)
      default: break
      }
    }
    host.send(.addPeriodicObserver(ObserverID(1), interval: .milliseconds(20)))
    host.send(.setRate(.thousandths(2_000)))
    host.send(.load(item: library.item(for: source), start: .standard, autoplay: true, opens: true))
    for _ in 0..<6_000 where host.player.phase != .ended && host.player.phase != .failed {
      holdUp(.app)
      try await Task.sleep(for: .milliseconds(10))
    }
    let player = host.player
    host.shutDown()
    return (player, log)
  }

  @Test("A broken transfer is taken up again while the buffer plays")
  func reconnects() async throws {
    let (player, log) = try await play(server("BREAK") + "/clip.mp4?after=70000&ranges=yes&times=1&reconnects")
    #expect(player.phase == .ended && player.failure.kind == .none, "\(player.phase), \(player.failure)")
    #expect(log.retries == [] && log.failures == [] && log.landings == [.zero])
  }

  @Test("Where that fails, playback resumes at the playhead with one retry, and plays to the end of the media")
  func resumes() async throws {
    let (player, log) = try await play(server("BREAK") + "/clip.mp4?after=70000&ranges=yes&times=1&refused=1")
    #expect(player.phase == .ended && player.failure.kind == .none, "\(player.phase), \(player.failure)")
    #expect(log.retries == [1], "\(log.failures), \(player.failure)")
    let broken = try #require(log.breaks.first)
    try #require(log.landings.count == 2)
    #expect(broken > .seconds(2) && log.landings[0] == .zero, "\(log.breaks), \(log.landings)")
    #expect(log.landings[1] >= broken && log.landings[1] - broken < .milliseconds(500), "\(log.landings)")
  }

  @Test(
    "A transfer that broke while the host was held up resumes there, even if the rest of the media would be over by now",
    arguments: Holder.allCases)
  func heldUp(by holder: Holder) async throws {
    let source = server("BREAK") + "/clip.mp4?after=70000&ranges=yes&times=1&refused=1&heldUpBy=\(holder)"
    let (player, log) = try await play(source, heldUpBy: holder)
    #expect(player.phase == .ended && player.failure.kind == .none, "\(player.phase), \(player.failure)")
    #expect(log.retries == [1], "\(log.failures), \(player.failure)")
    let broken = try #require(log.breaks.first)
    #expect(broken > .seconds(2) && broken < .seconds(8), "\(log.breaks), \(log.landings)")
  }

  @Test("A transfer that always breaks at the same place is retried within the budget, then fails")
  func retriesAreBounded() async throws {
    let (player, log) = try await play(server("BREAK") + "/clip.mp4?after=60000")
    #expect(player.phase == .failed && player.failure.kind == .io, "\(player.failure)")
    #expect(log.retries.suffix(3) == [1, 2, 3], "\(log.retries), \(player.failure)")
    // A busy machine may break off before everything it read was played; getting further than that is progress,
    // and restarts the count.
    for (index, (earlier, later)) in zip(log.retries, log.retries.dropFirst()).enumerated() where later != earlier + 1 {
      let (before, after) = (log.breaks[index], log.breaks[index + 1])
      #expect(later == 1 && after > before, "retries \(log.retries) broke at \(log.breaks)")
    }
  }
}
#endif
