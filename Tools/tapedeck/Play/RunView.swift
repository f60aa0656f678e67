import Foundation
import PlayerCore
import PlayerRuntime

/// Shows a run to the user. Used only by the code that drives the run.
protocol RunView: AnyObject {
  /// Shows an announced event.
  func show(_ event: PlayerEvent)
  /// Sets the parts of the media, as the player knows them from now on.
  func setSegments(_ segments: [StagedSegment])
  /// Shows another message: a refused request, a saved picture.
  func say(_ message: String)
  /// Shows the state, after an event and after each ``refreshInterval``.
  func update(_ player: Player, at now: Instant)
  /// The time between two updates; never for a view that only shows changes.
  func refreshInterval(_ player: Player) -> TimeSpan
  func toggleHelp()
  func toggleLog()
  /// The terminal was resized, or taken over again after the program was stopped.
  func refresh(isBack: Bool)
  /// The program is about to be stopped.
  func suspend()
  /// The run has ended.
  func finish()
  /// The errno of the error after which nothing can be shown; 0 without one.
  var failure: Int32 { get }
}

extension RunView {
  func setSegments(_ segments: [StagedSegment]) {}
  func say(_ message: String) {}
  func update(_ player: Player, at now: Instant) {}
  func refreshInterval(_ player: Player) -> TimeSpan { .never }
  func toggleHelp() {}
  func toggleLog() {}
  func refresh(isBack: Bool) {}
  func suspend() {}
  func finish() {}
  var failure: Int32 { 0 }
}

/// Shows nothing, and reports only what must be reported.
final class QuietView: RunView {
  private let errors = StandardStream(2)

  func show(_ event: PlayerEvent) {}
  func say(_ message: String) { errors.line("tapedeck: \(message)") }
}

/// One line for each announcement of interest: `00:12.345 playing`; with JSON one object for every announcement.
final class LinesView: RunView {
  private let output: StandardStream
  private let errors = StandardStream(2)
  private var text: EventText
  private var json: EventJSON?

  init(_ descriptor: Int32, library: IdentifierTable, isJSON: Bool) {
    output = StandardStream(descriptor)
    text = EventText(library: library)
    json = isJSON ? EventJSON(library: library) : nil
  }

  func show(_ event: PlayerEvent) {
    if let json {
      output.line(json(event))
    } else if let words = text(event) {
      output.line("\(TimeText.stamp(event.instant)) \(words)")
    }
  }

  func setSegments(_ segments: [StagedSegment]) {
    text.segments = SegmentNames(segments)
    json?.segments = SegmentNames(segments)
  }

  func say(_ message: String) { errors.line("tapedeck: \(message)") }

  var failure: Int32 { output.failure }
}

/// One line with the progress of a recording.
final class ProgressView: RunView {
  private let path: String
  private let errors = StandardStream(2)
  private var shown: ContinuousClock.Instant?
  private var position = MediaTime.zero

  /// - Parameter path: the file of the trace.
  init(_ path: String) { self.path = path }

  func show(_ event: PlayerEvent) {}

  func say(_ message: String) { errors.write("\r\u{1B}[Ktapedeck: \(Printable.text(message))\n") }

  /// At most ten times a second: a virtual clock runs fast.
  func update(_ player: Player, at now: Instant) {
    position = player.position(at: max(now, player.clock))
    if let shown, shown.duration(to: .now) < .milliseconds(100) { return }
    shown = .now
    let total = player.duration.isKnown ? " of \(TimeText.clock(player.duration))" : ""
    errors.write("\r\u{1B}[Krecording: \(player.state), \(TimeText.clock(position))\(total)")
  }

  func refreshInterval(_ player: Player) -> TimeSpan { player.isMoving ? .milliseconds(250) : .never }

  func finish() {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
    errors.write(
      "\r\u{1B}[K\(Printable.text(path)): \(TimeText.clock(position)) recorded\(size.map { ", \($0) bytes" } ?? "")\n")
  }
}
