import PlayerCore
import PlayerRuntime

// The texts of the screen, in the order of its lines.

extension PlayerScreen {
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

  /// `▶ playing · 2 stalls (1.2 s) · play-through · buffered 12 s`, or as much of this as fits into `columns`.
  func state(_ content: Content, columns: Int) -> String {
    let player = content.player
    var parts = ["\(symbol(player.state)) \(word(player))"]
    let stalls = player.statistics.stallCount
    if stalls > 0 {
      parts.append("\(stalls) \(stalls == 1 ? "stall" : "stalls") (\(TimeText.length(player.statistics.stallTime)))")
    }
    if let supply = words(player.supply) { parts.append(supply) }
    if player.bufferedUntil.isKnown, player.bufferedUntil > content.position {
      parts.append("buffered \(TimeText.length(player.bufferedUntil - content.position))")
    }
    return joined(parts, columns)
  }

  /// `volume 80 % · 1.5× · loop`
  func presentation(_ player: Player) -> String {
    var parts: [String] = []
    if player.isLooping { parts.append("loop") }
    if player.rate != .normal {
      parts.append("\(ThousandthsText.text(Int64(player.rate.thousandths)))\(style.glyphs.times)")
    }
    parts.append(
      player.isMuted ? "muted" : "volume \(NotificationWords.volume(player.volume.left, player.volume.right))")
    return joined(parts, .max)
  }

  private func symbol(_ state: PlaybackState) -> String {
    switch state {
    case .playing: style.glyphs.playing
    case .paused: style.glyphs.paused
    case .preparing, .seeking, .stalled: style.glyphs.waiting
    case .idle, .ended: style.glyphs.stopped
    }
  }

  private func word(_ player: Player) -> String {
    if player.isInterrupted { return "interrupted" }
    return player.phase == .failed ? "failed" : "\(player.state)"
  }

  private func words(_ supply: BufferState) -> String? {
    if supply.contains(.stalled) { return "out of data" }
    if supply.contains(.playThrough) { return "play-through" }
    return supply.contains(.playable) ? "playable" : nil
  }

  /// The place of the playhead in words, and what follows: `Talk (2 of 3)   skips 'Advert' in 0:12`.
  func place(_ content: Content) -> String {
    let (current, next) = (chapter(content), upcoming(content))
    let room = columns - Printable.width(current) - Printable.width(next)
    // The upcoming part is omitted before the current chapter is shortened.
    guard !next.isEmpty, room >= 2 else { return fit(current.isEmpty ? next : current, columns) }
    return current + String(repeating: " ", count: room) + next
  }

  private func chapter(_ content: Content) -> String {
    let marks = ChapterMarks(content)
    guard let index = marks.index(at: content.position) else { return "" }
    let number = "(\(index + 1) of \(marks.list.count))"
    return style.glyphs.plain("\(marks.list[index].title) \(number)")
  }

  /// The next skip, or the next chapter if that is nearer.
  private func upcoming(_ content: Content) -> String {
    let skip =
      content.segments.filter { $0.segment.isBlocked && $0.segment.start > content.position }
      .min { $0.segment.start < $1.segment.start }
    let chapter = ChapterMarks(content).list.first { $0.start > content.position }
    // Chapters of a live stream, or of media whose end is not known yet, may lie beyond the end.
    let end = Self.range(content.player).1
    func distance(_ time: MediaTime) -> String { TimeText.clock(.zero + (time - content.position)) }
    func isAhead(_ time: MediaTime?) -> Bool { time.map { $0 < end } ?? false }
    if let skip, isAhead(skip.segment.start), chapter.map({ skip.segment.start <= $0.start }) ?? true {
      let name = skip.segment.name.isEmpty ? "" : "'\(Printable.text(skip.segment.name))' "
      let what = content.player.seekableRange.isEmpty ? "cannot skip" : "skips"
      return style.glyphs.plain("\(what) \(name)in \(distance(skip.segment.start))")
    }
    guard let chapter, isAhead(chapter.start), !chapter.title.isEmpty else { return "" }
    return style.glyphs.plain("'\(chapter.title)' in \(distance(chapter.start))")
  }

  /// Information about the data supply: the place in a live window, the lag, the network, the rate, the amount. As many
  /// of the parts as fit, the most important first.
  func supply(_ content: Content) -> String {
    var parts = Self.live(content)
    if content.transfer.bitsPerSecond > 0 { parts.append(AmountText.bitRate(content.transfer.bitsPerSecond)) }
    if content.player.network != .unknown { parts.append("network: \(content.player.network)") }
    if content.transfer.bytes > 0 { parts.append("\(AmountText.bytes(content.transfer.bytes)) read") }
    return fit(joined(parts, columns), columns)
  }

  /// `0:25 behind live`, `0:35 into a window of 1:00`.
  private static func live(_ content: Content) -> [String] {
    let player = content.player
    switch player.streamType {
    case .unknown, .onDemand: return []
    case .live: return ["at the live edge"]
    case .dvr:
      let window = player.seekableRange
      guard !window.isEmpty else { return [player.isLive ? "at the live edge" : "behind the live edge"] }
      let position = content.position.clamped(from: window.lowerBound, to: window.upperBound)
      func clock(_ span: TimeSpan) -> String { TimeText.clock(.zero + span) }
      return [
        "\(clock(window.upperBound - position)) behind live" + (player.isLive ? ", at the edge" : ""),
        "\(clock(position - window.lowerBound)) into a window of \(clock(window.upperBound - window.lowerBound))",
      ]
    }
  }

  /// As many parts as fit, at least the first.
  private func joined(_ parts: [String], _ columns: Int) -> String {
    let separator = style.glyphs.plain(" · ")
    var parts = parts
    while parts.count > 1, Printable.width(parts.joined(separator: separator)) > columns { parts.removeLast() }
    return parts.joined(separator: separator)
  }
}
