@testable import PlayerCore
import Testing

@Suite("How it looks and sounds")
struct PresentationStories {
  @Test("a volume pair with one value out of range has no effect at all (KSYManual.md#6.3)")
  func volumePairs() {
    var harness = Harness.open()
    for (left, right) in [(1_001, 0), (0, -1), (-1, 1_001), (Int32.max, .min)] as [(Int32, Int32)] {
      let request = harness.ask(.setVolume(left: left, right: right))
      #expect(harness.refusal(of: request) == .outOfRange)
    }
    #expect(harness.player.volume == (1_000, 1_000))
    #expect(harness.commands.isEmpty)
    harness.ask(.setVolume(left: 0, right: 1_000))
    #expect(harness.player.volume == (0, 1_000))
    #expect(harness.commands == [.setVolume(left: 0, right: 1_000, isMuted: false)])
  }

  @Test("the volume can exceed the source if a setting allows it (Contradictions.md#X-20)")
  func amplified() {
    var configuration = Configuration()
    configuration.maximumVolume = .thousandths(2_000)
    var harness = Harness.open(plays: false, configuration)
    harness.ask(.setVolume(left: 2_000, right: 1_500))
    #expect(harness.player.volume == (2_000, 1_500))
    let request = harness.ask(.setVolume(left: 2_001, right: 0))
    #expect(harness.refusal(of: request) == .outOfRange)
  }

  @Test("mute keeps the volume; setting the same value again announces nothing")
  func mute() {
    var harness = Harness.open()
    harness.ask(.setMuted(true))
    #expect(harness.commands == [.setVolume(left: 1_000, right: 1_000, isMuted: true)])
    #expect(harness.notifications == [.mutedChanged(true)])
    harness.forget()
    harness.ask(.setMuted(true))
    harness.ask(.setVolume(left: 1_000, right: 1_000))
    #expect(harness.notifications.isEmpty && harness.commands.isEmpty)
  }

  @Test("rotation is 0, 90, 180 or 270; anything else keeps the current one (KSYManual.md#6.3, Contradictions.md#X-21)")
  func rotation() {
    var harness = Harness.open()
    for degrees in [90, 180, 270, 0] as [Int32] {
      harness.ask(.setRotation(degrees: degrees))
      #expect(harness.player.rotation == degrees)
    }
    harness.ask(.setRotation(degrees: 270))
    for degrees in [-90, 1, 45, 360, .max, .min] as [Int32] {
      let request = harness.ask(.setRotation(degrees: degrees))
      #expect(harness.refusal(of: request) == .outOfRange)
    }
    #expect(harness.player.rotation == 270)
  }

  @Test("scaling is aspect fit until it is changed (KSYManual.md#6.3)")
  func scaling() {
    var harness = Harness.open()
    #expect(harness.player.scalingMode == .aspectFit)
    harness.ask(.setScalingMode(.fill))
    #expect(harness.commands == [.setPresentation(.fill, rotation: 0)])
    #expect(harness.notifications == [.scalingModeChanged(.fill)])
  }

