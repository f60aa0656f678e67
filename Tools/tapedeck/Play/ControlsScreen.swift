import ArgumentParser
import PlayerCore
import PlayerRuntime
import SRGMediaPlayer

/// The controls that the terminal player shows, as given by `--controls`.
enum ControlsArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The program's own controls.
  case plain
  /// The overlays of SRGMediaPlayer: button, indicator, sliders, timeline, tracks and volume.
  case srg
}

/// The terminal player with the overlays of SRGMediaPlayer, as lines of a given width: a pure function.
struct ControlsScreen {
  /// Content that the plain screen does not need.
  struct Additions {
    var audioTracks: [SRGMediaTrack] = []
    var subtitleTracks: [SRGMediaTrack] = []
    /// The subtitle that is shown; empty when there is none.
    var subtitle = ""
    /// How often the screen was drawn, which advances the spinner.
    var frame = 0

    mutating func forget() { self = Additions(frame: frame) }

    /// Adds a found rendition.
    mutating func add(
      _ kind: TrackKind, _ number: TrackID, language: String, title: String, isForced: Bool = false
    ) {
      func track(_ kind: SRGMediaTrack.Kind) -> SRGMediaTrack {
        SRGMediaTrack(
          kind: kind, number: Int(number.rawValue), language: language.isEmpty ? nil : language, title: title,
          isForced: isForced)
      }
      switch kind {
      case .audio: audioTracks.append(track(.audio))
      case .subtitle: subtitleTracks.append(track(.subtitle))
      case .video: break
      }
    }
  }

  var columns: Int
  var rows: Int
  var style: ScreenStyle

  /// At most ``rows`` lines of at most ``columns`` columns, the most important first.
  func lines(_ content: PlayerScreen.Content, _ additions: Additions) -> [String] {
    let state = overlay(content, additions)
    var lines = [transport(state, additions.frame)]
    if rows > 2 { lines.insert(title(content), at: 0) }
    let timeline = SRGTimelineView(state)
    if !timeline.cells.isEmpty { lines.append(marks(state)) }
    lines.append(sound(state, content.player))
    let bottom = foot(content, additions, rows - lines.count)
    let cells = timeline.text(width: columns, rows: max(0, rows - lines.count - bottom.count)).map { plain($0) }
    let current = visibleRow(timeline, cells.count)
    lines += cells.enumerated().map { $0.offset == current ? $0.element : style.dim($0.element) }
    lines += [String](repeating: "", count: max(0, rows - lines.count - bottom.count))
    return Array((lines + bottom).prefix(max(1, rows)))
  }

  /// The places of the button and of the time slider's track, for the mouse.
  func layout(_ content: PlayerScreen.Content, _ additions: Additions) -> PlayerScreen.Layout {
    var layout = PlayerScreen.Layout(lines: lines(content, additions))
    let row = rows > 2 ? 1 : 0
    let track = SRGTimeSlider(overlay(content, additions)).trackColumns(width: columns - Self.buttons)
    layout.state = PlayerScreen.Layout.Place(row: row, columns: 0..<Self.buttons)
    if !track.isEmpty {
      layout.bar = PlayerScreen.Layout.Place(
        row: row, columns: track.lowerBound + Self.buttons..<track.upperBound + Self.buttons)
    }
    return layout
  }

  private func title(_ content: PlayerScreen.Content) -> String {
    let mark = content.isRecording ? style.glyphs.recording : ""
    let room = columns - Printable.width(mark) - (mark.isEmpty ? 0 : 1)
    guard room > 0 else { return style.alert(fit(mark)) }
    let title = Printable.fitted(
      content.title.isEmpty ? content.source : content.title, room, ellipsis: style.glyphs.ellipsis)
    if mark.isEmpty { return style.bold(title) }
    return style.bold(title) + String(repeating: " ", count: room - Printable.width(title) + 1) + style.alert(mark)
  }

  /// Below everything: the subtitle, in the middle, and the last message or the keys.
  private func foot(_ content: PlayerScreen.Content, _ additions: Additions, _ room: Int) -> [String] {
    let hint = style.glyphs.plain(KeyHelp(content.keys).hint)
    let last = content.message.isEmpty ? style.dim(fit(hint)) : fit(style.glyphs.plain(content.message))
    guard !additions.subtitle.isEmpty, room > 1 else { return [last] }
    let subtitle = fit(style.glyphs.plain(additions.subtitle))
    return [String(repeating: " ", count: max(0, columns - Printable.width(subtitle)) / 2) + subtitle, last]
  }

