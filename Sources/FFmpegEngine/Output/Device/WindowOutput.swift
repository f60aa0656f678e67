#if FFmpeg
import CFFmpeg
import CSDL
import Foundation
import PlayerCore

/// What the user does with a window.
public enum WindowInput: Hashable, Sendable {
  /// Characters as they are typed, by the layout of the keyboard.
  case text(String)
  case key(Key, shift: Bool)
  /// The window's close button.
  case closed

  /// Keys that are no characters.
  public enum Key: Hashable, Sendable { case left, right, up, down, home, end, backspace, escape }
}

/// Shows the pictures in a window, by SDL 2. The window opens with the first picture, in its natural size if that has
/// room, and pictures fill it according to the player's scaling mode and rotation.
///
/// Pictures are drawn on a thread of the window's own, so that a slow display holds nothing up: of pictures that are
/// due together the last is shown.
public final class WindowOutput: MediaOutput {
  private let desk = Monitor(WindowDesk())
  private let converter = PictureConverter(to: AV_PIX_FMT_YUV420P)
  private let delay: TimeSpan

  /// - Parameters:
  ///   - title: of the window.
  ///   - delay: how long after its due time a picture is shown; ``SpeakerOutput/latency`` together with a
  ///     ``SpeakerOutput``.
  ///   - onInput: called on the thread of the window.
  /// - Throws: when there is no display, or SDL is not installed.
  public init(
    title: String, delay: TimeSpan = .zero, onInput: @escaping @Sendable (WindowInput) -> Void = { _ in }
  ) throws(DeviceError) {
    self.delay = delay
    let desk = desk
    let thread = Thread { WindowLoop(title: title, desk: desk, onInput: onInput).run() }
    thread.name = "tapedeck.window"
    thread.start()
    // Only the window's thread knows whether there is a display.
    desk.wait { $0.beginning != nil }
    if case .failure(let error) = desk.access({ $0.beginning }) { throw error }
  }

  deinit { desk.change { $0.isOver = true } }

  /// It takes pictures.
  public var wantsPictures: Bool { true }
  /// It shows what lies at the playhead.
  public var wantsPreviews: Bool { true }
  /// Shows a picture at once.
  public func preview(_ picture: Picture) { add(picture, due: MonotonicClock.now) }
  /// Shows a picture when its time has come.
  public func present(_ picture: Picture) { add(picture, due: MonotonicClock.now + delay) }

  private func add(_ picture: Picture, due: Instant) {
    // A picture that cannot be converted is not shown; the next one may be.
    guard let frame = try? converter.convert(picture.frame, width: picture.width, height: picture.height)
    else { return }
    let shown = WindowPicture(frame, of: picture.frame, due: due)
    desk.change { $0.add(shown) }
  }

  /// Takes the scaling and the rotation, counter-clockwise in degrees, for the pictures to come.
  public func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    desk.change {
      $0.mode = mode
      $0.rotation = rotation
      $0.needsDrawing = true
    }
  }

  /// Drops what was not presented yet.
  public func flush() { desk.change { $0.waiting.removeAll() } }

  /// Closes the window.
  public func finish() {
    desk.change { $0.isOver = true }
    desk.wait(until: MonotonicClock.now + .seconds(1)) { $0.isClosed }
  }
}

/// A picture on its way to a window: planes of 8 bits, 4:2:0.
struct WindowPicture: Sendable {
  var frame: Frame
  var size: PixelSize
  var natural: PixelSize
  /// How SDL makes red, green and blue of it.
  var conversion: Int32
  var due: Instant

  init(_ frame: Frame, of source: Frame, due: Instant) {
    self.frame = frame
    self.due = due
    size = PixelSize(width: frame.pointer.pointee.width, height: frame.pointer.pointee.height)
    natural = source.naturalSize
    let fields = source.pointer.pointee
    conversion =
      switch (fields.color_range, fields.colorspace) {
      case (AVCOL_RANGE_JPEG, _): CSDL_YUV_FULL_RANGE
      case (_, AVCOL_SPC_BT709): CSDL_YUV_BT709
      default: CSDL_YUV_BT601
      }
  }
}

/// What an output and its window share.
struct WindowDesk {
  var waiting: [WindowPicture] = []
  var mode = ScalingMode.aspectFit
  /// Degrees counter-clockwise.
  var rotation: Int32 = 0
  var needsDrawing = false
  var isOver = false
  var isClosed = false
  /// Whether there is a display; nil until that is known.
  var beginning: Result<Void, DeviceError>?

  /// More than these wait only for a display that is stuck; then the oldest is dropped.
  private static let limit = 120

  mutating func add(_ picture: WindowPicture) {
    if waiting.count >= Self.limit { waiting.removeFirst() }
    waiting.append(picture)
  }

  /// The last of the pictures that are due.
  mutating func takeDue(at now: Instant) -> WindowPicture? {
    let count = waiting.prefix { $0.due <= now }.count
    guard count > 0 else { return nil }
    defer { waiting.removeFirst(count) }
    return waiting[count - 1]
  }
}
#endif
