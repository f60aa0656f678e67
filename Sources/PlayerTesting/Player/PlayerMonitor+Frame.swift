import PlayerCore

/// Parts of what a player shows that only few kinds of input are about: the user's, the app's and the surroundings'.
struct Frame: OptionSet {
  var rawValue: UInt16

  /// From holding to playing, and from playing to holding.
  static let starts = Frame(rawValue: 1 << 0)
  static let holds = Frame(rawValue: 1 << 1)
  static let rate = Frame(rawValue: 1 << 2)
  static let volume = Frame(rawValue: 1 << 3)
  static let mute = Frame(rawValue: 1 << 4)
  static let looping = Frame(rawValue: 1 << 5)
  static let scaling = Frame(rawValue: 1 << 6)
  static let rotation = Frame(rawValue: 1 << 7)
  static let item = Frame(rawValue: 1 << 8)
  static let network = Frame(rawValue: 1 << 9)
  static let interruption = Frame(rawValue: 1 << 10)
  static let background = Frame(rawValue: 1 << 11)
  static let externalPlayback = Frame(rawValue: 1 << 12)
  static let pictureInPicture = Frame(rawValue: 1 << 13)

  static let intent: Frame = [.starts, .holds]

  /// What an input may change, by its kind. Everything else is as before, but for what ``Policies`` allow at any time.
  static func about(_ code: UInt16) -> Frame {
    switch code {
    case Kind.load: [.intent, .item, .interruption]
    case Kind.prepare: .starts
    case Kind.play, Kind.toggle, Kind.remoteControl, Kind.restart: [.intent, .interruption]
    case Kind.pause: [.holds, .interruption]
    case Kind.stop: .holds
    case Kind.reset: [.holds, .item]
    case Kind.reload: .item
    case Kind.setRate: .rate
    case Kind.setVolume: .volume
    case Kind.setMuted: .mute
    case Kind.setLooping: .looping
    case Kind.setScalingMode: .scaling
    case Kind.setRotation: .rotation
    case Kind.networkChanged: .network
    case Kind.interruptionBegan: .interruption
    case Kind.interruptionEnded, Kind.routeChanged: [.holds, .interruption]
    case Kind.enteredBackground: .background
    case Kind.enteredForeground: [.holds, .background, .interruption]
    case Kind.externalPlaybackChanged: .externalPlayback
    case Kind.pictureInPictureChanged: .pictureInPicture
    default: []
    }
  }
}

extension PlayerMonitor {
  /// The frame law: an input changes what it is about, and leaves the rest. Other laws say that it changes it, and to what.
  @inline(__always)
  mutating func checkFrame(_ code: UInt16) {
    let changes = changedFrame
    if !changes.isEmpty { checkFrame(code, changes) }
  }

  @inline(never)
  private mutating func checkFrame(_ code: UInt16, _ changes: Frame) {
    var allowed = Frame.about(code)
    if mayEndWish { allowed.insert(.holds) }
    if policies.emptiesOnFailure, said.hasFailed, facts.shown.item.isNone { allowed.insert(.item) }
    // Media that becomes ready may end an interruption.
    if endsInterruption { allowed.insert(.interruption) }
    if code == Kind.prepare, !policies.autoplays { allowed.remove(.starts) }
    if code == Kind.play, !policies.playMayHold { allowed.remove(.holds) }
    expect(allowed.isSuperset(of: changes), .changedAlongside)
  }

  private var endsInterruption: Bool {
    policies.readinessEndsInterruption && before.shown.isInterrupted
      && facts.shown.preparedCount != before.shown.preparedCount
  }

  /// Whether a rule beside the app may end the wish to play: after a failure, at the end, or where an interruption that
  /// was too long is over.
  var mayEndWish: Bool {
    if said.schedulesRetry { return !policies.retryKeepsIntent || policies.openFailureHolds }
    if said.hasFailed {
      return policies.openFailureHolds || policies.emptiesOnFailure && !policies.stopKeepsIntent
    }
    return said.hasEnded && policies.endClearsIntent || endsInterruption
  }

  /// What is not as it was before the input.
  @inline(__always)
  private var changedFrame: Frame {
    var changes = Frame()
    if before.shown.wantsPlay != facts.shown.wantsPlay { changes.insert(facts.shown.wantsPlay ? .starts : .holds) }
    if before.shown.rate != facts.shown.rate { changes.insert(.rate) }
    if before.shown.left != facts.shown.left || before.shown.right != facts.shown.right { changes.insert(.volume) }
    if before.shown.isMuted != facts.shown.isMuted { changes.insert(.mute) }
    if before.shown.isLooping != facts.shown.isLooping { changes.insert(.looping) }
    if before.shown.scalingMode != facts.shown.scalingMode { changes.insert(.scaling) }
    if before.shown.rotation != facts.shown.rotation { changes.insert(.rotation) }
    if before.shown.item != facts.shown.item { changes.insert(.item) }
    if before.shown.network != facts.shown.network { changes.insert(.network) }
    if before.shown.isInterrupted != facts.shown.isInterrupted { changes.insert(.interruption) }
    if before.shown.isInBackground != facts.shown.isInBackground { changes.insert(.background) }
    if before.shown.isPlayingExternally != facts.shown.isPlayingExternally { changes.insert(.externalPlayback) }
    if before.shown.isInPicture != facts.shown.isInPicture { changes.insert(.pictureInPicture) }
    return changes
  }
}
