#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Backports
import Testing

@testable import FFmpegEngine

@Suite("Playing in real time")
struct RealTimeTests {
  /// Long enough for any machine: only what never happens takes longer, in milliseconds.
  private let limit: Int64 = 60_000

  /// Waits until `condition` holds, and returns how long that took, in milliseconds.
  private func wait(for condition: () -> Bool) -> Int64 {
    let start = MonotonicClock.now
    while !condition(), MonotonicClock.now - start < .milliseconds(limit) { usleep(1_000) }
    return (MonotonicClock.now - start).microseconds / 1_000
  }

  /// An engine on the machine's clock.
  private final class Host {
    let library = IdentifierTable()
    let engine: FFmpegEngine
    private(set) var reports: [EngineReport] = []

    init(outputs: sending [any MediaOutput] = [NullOutput()]) {
      engine = FFmpegEngine(library: library, clocking: .realTime, outputs: outputs)
    }

    func open(_ source: String, _ epoch: UInt32 = 1) {
      tell(.open(item: library.item(for: source), keepsBuffer: false), epoch)
    }
    func tell(_ command: EngineCommand, _ epoch: UInt32 = 1) { engine.perform(command, epoch: Epoch(epoch), at: .zero) }

    func saw(_ condition: (EngineEvent) -> Bool) -> Bool {
      engine.takeEvents(upTo: .zero, into: &reports)
      return reports.contains { condition($0.event) }
    }

    var isOpen: Bool { saw { if case .opened = $0 { true } else { false } } }
    var hasEnded: Bool { saw { if case .ended = $0 { true } else { false } } }
    func hasLanded(_ serial: UInt32) -> Bool {
      saw { if case .seekCompleted(SeekSerial(serial), _, true) = $0 { true } else { false } }
    }
    /// Whether the rest of the media is buffered: an engine that is told to play before there is anything to play
    /// reports that it starves, and rests.
    var isReplete: Bool {
      saw { _ in false }
        || reports.last { if case .buffered = $0.event { true } else { false } }.map {
          if case .buffered(_, _, isSaturated: true) = $0.event { true } else { false }
        } == true
    }
    func seek(_ serial: UInt32, to milliseconds: Int64) {
      tell(
        .seek(SeekSerial(serial), target: .milliseconds(milliseconds), toleranceBefore: .zero, toleranceAfter: .zero))
    }
  }

  @Test("Media plays in real time, and the engine wakes its host")
  func plays() {
    let wakes = AtomicInteger(0)
    let recording = Recording()
    let host = Host(outputs: [recording.output()])
    host.engine.setWakeHandler { wakes.add(1) }
    host.open(Media.path("clip.mp4"))
    #expect(wait { host.isOpen } < limit)
    host.seek(1, to: 8_500)
    #expect(wait { host.hasLanded(1) && host.isReplete } < limit)
    host.tell(.play(rate: .normal))
    #expect((1_480..<limit).contains(wait { host.hasEnded }))
    #expect(recording.video == Array(stride(from: 8_480, to: 10_000, by: 40)))
    #expect(wakes.load() > 3)
  }

  @Test("Of many seeks the last one wins, and playback continues from its target")
  func seeks() {
    let recording = Recording()
    let host = Host(outputs: [recording.output()])
    host.open(Media.path("clip.mp4"))
    _ = wait { host.isOpen }
    for serial in 1...50 as ClosedRange<UInt32> { host.seek(serial, to: Int64(serial * 131 % 10) * 1_000) }
    host.seek(51, to: 9_400)
    #expect(wait { host.hasLanded(51) && host.isReplete } < limit)
    host.tell(.play(rate: .normal))
    #expect(wait { host.hasEnded } < limit)
    #expect(recording.video.first.map { abs($0 - 9_400) <= 40 } == true)
  }

  @Test("A play command during a seek waits for the landing, and playback starts there")
  func playsAfterSeeking() throws {
    let host = Host()
    host.open(Media.path("clip.mp4"))
    #expect(wait { host.isOpen && host.isReplete } < limit)
    for serial in 1...60 as ClosedRange<UInt32> {
      let count = host.reports.count
      host.seek(serial, to: Int64(serial % 2) * 5_000 + 1_000)
      host.tell(.play(rate: .normal))
      var moved: [EngineEvent] = []
      let delay = wait {
        _ = host.saw { _ in false }
        moved = host.reports.dropFirst(count).map(\.event).filter {
          switch $0 {
          case .playbackStarted, .starved, .seekCompleted: true
          default: false
          }
        }
        return moved.count > 1
      }
      #expect(delay < limit)
      let place = MediaTime.milliseconds(Int64(serial % 2) * 5_000 + 1_000)
      #expect(moved.first == .seekCompleted(SeekSerial(serial), position: place, isFinished: true))
      // There may be nothing to play yet.
      #expect([.playbackStarted(position: place, rate: .normal), .starved(position: place)].contains(moved[1]))
    }
    host.engine.shutDown()
  }

