import Foundation
import PlayerCore
import PlayerRuntime
import SRGMediaPlayer

/// The terminal player: the whole state of a run on one screen.
final class TerminalView: RunView {
  struct Options {
    /// 1 or 2, whichever is the terminal.
    var descriptor: Int32
    var source: String
    var isRecording = false
    var controls = ControlsArgument.plain
    var keys = KeyBindings.standard
    var hasMouse = false
    /// For the pictures of the media; nil where none are shown.
    var pictures: (any PictureSource)?
  }

  private let painter = Painter()
  private let descriptor: Int32
  private let hasPictures: Bool
  private let summary: StandardStream
  private let library: IdentifierTable
  private var text: EventText
  private let style = ScreenStyle(environment: ProcessInfo.processInfo.environment)
  private var content = PlayerScreen.Content()
  private var tags: [String: String] = [:]
  /// When the message disappears; nil before it was shown.
  private var messageEnd: Instant?
  private let controls: ControlsArgument
  private var additions = ControlsScreen.Additions()
  private var meter = TransferMeter()
  private let isLocal: Bool
  /// The last known time of the run's clock.
  private var now = Instant.zero
  /// The current layout of the screen.
  private var layout = PlayerScreen.Layout()

  init(_ options: Options, library: IdentifierTable) {
    controls = options.controls
    isLocal = SourceName.isLocal(options.source)
    descriptor = options.descriptor
    hasPictures = options.pictures != nil
    summary = StandardStream(options.descriptor)
    self.library = library
    text = EventText(library: library)
    content.keys = options.keys
    content.source = Printable.text(SourceAddress.withoutPassword(options.source))
    content.isRecording = options.isRecording
    painter.start(options.descriptor, hasMouse: options.hasMouse, pictures: options.pictures)
  }

  func show(_ event: PlayerEvent) {
    collect(event.notification)
    now = max(now, event.instant)
    if let words = text(event) { log(words) }
  }

  private func log(_ words: String) {
    content.log.append("\(TimeText.stamp(now)) \(words)")
    // A user who reads older lines keeps seeing them.
    if content.logOffset > 0 { content.logOffset += 1 }
    if content.log.count > 1_000 { content.log.removeFirst(500) }
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
    content.hasPicture = hasPictures && player.naturalSize.width > 0
    content.transfer = meter.take(player.bytesRead, at: max(now, player.clock))
    // The speed of a disk is not informative.
    if isLocal { content.transfer.bitsPerSecond = 0 }
    additions.subtitle = Printable.text(library.text(of: player.subtitle))
    draw()
  }

  func refreshInterval(_ player: Player) -> TimeSpan {
    let isTurning =
      controls == .srg && SRGPlaybackActivityIndicator(SRGOverlayState(player, position: content.position)).isAnimating
    return player.isMoving || isTurning ? .milliseconds(200) : .never
  }

  func toggleHelp() { content.showsHelp.toggle() }

  func toggleLog() {
    content.showsLog = layout.log.isEmpty
    content.logOffset = 0
  }

  func scrollLog(by lines: Int) {
    content.logOffset = max(0, min(content.logOffset + lines, content.log.count - layout.log.count))
  }

  func meaning(of mouse: MouseEvent) -> KeyBindings.Meaning? {
    MouseMeaning(layout: layout, player: content.player).meaning(of: mouse)
  }

  func refresh(isBack: Bool) {
    if isBack { painter.enter() } else { painter.invalidate() }
    draw()
  }

  func suspend() { painter.leave() }

  /// Replaces the screen by one line with the last position.
  func finish() {
    painter.finish()
    let player = content.player
    let total = player.duration.isKnown ? " of \(TimeText.clock(player.duration))" : ""
    let stalls = player.statistics.stallCount
    let stalled = stalls > 0 ? ", \(stalls) \(stalls == 1 ? "stall" : "stalls")" : ""
    summary.line("\(content.source): \(TimeText.clock(content.position))\(total)\(stalled)")
  }

  private func draw() {
    let size = Terminal.size(descriptor)
    additions.frame += 1
    switch controls {
    case .plain: layout = PlayerScreen(columns: size.columns, rows: size.rows, style: style).layout(content)
    case .srg:
      // The keys and the log need the whole screen.
      let screen = ControlsScreen(columns: size.columns, rows: size.rows, style: style)
      let plain = PlayerScreen(columns: size.columns, rows: size.rows, style: style)
      let needsRoom = content.showsHelp || content.showsLog == true
      layout = needsRoom ? plain.layout(content) : screen.layout(content, additions)
    }
    painter.draw(Painter.Sheet(lines: layout.lines, picture: layout.picture, columns: size.columns))
  }
}
