@testable import PlayerCore
import Testing

@Suite("How it looks and sounds")
struct PresentationStories {
  @Test("a volume pair with one value outside is ineffective as a whole (KSYManual.md#6.3)")
  func volumePairs() {
    var stage = Stage.open()
    for (left, right) in [(1_001, 0), (0, -1), (-1, 1_001), (Int32.max, .min)] as [(Int32, Int32)] {
      let request = stage.ask(.setVolume(left: left, right: right))
      #expect(stage.refusal(of: request) == .outOfRange)
    }
    #expect(stage.player.volume == (1_000, 1_000))
    #expect(stage.commands.isEmpty)
    stage.ask(.setVolume(left: 0, right: 1_000))
    #expect(stage.player.volume == (0, 1_000))
    #expect(stage.commands == [.setVolume(left: 0, right: 1_000, isMuted: false)])
  }

  @Test("louder than the source when a setting allows it (Contradictions.md#X-20)")
  func amplified() {
    var configuration = Configuration()
    configuration.maximumVolume = .thousandths(2_000)
    var stage = Stage.open(plays: false, configuration)
    stage.ask(.setVolume(left: 2_000, right: 1_500))
    #expect(stage.player.volume == (2_000, 1_500))
    let request = stage.ask(.setVolume(left: 2_001, right: 0))
    #expect(stage.refusal(of: request) == .outOfRange)
  }

  @Test("mute leaves the volume, and the same again says nothing")
  func mute() {
    var stage = Stage.open()
    stage.ask(.setMuted(true))
    #expect(stage.commands == [.setVolume(left: 1_000, right: 1_000, isMuted: true)])
    #expect(stage.notifications == [.mutedChanged(true)])
    stage.forget()
    stage.ask(.setMuted(true))
    stage.ask(.setVolume(left: 1_000, right: 1_000))
    #expect(stage.notifications.isEmpty && stage.commands.isEmpty)
  }

  @Test("rotation is 0, 90, 180 or 270; anything else leaves what was set (KSYManual.md#6.3, Contradictions.md#X-21)")
  func rotation() {
    var stage = Stage.open()
    for degrees in [90, 180, 270, 0] as [Int32] {
      stage.ask(.setRotation(degrees: degrees))
      #expect(stage.player.rotation == degrees)
    }
    stage.ask(.setRotation(degrees: 270))
    for degrees in [-90, 1, 45, 360, .max, .min] as [Int32] {
      let request = stage.ask(.setRotation(degrees: degrees))
      #expect(stage.refusal(of: request) == .outOfRange)
    }
    #expect(stage.player.rotation == 270)
  }

  @Test("scaling is aspect fit until it is changed (KSYManual.md#6.3)")
  func scaling() {
    var stage = Stage.open()
    #expect(stage.player.scalingMode == .aspectFit)
    stage.ask(.setScalingMode(.fill))
    #expect(stage.commands == [.setPresentation(.fill, rotation: 0)])
    #expect(stage.notifications == [.scalingModeChanged(.fill)])
  }

