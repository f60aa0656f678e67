import Foundation
import PlayerCore
import PlayerRuntime

/// The terminal player: the whole state of a run on one screen.
final class TerminalView: RunView {
  private let terminal: Terminal
  private let summary: StandardStream
  private let library: IdentifierTable
  private var text: EventText
  private let style = ScreenStyle(environment: ProcessInfo.processInfo.environment)
  private var content = PlayerScreen.Content()
  private var tags: [String: String] = [:]
  /// When the message disappears; nil before it was shown.
  private var messageEnd: Instant?
  private var meter = TransferMeter()
  private let isLocal: Bool
  /// The last known time of the run's clock.
  private var now = Instant.zero
  /// Whether the terminal shows everything that was drawn.
  private var isDrawn = true

  /// - Parameter descriptor: 1 or 2, whichever is the terminal.
  init(_ descriptor: Int32, source: String, isRecording: Bool, library: IdentifierTable) {
    terminal = Terminal(descriptor)
    summary = StandardStream(descriptor)
    isLocal = SourceName.isLocal(source)
    self.library = library
    text = EventText(library: library)
    content.source = Printable.text(SourceAddress.withoutPassword(source))
    content.isRecording = isRecording
    terminal.enter()
  }

  func show(_ event: PlayerEvent) {
    collect(event.notification)
    now = max(now, event.instant)
    if let words = text(event) { log(words) }
  }

  private func log(_ words: String) {
    content.log.append("\(TimeText.stamp(now)) \(words)")
    if content.log.count > 1_000 { content.log.removeFirst(500) }
  }

  private func collect(_ notification: Player.Notification) {
    switch notification {
    case .phaseChanged(_, .opening):
      content.chapters = []
      tags = [:]
      content.title = ""
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
    // More than a bar has room for.
    content.segments = Array(segments.prefix(10_000))
  }

  func say(_ message: String) {
    content.message = Printable.text(message)
    messageEnd = nil
    log(content.message)
  }

  func update(_ player: Player, at now: Instant) {
    self.now = max(now, player.clock)
    let end = messageEnd ?? now + .seconds(5)
    messageEnd = end
    if now >= end { content.message = "" }
    content.player = player
    content.position = player.position(at: max(now, player.clock))
    content.transfer = meter.take(player.bytesRead, at: max(now, player.clock))
    // The speed of a disk is not informative.
    if isLocal { content.transfer.bitsPerSecond = 0 }
    draw()
  }

  func refreshInterval(_ player: Player) -> TimeSpan {
    player.isMoving || !isDrawn ? .milliseconds(200) : .never
  }

  func toggleHelp() { content.showsHelp.toggle() }

  func toggleLog() { content.showsLog.toggle() }

  func refresh(isBack: Bool) {
    if isBack { terminal.enter() } else { terminal.invalidate() }
    draw()
  }

  func suspend() { terminal.leave() }

  /// Replaces the screen by one line with the last position.
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
    isDrawn = terminal.draw(PlayerScreen(columns: size.columns, rows: size.rows, style: style).lines(content))
  }
}