  @Test("A close is answered at once, although the server is silent; and everything is released")
  func silence() throws {
    let server = LoopbackPort()
    let library = IdentifierTable()
    let mailbox = Mailbox()
    let interrupt = Interrupt()
    weak var state: Monitor<SessionState>?
    do {
      let monitor = Monitor(SessionState(queue: PacketQueue()))
      state = monitor
      let report = Reporter(
        mailbox: mailbox, library: library, epoch: Epoch(1), interrupt: interrupt, keepsInstants: false)
      let session = ThreadedSession(
        SessionParts(
          source: "http://127.0.0.1:\(server.port)/clip.mp4", state: monitor, report: report,
          outputs: OutputSet([NullOutput()], sampleRate: nil), onStill: nil))
      usleep(300_000)
      let start = MonotonicClock.now
      session.close()
      // Otherwise the close would wait until the read times out, after half a minute.
      #expect(MonotonicClock.now - start < .seconds(10))
    }
    #expect(wait { state == nil } < 10_000)
    #expect(mailbox.firstInstant == nil)
  }

  @Test("A failure is the last report of its session, whatever the other thread still reports")
  func fails() {
    let mailbox = Mailbox()
    let report = Reporter(
      mailbox: mailbox, library: IdentifierTable(), epoch: Epoch(1), interrupt: Interrupt(), keepsInstants: false)
    report(.failed(Failure(.io)), at: .zero)
    report(.buffered(until: .zero, bytesRead: 1, isSaturated: true), at: .zero)
    var reports: [EngineReport] = []
    mailbox.take(upTo: .zero, into: &reports)
    #expect(reports == [EngineReport(.failed(Failure(.io)), epoch: Epoch(1))])
  }

  @Test("Reports have the instants at which they were made on the host's clock, and wait until the host has come there")
  func hostClock() {
    let mailbox = Mailbox()
    let seconds = Lock<Int64>(2)
    mailbox.setClock { seconds.withLock { .seconds($0) } }
    let report = Reporter(
      mailbox: mailbox, library: IdentifierTable(), epoch: Epoch(1), interrupt: Interrupt(), keepsInstants: false)
    report(.starved(position: .zero), at: .zero)
    seconds.withLock { $0 = 3 }
    report(.durationChanged(.zero), at: .zero)
    func taken(at instant: Instant) -> [EngineReport] {
      var reports: [EngineReport] = []
      mailbox.take(upTo: instant, into: &reports)
      return reports
    }
    #expect(taken(at: .seconds(1)).isEmpty)
    #expect(taken(at: .seconds(2)) == [EngineReport(.starved(position: .zero), epoch: Epoch(1), at: .seconds(2))])
    #expect(taken(at: .seconds(9)) == [EngineReport(.durationChanged(.zero), epoch: Epoch(1), at: .seconds(3))])
    #expect(taken(at: .seconds(9)).isEmpty)
  }

  @Test("A close in any phase is the last report and leaves nothing behind")
  func closes() {
    let host = Host()
    for epoch in 1...40 as ClosedRange<UInt32> {
      host.open(Media.path(epoch % 2 == 0 ? "clip.mp4" : "episode.m4a"), epoch)
      usleep(epoch % 8 * 2_000)
      host.tell(.play(rate: .normal), epoch)
      usleep(epoch % 5 * 3_000)
      if epoch % 3 == 0 {
        host.tell(
          .seek(SeekSerial(epoch), target: .seconds(5), toleranceBefore: .zero, toleranceAfter: .zero), epoch)
      }
      host.tell(.close, epoch)
    }
    usleep(50_000)
    _ = host.saw { _ in true }
    for epoch in 1...40 as ClosedRange<UInt32> {
      #expect(host.reports.last { $0.epoch == Epoch(epoch) }?.event == .closed)
    }
    host.engine.shutDown()
  }

  @Test("After shutting down nothing is reported or presented")
  func shutDown() {
    let recording = Recording()
    let host = Host(outputs: [recording.output()])
    host.open(Media.path("clip.mp4"))
    _ = wait { host.isOpen }
    host.tell(.play(rate: .normal))
    _ = wait { recording.video.count > 2 }
    host.engine.shutDown()
    let presented = recording.video.count
    _ = host.saw { _ in true }
    let reports = host.reports.count
    usleep(200_000)
    _ = host.saw { _ in true }
    #expect(recording.video.count == presented)
    #expect(host.reports.count == reports)
  }
}
#endif