  @Test("what was set before is told to every opening")
  func toldToOpenings() {
    var stage = Stage()
    stage.ask(.setVolume(left: 100, right: 200))
    stage.ask(.setScalingMode(.aspectFill))
    stage.ask(.setRotation(degrees: 90))
    stage.ask(.selectTrack(.audio, .off))
    #expect(stage.commands.isEmpty)
    stage.load(plays: true)
    stage.run()
    #expect(
      stage.commands == [
        .open(item: ItemID(1), keepsBuffer: false), .setVolume(left: 100, right: 200, isMuted: false),
        .setPresentation(.aspectFill, rotation: 90), .selectTrack(.audio, .off), .play(rate: .normal),
      ])
  }

  @Test("a rate outside the range is refused; one inside holds through pauses, seeks and loads (SRG.md#1.10)")
  func rate() {
    var stage = Stage.open(plays: true)
    for thousandths in [499, 2_001, 0, -1_000, .max, .min] as [Int32] {
      let request = stage.ask(.setRate(.thousandths(thousandths)))
      #expect(stage.refusal(of: request) == .outOfRange)
    }
    stage.ask(.setRate(.thousandths(1_500)))
    #expect(stage.commands == [.play(rate: .thousandths(1_500))])
    stage.run(seconds: 10)
    #expect(stage.position == .seconds(15))
    stage.ask(.pause)
    stage.forget()
    stage.load(2, plays: true)
    stage.run()
    #expect(stage.commands.last == .play(rate: .thousandths(1_500)))
  }

  @Test("changing the rate never resumes (SRG.md#1.10)")
  func rateWhilePaused() {
    var stage = Stage.open()
    stage.ask(.setRate(.thousandths(2_000)))
    #expect(stage.commands.isEmpty && stage.player.state == .paused)
    #expect(stage.notifications == [.rateChanged(.thousandths(2_000)), .effectiveRateChanged(.thousandths(2_000))])
  }

  @Test("live streams run at normal speed, and the wish waits for the next media (SRG.md#1.10)")
  func liveRate() {
    var stage = Stage.open(OpenedMedia(duration: .unknown), plays: true)
    stage.ask(.setRate(.thousandths(2_000)))
    #expect(stage.player.rate == .thousandths(2_000) && stage.player.effectiveRate == .normal)
    #expect(stage.commands.isEmpty)
    stage.engine.media = OpenedMedia(duration: .seconds(60))
    stage.load(2, plays: true)
    stage.run()
    #expect(stage.commands.last == .play(rate: .thousandths(2_000)))
  }

  @Test("natural size: announced when first known and whenever it changes (KSYManual.md#6.10); no picture has no size")
  func naturalSize() {
    var stage = Stage.open(plays: true)
    stage.report(.naturalSizeChanged(width: 640, height: 360))
    stage.report(.naturalSizeChanged(width: 640, height: 360))
    stage.report(.naturalSizeChanged(width: 1_280, height: 720))
    stage.report(.naturalSizeChanged(width: 0, height: -5))
    #expect(
      stage.notifications == [
        .naturalSizeChanged(width: 640, height: 360), .naturalSizeChanged(width: 1_280, height: 720),
      ])
    #expect(stage.oddities == [.unexpected])
    stage.ask(.stop)
    #expect(stage.player.naturalSize == (0, 0))
  }

  @Test("first frames: once for each kind and opening, with the time since the open (KSYManual.md#6.10)")
  func firstFrames() {
    var stage = Stage()
    stage.engine.openLatency = .milliseconds(300)
    stage.load(plays: true)
    stage.run(seconds: 1)
    stage.forget()
    stage.report(.firstFrame(.audio, position: .zero))
    stage.report(.firstFrame(.audio, position: .zero))
    stage.run(seconds: 1)
    stage.report(.firstFrame(.video, position: .zero))
    #expect(
      stage.notifications == [.firstFrame(.audio, after: .seconds(1)), .firstFrame(.video, after: .seconds(2))])
    #expect(stage.oddities == [.unexpected])
    #expect(stage.player.statistics.startupTime == .seconds(1))
  }

  @Test("a still is done when the host has it, superseded by another, cancelled by stop, refused without media")
  func stills() {
    var stage = Stage()
    let early = stage.ask(.captureStill)
    #expect(stage.refusal(of: early) == .notPrepared)
    stage.load()
    stage.run()
    let first = stage.ask(.captureStill)
    let second = stage.ask(.captureStill)
    #expect(stage.answers(to: first) == [.superseded])
    stage.run()
    #expect(stage.answers(to: second) == [.done])
    #expect(stage.oddities == [.staleSerial], "the answer to the first")
    let third = stage.ask(.captureStill)
    stage.ask(.stop)
    #expect(stage.answers(to: third) == [.cancelled])
  }

  @Test("renditions are chosen by number, off or automatic; numbers are forgotten with the media they belong to")
  func tracks() {
    var stage = Stage.open()
    stage.ask(.selectTrack(.audio, TrackID(2)))
    #expect(stage.commands == [.selectTrack(.audio, TrackID(2))])
    stage.report(.trackSelected(.audio, TrackID(2)))
    #expect(stage.player.selectedTrack(.audio) == TrackID(2))
    let invalid = stage.ask(.selectTrack(.audio, TrackID(-3)))
    #expect(stage.refusal(of: invalid) == .unknownSubject)
    stage.forget()
    stage.ask(.reload(item: .none, flush: true))
    stage.run()
    #expect(stage.commands.contains(.selectTrack(.audio, TrackID(2))))
    stage.forget()
    stage.load(2)
    stage.run()
    #expect(!stage.commands.contains { if case .selectTrack = $0 { true } else { false } })
  }
}
