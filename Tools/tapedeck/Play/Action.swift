import PlayerCore

/// An action during a run, requested by a key or by `--at`.
enum Action: Hashable, Sendable {
  case command(Command)
  case environment(EnvironmentEvent)
  case seek(Place, Tolerance)
  /// Changes the rate by thousandths, within the allowed range.
  case changeRate(Int32)
  case changeVolume(Int32)
  case toggleMuted, toggleLooping
  /// Reloads the content, from another source if given.
  case reload(source: String?, keepsBuffer: Bool)
  /// Takes a picture; by default its file is next to the media.
  case still(file: String?)
  /// Selects the rendition after the current one; after the last subtitles none.
  case nextTrack(TrackKind)
  case chapter(ChapterStep)
  /// Skips to the end of the current segment, or to the next chapter.
  case skipSegment
  /// A language in any code, such as `de`, `deu` or `ger`; empty or `und` for none in particular.
  case preferLanguage(TrackKind, String)

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
    case .command(let command): .command(command)
    case .environment(let event): .environment(event)
    case .seek(let place, let tolerance): seek(place, tolerance, player)
    case .changeRate(let change): .command(.setRate(player.rate.changed(by: change, for: player.configuration)))
    case .changeVolume(let change):
      .command(.setVolume(left: louder(player.volume.left, change), right: louder(player.volume.right, change)))
    case .toggleMuted: .command(.setMuted(!player.isMuted))
    case .toggleLooping: .command(.setLooping(!player.isLooping))
    case .reload(let source, let keepsBuffer):
      .command(
        .reload(
          item: source.map(item) ?? .none, flush: !keepsBuffer, isLocal: source.map(SourceName.isLocal) ?? false))
    case .still: .command(.captureStill)
    case .nextTrack(let kind):
      .impossible(kind == .subtitle ? "there are no subtitles" : "there is no other \(kind) track")
    case .chapter(.next): .impossible("there is no next chapter")
    case .chapter(.previous): .impossible("there are no chapters")
    case .chapter(.number(let number)): .impossible("there is no chapter \(number)")
    case .skipSegment: .impossible("there is nothing to skip here")
    case .preferLanguage(let kind, let language): .command(.setPreferredLanguage(kind, text(language)))
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
