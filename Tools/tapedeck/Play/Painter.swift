import Backports
import Foundation

/// Draws on a terminal, on a thread of its own: a slow terminal holds up neither the run nor its keys. Of what there is to
/// draw the newest is drawn.
final class Painter: Sendable {
  /// What the screen is to show: lines, some of which belong to the picture.
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

  /// A terminal that does not take what is written for so long is not waited for.
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

  /// There may be something to draw.
  func wake() { bell.signal() }

  /// Takes the terminal back after another program had it.
  func enter() { obey(.enter) }
  /// What is on the screen is not what was drawn: it is drawn as a whole.
  func invalidate() { obey(.invalidate) }
  /// Gives the terminal back; returns when that is done.
  func leave() { obey(.leave) }

  /// Gives the terminal back for good.
  func finish() {
    desk.withLock { $0.isOver = true }
    obey(.leave)
  }

  private func obey(_ order: Order) {
    // An answer that nobody waited for any more.
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
      // One look answers all that rang meanwhile.
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

/// Where the painter's pictures come from. Used on its thread.
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

/// What belongs to the thread of a painter.
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
