import Foundation
import PlayerCore
import PlayerRuntime
import SRGMediaPlayer

/// The terminal player: the whole state of a run on one screen.
final class TerminalView: RunView {
  private let terminal: Terminal
  private let summary: StandardStream
  private let library: IdentifierTable
  private var text: EventText
  private let style = ScreenStyle(environment: ProcessInfo.processInfo.environment)
  private var content = PlayerScreen.Content()
  private var tags: [String: String] = [:]
  /// When the message goes away; nil before it was shown.
  private var messageEnd: Instant?
  private let controls: ControlsArgument
  private var additions = ControlsScreen.Additions()

  init(
    _ descriptor: Int32, library: IdentifierTable, source: String, isRecording: Bool,
    controls: ControlsArgument = .plain
  ) {
    self.controls = controls
    terminal = Terminal(descriptor)
    summary = StandardStream(descriptor)
    self.library = library
    text = EventText(library: library)
    content.source = Printable.text(SourceAddress.withoutPassword(source))
    content.isRecording = isRecording
    terminal.enter()
  }

  func show(_ event: PlayerEvent) {
    collect(event.notification)
    guard let words = text(event) else { return }
    content.log.append("\(TimeText.stamp(event.instant)) \(words)")
    if content.log.count > 200 { content.log.removeFirst(100) }
  }

  private func collect(_ notification: Player.Notification) {
    switch notification {
    case .phaseChanged(_, .opening):
      content.chapters = []
      additions.forget()
      tags = [:]
      content.title = ""
    case .trackFound(let kind, let track, let language, let title, _, let isForced):
      additions.add(
        kind, track, language: Printable.text(library.text(of: language)),
        title: Printable.text(library.text(of: title)), isForced: isForced)
    case .metadataFound(let key, let value):
      tags[library.text(of: key).lowercased()] = Printable.text(library.text(of: value))
      content.title = [tags["title"], tags["artist"]].compactMap(\.self).joined(separator: " - ")
    case .chapterFound(_, let start, _, let title):
      content.chapters.append((start, Printable.text(library.text(of: title))))
      content.chapters.sort { $0.start < $1.start }
    default: break
    }
  }

  func setSegments(_ segments: [StagedSegment]) {
    text.segments = SegmentNames(segments)
    // What a bar has room for, and more.
    content.segments = Array(segments.prefix(10_000))
  }

  func say(_ message: String) {
    content.message = Printable.text(message)
    messageEnd = nil
  }

  func setAddress(_ address: String) { content.address = "View: \(address)" }

  func update(_ player: Player, at now: Instant) {
    let end = messageEnd ?? now + .seconds(5)
    messageEnd = end
    if now >= end { content.message = "" }
    content.player = player
    content.position = player.position(at: max(now, player.clock))
    additions.subtitle = Printable.text(library.text(of: player.subtitle))
    draw()
  }

  func refreshInterval(_ player: Player) -> TimeSpan {
    let isTurning =
      controls == .srg && SRGPlaybackActivityIndicator(SRGOverlayState(player, position: content.position)).isAnimating
    return player.isMoving || isTurning ? .milliseconds(200) : .never
  }

  func toggleHelp() { content.showsHelp.toggle() }

  func refresh(isBack: Bool) {
    if isBack { terminal.enter() } else { terminal.invalidate() }
    draw()
  }

  func suspend() { terminal.leave() }

  /// Leaves, where the screen was, one line with the position it reached.
  func finish() {
    terminal.leave()
    let player = content.player
    let total = player.duration.isKnown ? " of \(TimeText.clock(player.duration))" : ""
    let stalls = player.statistics.stallCount
    let stalled = stalls > 0 ? ", \(stalls) \(stalls == 1 ? "stall" : "stalls")" : ""
    summary.line("\(content.source): \(TimeText.clock(content.position))\(total)\(stalled)")
  }

  private func draw() {
    let size = terminal.size
    additions.frame += 1
    switch controls {
    case .plain: terminal.draw(PlayerScreen(columns: size.columns, rows: size.rows, style: style).lines(content))
    case .srg:
      // The keys need the whole screen.
      let screen = ControlsScreen(columns: size.columns, rows: size.rows, style: style)
      let plain = PlayerScreen(columns: size.columns, rows: size.rows, style: style)
      terminal.draw(content.showsHelp ? plain.lines(content) : screen.lines(content, additions))
    }
  }
}
