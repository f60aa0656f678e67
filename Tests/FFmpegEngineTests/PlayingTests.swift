#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Backports
import Testing

@testable import FFmpegEngine

@Suite("Playing on the virtual clock")
struct PlayingTests {
  @Test("A clip plays from its first to its last frame, each on time")
  func clip() throws {
    let recording = Recording()
    let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
    playback.play()
    playback.run()
    #expect(recording.video == (0..<250).map { $0 * 40 })
    #expect(recording.audio.first == 0)
    #expect((9_990...10_030).contains(playback.end ?? 0))
    let ended = try #require(playback.reports.last)
    #expect(ended.instant.map { $0.microseconds / 1_000 } == playback.end)
  }

  @Test("Two runs make the same reports at the same instants", arguments: ["episode.m4a", "clip.mp4", "clip-sizes.ts"])
  func repeatable(name: String) {
    func run() -> Playback {
      let playback = Playback(Media.path(name))
      playback.play()
      playback.run(until: .seconds(1))
      playback.seek(to: 2_345, before: .never)
      playback.play(rate: 1_500)
      playback.run(until: .seconds(2))
      playback.tell(.pause)
      playback.run(until: .seconds(3))
      playback.play(rate: 700)
      playback.run()
      return playback
    }
    let (first, second) = (run(), run())
    #expect(first.reports == second.reports)
    #expect(first.end != nil)
  }

  @Test("Playback at twice the rate takes half the time")
  func rate() {
    let playback = Playback(Media.path("clip.mp4"))
    playback.play(rate: 2_000)
    playback.run()
    #expect((4_990...5_020).contains(playback.now.microseconds / 1_000))
  }

  @Test("A rate change during playback is confirmed at the current position")
  func rateChange() {
    let playback = Playback(Media.path("clip.mp4"))
    playback.play()
    playback.run(until: .seconds(4))
    playback.play(rate: 500)
    #expect(playback.events.last == .playbackStarted(position: .seconds(4), rate: .thousandths(500)))
    playback.run()
    #expect((15_980...16_050).contains(playback.now.microseconds / 1_000))
  }

  @Test("A pause stops the playhead, and nothing is presented until playback resumes")
  func pause() {
    let recording = Recording()
    let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
    playback.play()
    playback.run(until: .microseconds(2_500_000))
    playback.tell(.pause)
    #expect(playback.events.last == .playbackStopped(position: .milliseconds(2_500)))
    let presented = recording.video
    playback.run(until: .seconds(60))
    #expect(recording.video == presented)
    #expect(playback.engine.nextEvent == .never)
    playback.tell(.reportPosition)
    #expect(playback.events.last == .positionReported(.milliseconds(2_500)))
    playback.play()
    playback.run()
    #expect(recording.video == (0..<250).map { $0 * 40 })
  }

  @Test("Sound and picture each report one first frame, at zero")
  func firstFrames() {
    let playback = Playback(Media.path("clip.mp4"))
    playback.play()
    playback.run()
    for kind in [TrackKind.audio, .video] {
      #expect(playback.events.filter { $0 == .firstFrame(kind, position: .zero) }.count == 1)
    }
  }

  @Test("A change of picture size is reported when the picture is shown")
  func sizes() throws {
    let playback = Playback(Media.path("clip-sizes.ts"))
    playback.play()
    playback.run()
    var sizes: [String] = []
    for report in playback.reports {
      guard case .naturalSizeChanged(let width, let height) = report.event else { continue }
      sizes.append("\(width)×\(height) at \((report.instant?.microseconds ?? -1) / 100_000)")
    }
    #expect(sizes == ["320×180 at 0", "640×360 at 30"])
  }

  @Test(
    "Truncated media ends where its data ends", arguments: [("cut-short.m4a", 8_100), ("cut-short.ts", 4_100)])
  func cutShort(name: String, end: Int64) throws {
    let playback = Playback(Media.path(name))
    playback.play()
    playback.run()
    #expect(abs(try #require(playback.end) - end) < 300)
    #expect(playback.failure == nil)
  }

  @Test("The buffer is reported as it grows, and as saturated at the end")
  func buffer() {
    let playback = Playback(Media.path("episode.m4a"))
    playback.play()
    playback.run()
    var reports: [(until: MediaTime, isSaturated: Bool)] = []
    for case .buffered(let until, _, let isSaturated) in playback.events { reports.append((until, isSaturated)) }
    #expect(reports.map(\.until) == reports.map(\.until).sorted())
    #expect(reports[1].until <= .seconds(31))
    #expect(reports.last?.until == .milliseconds(91_500))
    #expect(reports.last?.isSaturated == true)
    #expect(reports.count < 20)
  }

