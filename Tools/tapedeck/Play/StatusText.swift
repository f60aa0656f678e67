import PlayerCore

/// A player's state in a few words.
struct StatusText {
  var glyphs = ScreenStyle.Glyphs.unicode

  /// `▶ playing · 2 stalls (1.2 s) · play-through · buffered 12 s`, or as much of this as fits into `columns`.
  func state(_ player: Player, at position: MediaTime, columns: Int = .max) -> String {
    var parts = ["\(symbol(player.state)) \(word(player))"]
    let stalls = player.statistics.stallCount
    if stalls > 0 {
      parts.append("\(stalls) \(stalls == 1 ? "stall" : "stalls") (\(TimeText.length(player.statistics.stallTime)))")
    }
    if let supply = supply(player.supply) { parts.append(supply) }
    if player.bufferedUntil.isKnown, player.bufferedUntil > position {
      parts.append("buffered \(TimeText.length(player.bufferedUntil - position))")
    }
    while parts.count > 1, Printable.width(joined(parts)) > columns { parts.removeLast() }
    return joined(parts)
  }

  private func joined(_ parts: [String]) -> String { parts.joined(separator: glyphs.plain(" · ")) }

  /// `volume 80 % · 1.5× · loop`
  func presentation(_ player: Player) -> String {
    var parts: [String] = []
    if player.isLooping { parts.append("loop") }
    if player.rate != .normal { parts.append("\(ThousandthsText.text(Int64(player.rate.thousandths)))\(glyphs.times)") }
    parts.append(
      player.isMuted ? "muted" : "volume \(NotificationWords.volume(player.volume.left, player.volume.right))")
    return joined(parts)
  }

  /// The times left and right of the bar: elapsed, and remaining and total; for a live stream the distance to the edge.
  static func times(_ player: Player, at position: MediaTime) -> (left: String, right: String) {
    switch player.streamType {
    case .live: return (TimeText.clock(position), "LIVE")
    case .dvr:
      let end = player.seekableRange.upperBound
      guard !player.isLive, end > position else { return (TimeText.clock(position), "LIVE") }
      return (TimeText.clock(position), "-\(TimeText.clock(.zero + (end - position))) LIVE")
    case .unknown: return (TimeText.clock(position), TimeText.clock(.unknown))
    case .onDemand:
      let rest = player.duration - position
      // Rounded up, so that elapsed and remaining add up.
      let seconds = max(0, rest.microseconds / 1_000_000 + (rest.microseconds % 1_000_000 > 0 ? 1 : 0))
      return (TimeText.clock(position), "-\(TimeText.clock(.seconds(seconds))) / \(TimeText.clock(player.duration))")
    }
  }

  /// The range of the bar: the whole media, or the window of a live stream; empty if neither is known.
  static func range(_ player: Player) -> (MediaTime, MediaTime) {
    switch player.streamType {
    case .onDemand: (.zero, player.duration)
    case .dvr: (player.seekableRange.lowerBound, player.seekableRange.upperBound)
    case .live, .unknown: (.zero, .zero)
    }
  }

  private func symbol(_ state: PlaybackState) -> String {
    switch state {
    case .playing: glyphs.playing
    case .paused: glyphs.paused
    case .preparing, .seeking, .stalled: glyphs.waiting
    case .idle, .ended: glyphs.stopped
    }
  }

  private func word(_ player: Player) -> String {
    if player.isInterrupted { return "interrupted" }
    return player.phase == .failed ? "failed" : "\(player.state)"
  }

  private func supply(_ supply: BufferState) -> String? {
    if supply.contains(.stalled) { return "out of data" }
    if supply.contains(.playThrough) { return "play-through" }
    return supply.contains(.playable) ? "playable" : nil
  }
}
