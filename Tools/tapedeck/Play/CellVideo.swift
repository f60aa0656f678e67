#if FFmpeg
import Backports
import FFmpegEngine
import PlayerCore

/// Shows an engine's pictures in the cells of a terminal.
final class CellVideo: PictureSource {
  private struct State {
    var item: PictureShelf.Item?
    let fitter = PixelFitter()
  }

  private let ability: CellPicture.Ability
  private let state = Lock(State())
  private let shelf: PictureShelf

  init(_ ability: CellPicture.Ability) {
    self.ability = ability
    // The shelf rings the bell, whose action is set once the painter exists.
    let bell = Bell()
    shelf = PictureShelf { bell.ring() }
    self.bell = bell
  }

  private let bell: Bell

  /// The output for the engine.
  func output(delay: TimeSpan) -> PictureOutput { PictureOutput(shelf: shelf, delay: delay) }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { bell.set(wake) }

  var nextDue: Int64? { shelf.nextDue?.microseconds }

  func takeNext() -> Bool {
    guard let item = shelf.take() else { return false }
    state.withLock { $0.item = item }
    return true
  }

  func lines(columns: Int, rows: Int) -> [String]? {
    let frame = PixelSize(width: Int32(clamping: columns), height: Int32(clamping: 2 * rows))
    let fitted = state.withLock { state -> FittedPicture? in
      guard let item = state.item else { return nil }
      return state.fitter.fit(item.picture, into: frame, mode: item.mode, rotation: item.rotation)
    }
    guard let fitted else { return nil }
    return CellPicture(fitted, ability: ability).lines(columns: columns, rows: rows)
  }
}

/// Calls a handler that is set later.
private final class Bell: Sendable {
  private let handler = Lock<(@Sendable () -> Void)?>(nil)

  func set(_ new: @escaping @Sendable () -> Void) { handler.withLock { $0 = new } }
  func ring() { handler.withLock { $0 }?() }
}

extension CellPicture {
  init(_ fitted: FittedPicture, ability: Ability) {
    self.init(
      left: Int(fitted.area.x), top: Int(fitted.area.y), width: Int(fitted.area.width), height: Int(fitted.area.height),
      pixels: fitted.pixels, ability: ability)
  }
}
#endif