  @Test("Subtitles appear and disappear with the playhead")
  func subtitles() {
    let playback = Playback(Media.path("clip-subtitled.mkv"))
    playback.tell(.selectTrack(.subtitle, TrackID(3)))
    #expect(playback.events.contains(.trackSelected(.subtitle, TrackID(3))))
    playback.play()
    playback.run()
    var shown: [String] = []
    for case .subtitleShown(let text) in playback.events { shown.append(playback.library.text(of: text)) }
    #expect(shown.count == 6)
    #expect(shown.indices.allSatisfy { shown[$0].isEmpty == ($0 % 2 == 1) })
    #expect(!shown.contains { $0.contains("{") || $0.contains("Default") })
  }

  @Test("Another audio language starts at the playhead")
  func languages() {
    let recording = Recording()
    let playback = Playback(Media.path("clip-subtitled.mkv"), outputs: [recording.output()])
    playback.play()
    playback.run(until: .seconds(2))
    playback.tell(.selectTrack(.audio, TrackID(2)))
    playback.run()
    #expect(playback.events.contains(.trackSelected(.audio, TrackID(2))))
    #expect(recording.audio == recording.audio.sorted())
    #expect(zip(recording.audio, recording.audio.dropFirst()).allSatisfy { $1 - $0 < 60 })
    #expect(playback.failure == nil)
  }

  @Test("Selecting a rendition that does not exist changes nothing")
  func unknownTrack() {
    let playback = Playback(Media.path("clip.mp4"))
    for track in [TrackID(7), TrackID(.max), TrackID(0)] { playback.tell(.selectTrack(.audio, track)) }
    playback.play()
    playback.run()
    #expect(playback.events.filter { if case .warned = $0 { true } else { false } }.count == 3)
    #expect((9_990...10_030).contains(playback.end ?? 0))
  }

  @Test("Sound continues while video is disabled, and video returns")
  func hiddenVideo() {
    let recording = Recording()
    let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
    playback.play()
    playback.run(until: .seconds(2))
    playback.tell(.setVideoEnabled(false))
    playback.run(until: .seconds(5))
    #expect((1_960...2_000).contains(recording.video.last ?? 0))
    playback.tell(.setVideoEnabled(true))
    playback.run()
    #expect(recording.video.count { $0 > 2_040 && $0 < 4_960 } == 0)
    #expect(recording.video.count { $0 >= 5_000 } == 125)
    #expect(zip(recording.audio, recording.audio.dropFirst()).allSatisfy { $1 - $0 < 60 })
    #expect(!playback.events.contains(.trackSelected(.video, .off)))
  }

  @Test("An old opening plays out its buffer while the next one opens")
  func keptBuffer() {
    let playback = Playback(Media.path("clip.mp4"))
    playback.play()
    playback.run(until: .seconds(1))
    let next = playback.library.item(for: Media.path("episode.m4a"))
    playback.engine.perform(.open(item: next, keepsBuffer: true), epoch: Epoch(2), at: playback.now)
    playback.run()
    #expect((9_990...10_030).contains(playback.end ?? 0))
    #expect(playback.reports.contains { $0.epoch == Epoch(2) && $0.event == .trackSelected(.audio, TrackID(0)) })
    playback.tell(.close)
    #expect(playback.reports.last?.event == .closed)
    #expect(playback.reports.last?.epoch == Epoch(1))
  }

  @Test("Catching up skips what lies before its target")
  func catchUp() {
    let recording = Recording()
    let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
    playback.play()
    playback.run(until: .seconds(1))
    playback.tell(.catchUp(.seconds(6)))
    #expect(playback.events.last == .positionReported(.seconds(6)))
    playback.run()
    #expect(recording.video.count { $0 > 1_000 && $0 < 6_000 } == 0)
    #expect(recording.video.last == 9_960)
    #expect((4_990...5_030).contains(playback.now.microseconds / 1_000))
  }

  /// A seek that the reader takes before it is to break off what it is about would be broken off itself, and be lost.
  @Test("A seek breaks off what the reader is about before the reader can take it")
  func breaksOffFirst() {
    let (state, interrupt) = (Monitor(SessionState(queue: PacketQueue())), Interrupt())
    state.access { $0.traits = SourceTraits(isSeekable: true, isRemote: true) }
    let report = Reporter(
      mailbox: Mailbox(), library: IdentifierTable(), epoch: Epoch(1), interrupt: interrupt, keepsInstants: false)
    let presenter = Presenter(
      SessionParts(
        source: "", state: state, report: report, outputs: OutputSet([], sampleRate: nil), onStill: nil))
    let raised = AtomicInteger(0)
    let count = 500
    let reader = Thread {
      for _ in 0..<count {
        state.wait { $0.seek != nil }
        raised.add(interrupt.isRaised ? 1 : 0)
        interrupt.resume()
        state.change { $0.seek = nil }
      }
    }
    reader.start()
    for serial in 1...count {
      // So that the reader waits by then.
      usleep(300)
      let target = MediaTime.seconds(1)
      presenter.perform(
        .seek(SeekSerial(UInt32(serial)), target: target, toleranceBefore: .zero, toleranceAfter: .zero), at: .zero)
      state.wait { $0.seek == nil }
    }
    #expect(raised.load() == Int64(count))
  }
}
#endif
