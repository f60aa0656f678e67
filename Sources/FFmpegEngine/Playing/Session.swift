#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

/// Takes the picture that a still was asked for.
public typealias StillHandler = @Sendable (StillSerial, Picture) -> Void

/// One epoch: an opened source that plays.
protocol Session: AnyObject {
  /// Carries out what concerns one session.
  func perform(_ command: EngineCommand, at now: Instant)
  /// Plays out the buffer and reads no more.
  func stopReading()
  /// Ends at once: nothing is presented or reported afterwards.
  func close()
  /// When the session will report by itself; `.never` when its threads do that.
  func nextEvent() -> Instant
  /// Does what is due up to `now`.
  func run(upTo now: Instant)
}

/// What a session is made of.
struct SessionParts: Sendable {
  let source: String
  let state: Monitor<SessionState>
  let report: Reporter
  let outputs: OutputSet
  let onStill: StillHandler?
  var loader: (any ResourceLoader)?
  var network = NetworkOptions()

  var interrupt: Interrupt { report.interrupt }

  /// How many threads decode one stream; 0: as many as there are cores. On the virtual clock it is the same on every machine,
  /// and one where the pixels count: what decoders make of damaged pictures depends on it, and nothing else does.
  var threads: Int32 {
    if !report.keepsInstants { return 0 }
    return outputs.wantsPictures || onStill != nil ? 1 : 4
  }
}

/// A session on two threads of its own: one waits for the source, the other for the time to present.
final class ThreadedSession: Session {
  private let parts: SessionParts

  init(_ parts: SessionParts) {
    self.parts = parts
    Self.start("reader") { Self.read(parts) }
    Self.start("presenter") { Self.present(parts) }
  }

  func perform(_ command: EngineCommand, at now: Instant) {
    parts.state.change { $0.commands.append(command) }
  }

  func stopReading() {
    parts.state.change { $0.readsNoMore = true }
    parts.interrupt.breakOff()
  }

  /// Does not wait for the threads: they end by themselves, within 100 ms unless a name is being resolved.
  func close() {
    parts.interrupt.abandon()
    parts.state.change { $0.isClosed = true }
  }

  func nextEvent() -> Instant { .never }
  func run(upTo now: Instant) {}

  private static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = "tapedeck.\(name)"
    thread.stackSize = 4 << 20
    thread.start()
  }

  private static func read(_ parts: SessionParts) {
    let reader = Reader(parts)
    guard reader.open(at: .zero) else { return }
    if let watch = reader.input?.liveWatch { start("window") { watch.run(parts) } }
    while true {
      parts.state.wait { $0.hasRequest || ($0.wantsPackets && !parts.interrupt.isRaised) }
      if parts.interrupt.isForGood { return }
      reader.step(at: .zero)
      reader.reportBuffer(at: .zero)
    }
  }

  private static func present(_ parts: SessionParts) {
    let presenter = Presenter(parts)
    while !parts.interrupt.isForGood {
      let (commands, progress) = parts.state.access { state in
        defer { state.commands.removeAll() }
        return (state.commands, state.progress)
      }
      for command in commands { presenter.perform(command, at: MonotonicClock.now) }
      let due = presenter.next(at: MonotonicClock.now)
      if due <= MonotonicClock.now {
        presenter.step(at: MonotonicClock.now)
        continue
      }
      let missesData = presenter.preview() || presenter.missesData
      parts.state.wait(until: due) { state in
        state.isClosed || !state.commands.isEmpty || !state.restarts.isEmpty
          || (missesData && state.progress != progress)
      }
    }
  }
}

/// A session that works inside the calls, as fast as it can: the caller passes the time.
final class SteppedSession: Session {
  private let parts: SessionParts
  private let reader: Reader
  private let presenter: Presenter
  private let isOpen: Bool
  private var now: Instant
  /// The answer of ``nextEvent()`` until something changes it.
  private var due: Instant?

  init(_ parts: SessionParts, at now: Instant) {
    self.parts = parts
    self.now = now
    reader = Reader(parts)
    presenter = Presenter(parts)
    isOpen = reader.open(at: now)
    read()
  }

  func perform(_ command: EngineCommand, at now: Instant) {
    run(upTo: now)
    self.now = max(self.now, now)
    presenter.perform(command, at: self.now)
    read()
    due = nil
  }

  func stopReading() { parts.state.change { $0.readsNoMore = true } }

  func close() { parts.interrupt.abandon() }

  func nextEvent() -> Instant {
    if let due { return due }
    var next = presenter.next(at: now)
    // Badly interleaved media: more reading may yield what is missing.
    while presenter.missesData, read() { next = presenter.next(at: now) }
    due = next
    return next
  }

  func run(upTo limit: Instant) {
    while isOpen {
      let next = nextEvent()
      guard next <= limit, next != .never else { return }
      now = max(now, next)
      presenter.step(at: now)
      read()
      due = nil
    }
  }

  /// Does what the reader is asked for and fills the queue. Returns whether there was anything to do.
  @discardableResult private func read() -> Bool {
    var hasRead = false
    while isOpen, parts.state.access({ $0.hasRequest || $0.wantsPackets }) {
      reader.step(at: now)
      hasRead = true
    }
    if hasRead { reader.reportBuffer(at: now) }
    return hasRead
  }
}
#endif
