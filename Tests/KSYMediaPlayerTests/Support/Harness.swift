import Foundation
import KSYMediaPlayer
import PlayerCore
import PlayerRuntime
import ScriptedEngine

/// A controller over a scripted engine, by default on a virtual clock, and everything that it posted.
@MainActor
final class Harness {
  let engine = ScriptedEngine()
  let center = NotificationCenter()
  let ledger = KSYLedger()
  private(set) var controller: KSYMoviePlayerController
  let environment: KSYEnvironment
  /// Notification names and their details, in order.
  private(set) var posted: [String] = []
  /// Called for each notification, inside its handler.
  var onPost: (String) -> Void = { _ in }
  private var hooks = EngineHooks()
  private var observer: (any NSObjectProtocol)?

  static let address = URL(string: "http://h.example/a.mp4")!

  init(
    _ compatibility: KSYCompatibility = .seed, url: URL = Harness.address, still: VideoFrame? = nil,
    timekeeping: MainPlayer.Timekeeping = .caller
  ) {
    var environment = KSYEnvironment()
    environment.notificationCenter = center
    environment.ledger = ledger
    var given = EngineHooks()
    environment.makeHost = { [engine] configuration, hooks in
      given = hooks
      return MainPlayer(
        configuration: configuration, engine: Photographer(engine, still, hooks), library: IdentifierTable(),
        timekeeping: timekeeping)
    }
    self.environment = environment
    controller = KSYMoviePlayerController(
      contentURL: url, compatibility: compatibility, environment: environment)
    hooks = given
    observer = center.addObserver(forName: nil, object: controller, queue: nil) { [weak self] notification in
      let name = notification.name.rawValue
      let reason = notification.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey] as? Int
      let error = notification.userInfo?[MPMoviePlayerPlaybackDidFinishErrorUserInfoKey] as? Int
      MainActor.assumeIsolated { self?.note(name, reason, error) }
    }
  }

  private func note(_ name: String, _ reason: Int?, _ error: Int?) {
    switch Notification.Name(name) {
    case .MPMoviePlayerPlaybackStateDidChange: posted.append("state \(controller.playbackState)")
    case .MPMoviePlayerLoadStateDidChange: posted.append("load \(controller.loadState.rawValue)")
    case .MPMoviePlayerPlaybackDidFinish:
      posted.append("finish \(reason ?? -1)" + (error.map { " \($0)" } ?? ""))
    case .MPMediaPlaybackIsPreparedToPlayDidChange: posted.append("prepared")
    default: posted.append(name)
    }
    onPost(posted.last ?? "")
  }

  func forget() { posted = [] }
  func run(to seconds: Double) { controller.host.run(until: .microseconds(Int64(seconds * 1e6))) }

  /// The engine presents a picture, or a piece of sound.
  func show(_ frame: VideoFrame) { hooks.onVideo?(frame) }
  func sound(_ frame: AudioFrame) { hooks.onAudio?(frame) }
}

/// Returns the same still for every request.
private final class Photographer: Engine {
  private let engine: ScriptedEngine
  private let still: VideoFrame?
  private let hooks: EngineHooks

  init(_ engine: ScriptedEngine, _ still: VideoFrame?, _ hooks: EngineHooks) {
    self.engine = engine
    self.still = still
    self.hooks = hooks
  }

  var identity: String { engine.identity }
  var nextEvent: Instant { engine.nextEvent }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    if case .captureStill(let serial) = command, let still { hooks.onStill?(serial, still) }
    engine.perform(command, epoch: epoch, at: now)
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) { engine.takeEvents(upTo: now, into: &events) }
  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { engine.setWakeHandler(wake) }
  func shutDown() { engine.shutDown() }
}

extension VideoFrame {
  /// One row of pixels.
  static func row(_ colours: [[UInt8]]) -> VideoFrame {
    VideoFrame(position: .zero, width: colours.count, height: 1, pixels: colours.flatMap(\.self))
  }
}