  /// `⏸ ⠋ 00:42 ━━━●──┄┄┄ -03:18`
  private func transport(_ state: SRGOverlayState, _ frame: Int) -> String {
    let button = SRGPlaybackButton(state).text
    let indicator = SRGPlaybackActivityIndicator(state).text(frame: frame)
    return plain("\(button) \(indicator) " + SRGTimeSlider(state).text(width: columns - Self.buttons))
  }

  /// The timeline slider, its track below that of the time slider.
  private func marks(_ state: SRGOverlayState) -> String {
    let track = SRGTimeSlider(state).trackColumns(width: columns - Self.buttons)
    let margin = String(repeating: " ", count: Self.buttons + track.lowerBound)
    return plain(margin + SRGTimelineSlider(state).text(width: track.count))
  }

  /// The volume, the tracks if there is a choice, and unusual settings.
  private func sound(_ state: SRGOverlayState, _ player: Player) -> String {
    var parts = [SRGVolumeView(state).text(width: columns < 60 ? 9 : 16)]
    parts.append(player.isMuted ? "muted" : NotificationWords.volume(player.volume.left, player.volume.right))
    let tracks = SRGTracksButton(state).text(width: columns)
    if !tracks.isEmpty { parts.append(Printable.text(tracks)) }
    if player.rate != .normal { parts.append("\(ThousandthsText.text(Int64(player.rate.thousandths)))×") }
    if player.isLooping { parts.append("loop") }
    return style.dim(plain(parts.joined(separator: "  ")))
  }

  /// The number of columns of the button and the indicator.
  private static let buttons = 4

  /// The line of the current segment among the visible ones.
  private func visibleRow(_ timeline: SRGTimelineView, _ rows: Int) -> Int? {
    guard let current = timeline.currentCell else { return nil }
    return current - max(0, min(current - rows / 2, timeline.cells.count - rows))
  }

  private func overlay(_ content: PlayerScreen.Content, _ additions: Additions) -> SRGOverlayState {
    var state = SRGOverlayState(content.player, position: content.position)
    let visible = content.segments.filter { !$0.segment.isHidden && !$0.segment.name.isEmpty }
    if visible.isEmpty {
      state.segments = chapters(content)
      state.currentSegment = state.segments.lastIndex { $0.range.contains(state.time) }
    } else {
      state.segments = visible.enumerated().map { index, staged in
        segment(
          index, staged.ranges.first?.lowerBound, staged.ranges.last?.upperBound, staged.segment.name,
          isBlocked: staged.segment.isBlocked)
      }
      state.currentSegment = visible.firstIndex { $0.id == content.player.currentSegment }
    }
    state.audioTracks = additions.audioTracks
    state.subtitleTracks = additions.subtitleTracks
    state.audioTrack = playing(.audio, additions.audioTracks, content.player)
    state.subtitleTrack = playing(.subtitle, additions.subtitleTracks, content.player)
    return state
  }

  private func playing(_ kind: TrackKind, _ tracks: [SRGMediaTrack], _ player: Player) -> SRGMediaTrack? {
    tracks.first { $0.number == Int(player.selectedTrack(kind).rawValue) }
  }

  /// Chapters replace segments if there are none: each lasts until the next.
  private func chapters(_ content: PlayerScreen.Content) -> [SRGOverlayState.Segment] {
    content.chapters.enumerated().map { index, chapter in
      let next = content.chapters.dropFirst(index + 1).first?.start ?? content.player.duration
      return segment(index, chapter.start, next, chapter.title, isBlocked: false)
    }
  }

  private func segment(
    _ index: Int, _ start: MediaTime?, _ end: MediaTime?, _ name: String, isBlocked: Bool
  ) -> SRGOverlayState.Segment {
    func seconds(_ time: MediaTime?) -> Double { time.map { $0.isKnown ? Double($0.microseconds) / 1e6 : 0 } ?? 0 }
    let range = SRGTimeRange(start: seconds(start), end: seconds(end))
    return SRGOverlayState.Segment(index: index, range: range, name: Printable.text(name), isBlocked: isBlocked)
  }

  private func fit(_ text: String) -> String {
    Printable.fitted(text, columns, ellipsis: style.glyphs.ellipsis)
  }

  private static let ascii: [Character: Character] = [
    "▶": ">", "⏸": "=", "●": "#", "○": "o", "━": "=", "─": "-", "┄": ".", "┃": "|", "╳": "x", "░": "x", "▸": ">",
    "▮": "#", "▯": ".", "◖": "<", "×": "x", "♪": "A", "▤": "T", "…": "~",
  ]

  /// Fitted to the screen, and without characters that the terminal may not have.
  private func plain(_ text: String) -> String {
    let text = fit(text)
    guard style.glyphs.isASCII else { return text }
    return String(text.map { Self.ascii[$0] ?? ($0.isASCII ? $0 : "*") })
  }
}