  @Test("every opening receives the settings made before it")
  func openingReceivesSettings() {
    var harness = Harness()
    harness.ask(.setVolume(left: 100, right: 200))
    harness.ask(.setScalingMode(.aspectFill))
    harness.ask(.setRotation(degrees: 90))
    harness.ask(.selectTrack(.audio, .off))
    #expect(harness.commands.isEmpty)
    harness.load(plays: true)
    harness.run()
    #expect(
      harness.commands == [
        .open(item: ItemID(1), keepsBuffer: false), .setVolume(left: 100, right: 200, isMuted: false),
        .setPresentation(.aspectFill, rotation: 90), .selectTrack(.audio, .off), .play(rate: .normal),
      ])
  }

  @Test("a rate out of range is refused; a valid one survives pauses, seeks and loads (SRG.md#1.10)")
  func rate() {
    var harness = Harness.open(plays: true)
    for thousandths in [499, 2_001, 0, -1_000, .max, .min] as [Int32] {
      let request = harness.ask(.setRate(.thousandths(thousandths)))
      #expect(harness.refusal(of: request) == .outOfRange)
    }
    harness.ask(.setRate(.thousandths(1_500)))
    #expect(harness.commands == [.play(rate: .thousandths(1_500))])
    harness.run(seconds: 10)
    #expect(harness.position == .seconds(15))
    harness.ask(.pause)
    harness.forget()
    harness.load(2, plays: true)
    harness.run()
    #expect(harness.commands.last == .play(rate: .thousandths(1_500)))
  }

  @Test("changing the rate never resumes (SRG.md#1.10)")
  func rateWhilePaused() {
    var harness = Harness.open()
    harness.ask(.setRate(.thousandths(2_000)))
    #expect(harness.commands.isEmpty && harness.player.state == .paused)
    #expect(harness.notifications == [.rateChanged(.thousandths(2_000)), .effectiveRateChanged(.thousandths(2_000))])
  }

  @Test("live streams play at normal speed; the requested rate waits for the next media (SRG.md#1.10)")
  func liveRate() {
    var harness = Harness.open(OpenedMedia(duration: .unknown), plays: true)
    harness.ask(.setRate(.thousandths(2_000)))
    #expect(harness.player.rate == .thousandths(2_000) && harness.player.effectiveRate == .normal)
    #expect(harness.commands.isEmpty)
    harness.engine.media = OpenedMedia(duration: .seconds(60))
    harness.load(2, plays: true)
    harness.run()
    #expect(harness.commands.last == .play(rate: .thousandths(2_000)))
  }

  @Test("the natural size is announced when first known and on each change (KSYManual.md#6.10); no picture, no size")
  func naturalSize() {
    var harness = Harness.open(plays: true)
    harness.report(.naturalSizeChanged(width: 640, height: 360))
    harness.report(.naturalSizeChanged(width: 640, height: 360))
    harness.report(.naturalSizeChanged(width: 1_280, height: 720))
    harness.report(.naturalSizeChanged(width: 0, height: -5))
    #expect(
      harness.notifications == [
        .naturalSizeChanged(width: 640, height: 360), .naturalSizeChanged(width: 1_280, height: 720),
      ])
    #expect(harness.oddities == [.unexpected])
    harness.ask(.stop)
    #expect(harness.player.naturalSize == (0, 0))
  }

  @Test("a first frame is announced once per kind and opening, with the time since the open (KSYManual.md#6.10)")
  func firstFrames() {
    var harness = Harness()
    harness.engine.openLatency = .milliseconds(300)
    harness.load(plays: true)
    harness.run(seconds: 1)
    harness.forget()
    harness.report(.firstFrame(.audio, position: .zero))
    harness.report(.firstFrame(.audio, position: .zero))
    harness.run(seconds: 1)
    harness.report(.firstFrame(.video, position: .zero))
    #expect(
      harness.notifications == [.firstFrame(.audio, after: .seconds(1)), .firstFrame(.video, after: .seconds(2))])
    #expect(harness.oddities == [.unexpected])
    #expect(harness.player.statistics.startupTime == .seconds(1))
  }

  @Test("a still completes when the host has it, is superseded by another, cancelled by stop, refused without media")
  func stills() {
    var harness = Harness()
    let early = harness.ask(.captureStill)
    #expect(harness.refusal(of: early) == .notPrepared)
    harness.load()
    harness.run()
    let first = harness.ask(.captureStill)
    let second = harness.ask(.captureStill)
    #expect(harness.answers(to: first) == [.superseded])
    harness.run()
    #expect(harness.answers(to: second) == [.done])
    #expect(harness.oddities == [.staleSerial], "the answer to the first")
    let third = harness.ask(.captureStill)
    harness.ask(.stop)
    #expect(harness.answers(to: third) == [.cancelled])
  }

  @Test("renditions are selected by number, off or automatic; numbers are discarded with their media")
  func tracks() {
    var harness = Harness.open()
    harness.ask(.selectTrack(.audio, TrackID(2)))
    #expect(harness.commands == [.selectTrack(.audio, TrackID(2))])
    harness.report(.trackSelected(.audio, TrackID(2)))
    #expect(harness.player.selectedTrack(.audio) == TrackID(2))
    let invalid = harness.ask(.selectTrack(.audio, TrackID(-3)))
    #expect(harness.refusal(of: invalid) == .unknownSubject)
    harness.forget()
    harness.ask(.reload(item: .none, flush: true))
    harness.run()
    #expect(harness.commands.contains(.selectTrack(.audio, TrackID(2))))
    harness.forget()
    harness.load(2)
    harness.run()
    #expect(!harness.commands.contains { if case .selectTrack = $0 { true } else { false } })
  }
}
