import PlayerCore

/// An action during a run, requested by a key or by `--at`.
enum Action: Hashable, Sendable {
  case play, pause, toggle, stop, prepare, retry
  case seek(Place, Tolerance)
  case setRate(Rate)
  /// Changes the rate by thousandths, within the allowed range.
  case changeRate(Int32)
  case setVolume(left: Int32, right: Int32)
  case changeVolume(Int32)
  case setMuted(Bool), toggleMuted
  case setLooping(Bool), toggleLooping
  /// Reloads the content, from another source if given.
  case reload(source: String?, keepsBuffer: Bool)
  /// Takes a picture; by default its file is next to the media.
  case still(file: String?)
  case setScalingMode(ScalingMode)
  case setRotation(degrees: Int32)
  case selectTrack(TrackKind, TrackID)
  /// Selects the rendition after the current one; after the last subtitles none.
  case nextTrack(TrackKind)
  case chapter(ChapterStep)
  /// Skips to the end of the current segment, or to the next chapter.
  case skipSegment
  /// A language in any code, such as `de`, `deu` or `ger`; empty or `und` for none in particular.
  case preferLanguage(TrackKind, String)
  case set(SettingArgument)
  case environment(EnvironmentEvent)
  /// A command, unchanged.
  case command(Command)

  /// The chapter to seek to.
  enum ChapterStep: Hashable, Sendable {
    case next, previous
    /// From 1.
    case number(Int)
  }

  /// How far a seek may land from its target.
  enum Tolerance: String, CaseIterable, Sendable {
    case exact, around, before, after
  }
}

extension Action {
  /// Whether it takes a picture, which is possible even after the media has ended.
  var isStill: Bool { if case .still = self { true } else { false } }

  /// The result of an action in the current state.
  enum Order: Hashable, Sendable {
    case command(Command)
    case environment(EnvironmentEvent)
    /// It cannot be expressed as a command; the reason.
    case impossible(String)
  }

  /// `item` and `text` return the numbers of a source and a text.
  func order(for player: Player, item: (String) -> ItemID, text: (String) -> TextID) -> Order {
    switch self {
    case .play: .command(.play)
    case .pause: .command(.pause)
    case .toggle: .command(.toggle)
    case .stop: .command(.stop)
    case .prepare: .command(.prepare)
    case .retry: .command(.retry)
    case .seek(let place, let tolerance): seek(place, tolerance, player)
    case .setRate(let rate): .command(.setRate(rate))
    case .changeRate(let change): .command(.setRate(player.rate.changed(by: change, for: player.configuration)))
    case .setVolume(let left, let right): .command(.setVolume(left: left, right: right))
    case .changeVolume(let change):
      .command(.setVolume(left: louder(player.volume.left, change), right: louder(player.volume.right, change)))
    case .setMuted(let isMuted): .command(.setMuted(isMuted))
    case .toggleMuted: .command(.setMuted(!player.isMuted))
    case .setLooping(let isLooping): .command(.setLooping(isLooping))
    case .toggleLooping: .command(.setLooping(!player.isLooping))
    case .reload(let source, let keepsBuffer):
      .command(
        .reload(
          item: source.map(item) ?? .none, flush: !keepsBuffer, isLocal: source.map(SourceName.isLocal) ?? false))
    case .still: .command(.captureStill)
    case .setScalingMode(let mode): .command(.setScalingMode(mode))
    case .setRotation(let degrees): .command(.setRotation(degrees: degrees))
    case .selectTrack(let kind, let track): .command(.selectTrack(kind, track))
    case .nextTrack(let kind):
      .impossible(kind == .subtitle ? "there are no subtitles" : "there is no other \(kind) track")
    case .chapter(.next): .impossible("there is no next chapter")
    case .chapter(.previous): .impossible("there are no chapters")
    case .chapter(.number(let number)): .impossible("there is no chapter \(number)")
    case .skipSegment: .impossible("there is nothing to skip here")
    case .preferLanguage(let kind, let language): .command(.setPreferredLanguage(kind, text(language)))
    case .set(let argument): .command(.set(argument.setting, argument.value))
    case .environment(let event): .environment(event)
    case .command(let command): .command(command)
    }
  }

  private func seek(_ place: Place, _ tolerance: Tolerance, _ player: Player) -> Order {
    let window = player.streamType == .dvr ? player.seekableRange : nil
    let whole = player.duration > .zero ? .zero..<player.duration : nil
    guard let position = place.position(in: window ?? whole) else {
      return .impossible("a part of the duration needs media whose duration is known")
    }
    switch tolerance {
    case .exact: return .command(.seek(position))
    case .around: return .command(.seek(position.within(before: .never, after: .never)))
    case .before: return .command(.seek(position.within(before: .never, after: .zero)))
    case .after: return .command(.seek(position.within(before: .zero, after: .never)))
    }
  }

  private func louder(_ volume: Int32, _ change: Int32) -> Int32 { max(0, min(1_000, volume + change)) }
}

extension Rate {
  /// The rate changed by `change` thousandths, as far as the configuration allows.
  fileprivate func changed(by change: Int32, for configuration: Configuration) -> Rate {
    let wanted = Int64(thousandths) + Int64(change)
    return max(configuration.minimumRate, min(Rate(thousandths: Int32(clamping: wanted)), configuration.maximumRate))
  }
}
