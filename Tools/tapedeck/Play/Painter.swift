import Backports
import Foundation

/// Draws on a terminal, on a separate thread: a slow terminal delays neither the run nor its keys. Only the newest
/// content is drawn.
final class Painter: Sendable {
  /// The content of the screen: lines, some of which belong to the picture.
  struct Sheet {
    var lines: [String]
    /// The rows of the picture.
    var picture = 0..<0
    var columns = 0
  }

  private struct Desk {
    var sheet: Sheet?
    var order: Order?
    var isOver = false
  }

  private enum Order { case enter, leave, invalidate }

  private let desk = Lock(Desk())
  private let bell = DispatchSemaphore(value: 0)
  private let answer = DispatchSemaphore(value: 0)

  /// How long to wait for a terminal that does not accept output.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// Takes the terminal over, and draws from now on.
  ///
  /// - Parameters:
  ///   - descriptor: 1 or 2, whichever is the terminal.
  ///   - hasMouse: whether the terminal reports what the mouse does.
  ///   - pictures: for the rows of a sheet that belong to the picture.
  func start(_ descriptor: Int32, hasMouse: Bool, pictures: (any PictureSource)?) {
    pictures?.setWakeHandler { [weak self] in self?.wake() }
    let thread = Thread { [self] in
      run(PainterLoop(terminal: Terminal(descriptor, hasMouse: hasMouse), pictures: pictures))
    }
    thread.name = "tapedeck.painter"
    thread.start()
    obey(.enter)
  }

  func draw(_ sheet: Sheet) {
    desk.withLock { $0.sheet = sheet }
    wake()
  }

  /// Reports that there may be something to draw.
  func wake() { bell.signal() }

  /// Takes the terminal back after another program had it.
  func enter() { obey(.enter) }
  /// The screen no longer shows what was drawn: it is redrawn as a whole.
  func invalidate() { obey(.invalidate) }
  /// Releases the terminal; returns when that is done.
  func leave() { obey(.leave) }

  /// Releases the terminal permanently.
  func finish() {
    desk.withLock { $0.isOver = true }
    obey(.leave)
  }

  private func obey(_ order: Order) {
    // Discards an answer whose caller stopped waiting.
    while answer.wait(timeout: .now()) == .success {}
    desk.withLock { desk in
      desk.order = order
      desk.sheet = nil
    }
    wake()
    if answer.wait(timeout: .now() + Self.patience) == .timedOut, order == .leave { Terminal.rescue() }
  }

  private func run(_ loop: PainterLoop) {
    while true {
      _ = bell.wait(timeout: loop.nextDue.map { .now() + .microseconds(Int($0)) } ?? .distantFuture)
      // One pass serves all rings up to now.
      while bell.wait(timeout: .now()) == .success {}
      let (sheet, order, isOver) = desk.withLock { desk in
        defer { (desk.sheet, desk.order) = (nil, nil) }
        return (desk.sheet, desk.order, desk.isOver)
      }
      switch order {
      case .enter: loop.terminal.enter()
      case .invalidate: loop.terminal.invalidate()
      case .leave: loop.terminal.leave()
      case nil: break
      }
      if order != nil { answer.signal() }
      if isOver { return }
      loop.draw(sheet)
    }
  }
}

/// The source of the painter's pictures. Used on its thread.
protocol PictureSource: Sendable {
  /// Called when there may be a new picture.
  func setWakeHandler(_ wake: @escaping @Sendable () -> Void)
  /// Microseconds until the next picture is due; nil when none waits.
  var nextDue: Int64? { get }
  /// Whether there is a picture that ``lines(columns:rows:)`` has not drawn.
  func takeNext() -> Bool
  /// The newest picture; nil before the first.
  func lines(columns: Int, rows: Int) -> [String]?
}

/// The state of a painter's thread.
private final class PainterLoop {
  let terminal: Terminal
  private let pictures: (any PictureSource)?
  private var sheet = Painter.Sheet(lines: [])
  private var picture: (columns: Int, rows: Int, lines: [String])?

  init(terminal: Terminal, pictures: (any PictureSource)?) {
    self.terminal = terminal
    self.pictures = pictures
  }

  var nextDue: Int64? { pictures?.nextDue }

  func draw(_ new: Painter.Sheet?) {
    let isNewPicture = pictures?.takeNext() ?? false
    if let new { sheet = new }
    guard new != nil || isNewPicture && !sheet.picture.isEmpty else { return }
    let rows = sheet.picture
    var lines = sheet.lines
    if !rows.isEmpty, lines.count >= rows.upperBound {
      if isNewPicture || picture?.columns != sheet.columns || picture?.rows != rows.count {
        picture = pictures?.lines(columns: sheet.columns, rows: rows.count).map { (sheet.columns, rows.count, $0) }
      }
      if let picture { lines.replaceSubrange(rows, with: picture.lines) }
    }
    terminal.draw(lines, whole: picture == nil ? 0..<0 : rows)
  }
}
