import Foundation
import PlayerCore
import PlayerRuntime

@testable import Conformance
@testable import SRGMediaPlayer

/// A controller over a scripted stream with its own clock, and everything it posts, in words.
@MainActor
final class Harness {
  let controller: SRGMediaPlayerController
  let engine = StreamEngine()
  /// The stream that opens.
  var stream = ScriptedStream()
  /// `state playing`, `start s1`, `seek 30`, and whatever a test adds.
  var log: [String] = []
  /// Every notification, with its user info.
  private(set) var notifications: [Notification] = []
  let center: NotificationCenter
  /// Called with every notification, after everything else: a centre does not order its listeners.
  var heard: (() -> Void)?
  private var listener: (any NSObjectProtocol)?

  /// The rate at which the engine moves.
  var engineRate: Rate { engine.rate(at: controller.host.now) }

  static let url = URL(fileURLWithPath: "/media/one.mp4")
  static let other = URL(fileURLWithPath: "/media/two.mp4")
  static let date = Date(timeIntervalSince1970: 1_700_000_000)
  /// How long the machine has slept: the host's clock has rested, the date has gone on.
  var slept: TimeInterval {
    get { sleep.total }
    set { sleep.total = newValue }
  }
  private let sleep = Sleep()
  private final class Sleep { var total: TimeInterval = 0 }

  init(_ compatibility: SRGCompatibility = .documented, choices: any SRGTrackChoices = SRGTrackMemory()) {
    center = NotificationCenter()
    let (engine, sleep) = (engine, sleep)
    var environment = SRGPlayerEnvironment(
      makeEngine: { _, _ in engine }, timekeeping: .caller, date: { Self.date + sleep.total },
      notificationCenter: center,
      compatibility: compatibility)
    environment.trackChoices = choices
    controller = SRGMediaPlayerController(environment: environment)
    engine.stream = { [weak self] _ in MainActor.assumeIsolated { self?.stream ?? ScriptedStream() } }
    listener = center.addObserver(forName: nil, object: nil, queue: nil) { [weak self] notification in
      nonisolated(unsafe) let notification = notification  // Posted on the main actor, and not used elsewhere.
      MainActor.assumeIsolated { self?.hear(notification) }
    }
  }

  private func hear(_ notification: Notification) {
    notifications.append(notification)
    if let line = Self.line(notification) { log.append(line) }
    heard?()
  }

  /// The line for a notification; `nil` for those that no test expects in the log.
  static func line(_ notification: Notification) -> String? {
    func segment(_ word: String) -> String { "\(word) \((notification[.segment] as? SRGMediaSegment)?.name ?? "?")" }
    switch notification.name {
    case .SRGMediaPlayerPlaybackStateDidChange: return "state \(notification[.playbackState]?.name ?? "?")"
    case .SRGMediaPlayerPlaybackDidFail: return "failure \(notification[.error]?.kind ?? .none)"
    case .SRGMediaPlayerSeek: return "seek \(Int(notification[.seekTime] ?? -1))"
    case .SRGMediaPlayerSegmentDidStart: return segment("start")
    case .SRGMediaPlayerSegmentDidEnd: return segment("end")
    case .SRGMediaPlayerWillSkipBlockedSegment: return segment("will skip")
    case .SRGMediaPlayerDidSkipBlockedSegment: return segment("did skip")
    case .SRGMediaPlayerAudioTrackDidChange: return "audio \(notification[.track]?.language ?? "none")"
    case .SRGMediaPlayerSubtitleTrackDidChange: return "subtitle \(notification[.track]?.language ?? "none")"
    default: return nil
    }
  }

  /// Lets time pass.
  func run(_ seconds: Double) { controller.host.run(until: controller.host.now + TimeSpan(seconds: seconds)) }

  /// Plays from the beginning or a position, and discards what that posted.
  func play(_ segments: [any SRGSegment]? = nil, at position: SRGPosition? = nil) {
    controller.playURL(Self.url, at: position, withSegments: segments)
    run(1)
    forget()
  }

  func forget() {
    log = []
    notifications = []
  }

  /// The last notification with a name.
  func last(_ name: Notification.Name) -> Notification? { notifications.last { $0.name == name } }

  static func segment(
    _ name: String, _ start: Double, _ end: Double, isBlocked: Bool = false, isHidden: Bool = false
  ) -> SRGMediaSegment {
    SRGMediaSegment(SRGMarkRange(from: start, to: end), isBlocked: isBlocked, isHidden: isHidden, name: name)
  }
}
