#if FFmpeg
import CFFmpeg
import PlayerCore
import PlayerRuntime

/// Plays files and streams with FFmpeg's libraries. It carries out commands and decides nothing; see
/// ``PlayerRuntime/Engine``.
///
/// Frames are passed to the outputs when the playhead reaches them. At a rate other than 1 they come faster or slower,
/// and the pitch of the sound changes.
public final class FFmpegEngine: Engine {
  /// What drives an engine.
  public enum Clocking: Sendable {
    /// Its own threads and the machine's clock.
    case realTime
    /// The host's calls: media is decoded as fast as it can be, and every report carries the instant that follows from
    /// its position. Two runs over one file report the same.
    case virtual
  }

  private let library: IdentifierTable
  private let clocking: Clocking
  private let bounds: PacketQueue.Bounds
  private let outputs: OutputSet
  private let onStill: StillHandler?
  private let loader: (any ResourceLoader)?
  private let network: NetworkOptions
  private let mailbox = Mailbox()
  private var sessions: [(epoch: Epoch, session: any Session)] = []

  /// - Parameters:
  ///   - library: what items and texts stand for; shared with the host.
  ///   - clocking: by which clock media is presented: the machine's, or a virtual one.
  ///   - outputs: where decoded media goes; the engine's alone from here on.
  ///   - sampleRate: of the sound that outputs get, in Hz; nil for that of the first source.
  ///   - bufferBytes: how many bytes may be read ahead.
  ///   - bufferDuration: how much media may be read ahead.
  ///   - onStill: takes the requested still pictures, on any thread.
  ///   - loader: reads the sources that only the app can read.
  ///   - network: what is sent to servers: headers, cookies, a proxy.
  public init(
    library: IdentifierTable, clocking: Clocking = .realTime, outputs: sending [any MediaOutput] = [NullOutput()],
    sampleRate: Int32? = nil, bufferBytes: Int = 15 << 20, bufferDuration: TimeSpan = .seconds(30),
    onStill: StillHandler? = nil, loader: (any ResourceLoader)? = nil, network: NetworkOptions = NetworkOptions()
  ) {
    self.library = library
    self.clocking = clocking
    self.outputs = OutputSet(outputs, sampleRate: sampleRate)
    self.onStill = onStill
    self.loader = loader
    self.network = network
    bounds = PacketQueue.Bounds(bytes: max(1, bufferBytes), duration: max(1, bufferDuration.microseconds))
  }

  deinit { shutDown() }

  /// The release of FFmpeg that plays. Loads its libraries.
  public var identity: String {
    FFmpegLibraries.failure == nil ? "FFmpeg " + String(cString: av_version_info()) : "FFmpeg, not loaded"
  }

  /// Carries out a command for an opening; one for an unknown opening does nothing.
  public func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    switch command {
    case .open(let item, let keepsBuffer): open(item, keepsBuffer: keepsBuffer, epoch, at: now)
    case .close: close(epoch, at: now)
    case .setVolume(let left, let right, let isMuted): outputs.setVolume(left: left, right: right, isMuted: isMuted)
    case .setPresentation(let mode, let rotation): outputs.setPresentation(mode, rotation: rotation)
    case .play, .pause, .seek, .selectTrack, .setVideoEnabled, .captureStill, .reportPosition, .catchUp:
      sessions.first { $0.epoch == epoch }?.session.perform(command, at: now)
    }
  }

  /// When the next report is due on the virtual clock; `.never` in real time, where the wake handler is called.
  public var nextEvent: Instant {
    if let instant = mailbox.firstInstant, clocking == .virtual { return instant }
    return sessions.map { $0.session.nextEvent() }.min() ?? .never
  }

  /// Returns the reports that are due.
  public func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    // The session with the earliest event goes first; with one session that is one round.
    while let next = sessions.map({ ($0.session, $0.session.nextEvent()) }).min(by: { $0.1 < $1.1 }),
      next.1 <= now, next.1 != .never
    {
      next.0.run(upTo: sessions.count == 1 ? now : next.1)
    }
    mailbox.take(upTo: now, into: &events)
  }

  /// Called on any thread when it has something to report.
  public func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { mailbox.setWakeHandler(wake) }

  /// In real time, when something is reported is read from the host's clock.
  public func setClock(_ now: @escaping @Sendable () -> Instant) { if clocking == .realTime { mailbox.setClock(now) } }

  /// Closes everything and waits for the engine's threads to end.
  public func shutDown() {
    mailbox.setWakeHandler(nil)
    for (_, session) in sessions { session.close() }
    sessions.removeAll()
    outputs.finish()
  }

  private func open(_ item: ItemID, keepsBuffer: Bool, _ epoch: Epoch, at now: Instant) {
    for (_, session) in sessions where keepsBuffer { session.stopReading() }
    let report = Reporter(
      mailbox: mailbox, library: library, epoch: epoch, interrupt: Interrupt(), keepsInstants: clocking == .virtual)
    if let reason = FFmpegLibraries.failure {
      let words = library.text("FFmpeg's libraries cannot be loaded: \(reason)")
      return report(.failed(Failure(.unknown, text: words)), at: now)
    }
    guard let source = library.source(of: item) else { return report(.failed(Failure(.notFound)), at: now) }
    let parts = SessionParts(
      source: source, state: Monitor(SessionState(queue: PacketQueue(bounds: bounds))), report: report,
      outputs: outputs, onStill: onStill, loader: loader, network: network)
    let session: any Session =
      switch clocking {
      case .realTime: ThreadedSession(parts)
      case .virtual: SteppedSession(parts, at: now)
      }
    sessions.append((epoch, session))
  }

  private func close(_ epoch: Epoch, at now: Instant) {
    if let index = sessions.firstIndex(where: { $0.epoch == epoch }) { sessions.remove(at: index).session.close() }
    mailbox.post(EngineReport(.closed, epoch: epoch, at: clocking == .virtual ? now : nil))
  }
}

/// FFmpeg's shared libraries. On Linux they are loaded when media is first opened, so that a program starts quickly,
/// and starts even where they are missing; elsewhere they come with the program.
public enum FFmpegLibraries {
  /// Why the libraries cannot be loaded; `nil` when they are there. The first call loads them, which takes tens of
  /// milliseconds.
  public static var failure: String? { cff_load().map { String(cString: $0) } }
}
#endif
