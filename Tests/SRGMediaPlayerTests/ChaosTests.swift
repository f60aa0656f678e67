import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

/// Numbers that look random and are the same in every run.
private struct Dice {
  var state: UInt64

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}

/// Presses every button of a controller in any order, even from within its notifications, and counts the answers.
@MainActor
private final class Monkey {
  let harness: Harness
  var dice: Dice
  private var asked = 0
  private(set) var answers: [Int: Int] = [:]
  private var depth = 0
  /// From now on only the test acts.
  var isCaged = false

  init(_ seed: UInt64, _ compatibility: SRGCompatibility) {
    harness = Harness(compatibility)
    dice = Dice(state: seed)
    harness.heard = { [weak self] in self?.interfere() }
  }

  /// Now and then a handler acts.
  private func interfere() {
    guard !isCaged, depth < 2, dice.roll(8) == 0 else { return }
    depth += 1
    act()
    depth -= 1
  }

  private func position() -> SRGPosition? {
    [
      nil, .at(Double(dice.roll(70))), .around(Double(dice.roll(70))), .at(Harness.date.addingTimeInterval(-20)),
      .at(-5),
    ][
      dice.roll(5)]
  }

  private func segments() -> [any SRGSegment]? {
    if dice.roll(5) == 0 { return nil }
    return (0..<dice.roll(5)).map { number in
      let start = Double(dice.roll(60))
      return Harness.segment(
        "\(number)", start, start + Double(dice.roll(20)), isBlocked: dice.roll(3) == 0, isHidden: dice.roll(4) == 0)
    }
  }

  private func answer() -> (Bool) -> Void {
    asked += 1
    let number = asked
    answers[number] = 0
    return { [weak self] _ in self?.answers[number, default: 0] += 1 }
  }

  func act() {
    let controller = harness.controller
    switch dice.roll(20) {
    case 0: controller.playURL(Harness.url, at: position(), withSegments: segments())
    case 1: controller.prepareToPlayURL(Harness.other, at: position(), withSegments: segments()) { self.interfere() }
    case 2:
      let list = segments() ?? []
      controller.playURL(Harness.url, at: dice.roll(5), position: position(), in: list)
    case 3, 4: controller.play()
    case 5: controller.pause()
    case 6: controller.togglePlayPause()
    case 7: if dice.roll(3) == 0 { controller.stop() }
    case 8: if dice.roll(4) == 0 { controller.reset() }
    case 9, 10, 11: controller.seek(to: position(), completionHandler: answer())
    case 12: controller.seek(to: position(), inSegmentAt: dice.roll(4), completionHandler: answer())
    case 13, 14: controller.segments = segments()
    case 15: controller.playbackRate = controller.supportedPlaybackRates[dice.roll(6)]
    case 16: harness.engine.freeze(dice.roll(2) == 0, at: controller.host.now)
    case 17: if dice.roll(6) == 0 { harness.engine.fail(Failure(.io), at: controller.host.now) }
    case 18:
      let kinds: [ScriptedStream.Kind] = [.onDemand, .onDemand, .onDemand, .dvr, .live]
      harness.stream.kind = kinds[dice.roll(5)]
      harness.stream.duration = harness.stream.kind == .onDemand ? .seconds(60) : .unknown
      harness.stream.windowEnd = .seconds(60)
    default: controller.host.report(.interruptionBegan(stopsEngine: false))
    }
  }
}

@MainActor
@Suite("Everything at any time")
struct ChaosTests {
  @Test("states, segments and answers stay consistent in any order", arguments: [SRGCompatibility.documented, .source])
  func books(compatibility: SRGCompatibility) async throws {
    for seed in 1...150 {
      // Lets other tests of the main actor run, which play in real time.
      await Task.yield()
      let monkey = Monkey(UInt64(seed) &* 7_919, compatibility)
      let harness = monkey.harness
      for _ in 0..<60 {
        monkey.act()
        harness.run(Double(monkey.dice.roll(40)) / 10)
      }
      monkey.isCaged = true
      harness.controller.reset()
      harness.run(40)
      #expect(harness.controller.playbackState == .idle, "seed \(seed)")
      try checkStates(harness.notifications, seed)
      try checkSegments(harness.notifications, seed, isComplete: compatibility == .documented)
      let limits = compatibility == .documented ? 1...1 : 0...1
      for (number, count) in monkey.answers where !limits.contains(count) {
        Issue.record("seed \(seed): seek \(number) was answered \(count) times")
      }
      harness.controller.shutDown()
    }
  }

  /// Each state follows from the one before, and none follows itself; loads begin with preparing.
  private func checkStates(_ notifications: [Notification], _ seed: Int) throws {
    var state = SRGMediaPlayerPlaybackState.idle
    for notification in notifications {
      guard let next = notification[.playbackState] else { continue }
      let isRight =
        notification[.previousPlaybackState] == state && next != state
        && (state == .idle) == (next == .preparing)
        && (notification[.selection] == true) == (notification[.selectionReason] != nil)
      #expect(isRight, "seed \(seed): \(state) to \(next)")
      if !isRight { throw CancellationError() }
      state = next
    }
  }

  /// What ends has begun; with `isComplete` what has begun ends.
  private func checkSegments(_ notifications: [Notification], _ seed: Int, isComplete: Bool) throws {
    var current: String?
    var skipped: String?
    for notification in notifications {
      let name = (notification[.segment] as? SRGMediaSegment)?.name
      switch notification.name {
      case .SRGMediaPlayerSegmentDidStart:
        #expect(current == nil && notification[.segment]?.isBlocked == false, "seed \(seed)")
        current = name
      case .SRGMediaPlayerSegmentDidEnd:
        #expect(current != nil, "seed \(seed)")
        current = nil
      case .SRGMediaPlayerWillSkipBlockedSegment:
        #expect(skipped == nil && notification[.segment]?.isBlocked == true, "seed \(seed)")
        skipped = name
      case .SRGMediaPlayerDidSkipBlockedSegment:
        #expect(skipped == name, "seed \(seed)")
        skipped = nil
      case .SRGMediaPlayerPlaybackStateDidChange where notification[.playbackState] == .idle:
        if isComplete { #expect(current == nil && skipped == nil, "seed \(seed)") }
        (current, skipped) = (nil, nil)
      default: break
      }
    }
  }
}
