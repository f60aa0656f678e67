#if FFmpeg
import CSDL
import Foundation
import PlayerCore

/// The thread of a window: the only one that touches it.
final class WindowLoop {
  private let title: String
  private let desk: Monitor<WindowDesk>
  private let onInput: @Sendable (WindowInput) -> Void
  private var window: OpaquePointer?
  private var renderer: OpaquePointer?
  private var texture: OpaquePointer?
  private var textureSize = PixelSize.zero
  /// What is shown.
  private var picture: WindowPicture?

  init(title: String, desk: Monitor<WindowDesk>, onInput: @escaping @Sendable (WindowInput) -> Void) {
    self.title = title
    self.desk = desk
    self.onInput = onInput
  }

  func run() {
    let subsystem: SDLSubsystem
    do throws(DeviceError) {
      subsystem = try SDLSubsystem(CSDL_INIT_VIDEO)
      try demandDisplay()
    } catch {
      return desk.change { $0.beginning = .failure(error) }
    }
    desk.change { $0.beginning = .success(()) }
    while !desk.access({ $0.isOver }) {
      let due = desk.access { $0.takeDue(at: MonotonicClock.now) }
      if let due { show(due) }
      let isStale = desk.access { desk in
        defer { desk.needsDrawing = false }
        return desk.needsDrawing
      }
      if isStale, due == nil { draw() }
      takeEvents(for: pause())
    }
    if let texture { CSDL_DestroyTexture(texture) }
    if let renderer { CSDL_DestroyRenderer(renderer) }
    if let window { CSDL_DestroyWindow(window) }
    subsystem.end()
    desk.change { $0.isClosed = true }
  }

  /// Where there is no display SDL draws into memory, which is not visible.
  private func demandDisplay() throws(DeviceError) {
    let driver = CSDL_GetCurrentVideoDriver().map { String(cString: $0) }
    guard driver == "offscreen", getenv("SDL_VIDEODRIVER") == nil else { return }
    CSDL_QuitSubSystem(CSDL_INIT_VIDEO)
    throw DeviceError(description: "there is no display")
  }

  /// Milliseconds until the next picture is due, or until it is time to look whether there is one.
  private func pause() -> Int32 {
    let due = desk.access { $0.waiting.first?.due ?? .never }
    let wait = due == .never ? 10_000 : (due - MonotonicClock.now).microseconds
    return Int32(max(0, min(wait, 10_000)) / 1_000)
  }

  // MARK: Events

  /// Takes what has happened, and what happens within `milliseconds`.
  private func takeEvents(for milliseconds: Int32) {
    var event = CSDL_Event()
    var patience = milliseconds
    while CSDL_WaitEventTimeout(&event, patience) != 0 {
      take(event)
      patience = 0
    }
  }

  private func take(_ event: CSDL_Event) {
    switch event.type {
    case CSDL_QUIT: onInput(.closed)
    // After any window event, the window may need a redraw.
    case CSDL_WINDOWEVENT: draw()
    case CSDL_TEXTINPUT: onInput(.text(text(of: event)))
    case CSDL_KEYDOWN:
      if let key = Self.key(event.key.symbol) {
        onInput(.key(key, shift: event.key.modifiers & CSDL_KMOD_SHIFT != 0))
      }
    default: break
    }
  }

  private func text(of event: CSDL_Event) -> String {
    withUnsafeBytes(of: event.text.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// SDL's numbers of keys.
  private static func key(_ symbol: Int32) -> WindowInput.Key? {
    switch symbol {
    case 0x4000_004F: .right
    case 0x4000_0050: .left
    case 0x4000_0051: .down
    case 0x4000_0052: .up
    case 0x4000_004A: .home
    case 0x4000_004D: .end
    case 0x08: .backspace
    case 0x1B: .escape
    default: nil
    }
  }

  // MARK: Pictures

  private func show(_ picture: WindowPicture) {
    self.picture = picture
    if window == nil { open(picture) }
    upload(picture)
    draw()
  }

  private func open(_ picture: WindowPicture) {
    let turned = picture.natural.rotated(by: desk.access { $0.rotation })
    var bounds = CSDL_Rect(x: 0, y: 0, w: turned.width, h: turned.height)
    _ = CSDL_GetDisplayUsableBounds(0, &bounds)
    let room = PixelSize(width: min(bounds.w, turned.width), height: min(bounds.h, turned.height))
    let size = PictureLayout(picture: turned, frame: room, mode: .aspectFit).destination
    window = CSDL_CreateWindow(
      title, CSDL_WINDOW_CENTERED, CSDL_WINDOW_CENTERED, max(1, size.width), max(1, size.height),
      CSDL_WINDOW_RESIZABLE | CSDL_WINDOW_HIGH_DPI)
    renderer = window.flatMap { CSDL_CreateRenderer($0, -1, 0) }
  }

  private func upload(_ picture: WindowPicture) {
    guard let renderer else { return }
    if texture == nil || textureSize != picture.size {
      if let texture { CSDL_DestroyTexture(texture) }
      texture = CSDL_CreateTexture(
        renderer, CSDL_PIXELFORMAT_IYUV, CSDL_TEXTUREACCESS_STREAMING, picture.size.width, picture.size.height)
      textureSize = picture.size
    }
    CSDL_SetYUVConversionMode(picture.conversion)
    guard let y = picture.frame.plane(0), let u = picture.frame.plane(1), let v = picture.frame.plane(2) else { return }
    func bytes(_ plane: Frame.Plane) -> UnsafePointer<UInt8> {
      UnsafePointer(plane.start.assumingMemoryBound(to: UInt8.self))
    }
    _ = CSDL_UpdateYUVTexture(
      texture, nil, bytes(y), Int32(y.stride), bytes(u), Int32(u.stride), bytes(v), Int32(v.stride))
  }

  private func draw() {
    guard let renderer, let texture, let picture else { return }
    let (mode, rotation) = desk.access { ($0.mode, $0.rotation) }
    var frame = PixelSize.zero
    guard CSDL_GetRendererOutputSize(renderer, &frame.width, &frame.height) == 0 else { return }
    let layout = PictureLayout(picture: picture.natural, frame: frame, mode: mode, rotation: rotation)
    var source = CSDL_Rect(layout.source.scaled(from: picture.natural, to: picture.size))
    var destination = CSDL_Rect(layout.destination.turned(by: rotation))
    _ = CSDL_RenderClear(renderer)
    // SDL rotates clockwise.
    _ = CSDL_RenderCopyEx(renderer, texture, &source, &destination, Double(-rotation), nil, 0)
    CSDL_RenderPresent(renderer)
  }
}

extension CSDL_Rect {
  fileprivate init(_ rectangle: PixelRectangle) {
    self.init(x: rectangle.x, y: rectangle.y, w: rectangle.width, h: rectangle.height)
  }
}

extension PixelRectangle {
  /// The same part where pixels are counted as they are stored.
  fileprivate func scaled(from natural: PixelSize, to stored: PixelSize) -> Self {
    func scale(_ length: Int32, _ from: Int32, _ to: Int32) -> Int32 {
      Int32(clamping: Int64(length) * Int64(to) / Int64(max(1, from)))
    }
    return Self(
      x: scale(x, natural.width, stored.width), y: scale(y, natural.height, stored.height),
      width: max(1, scale(width, natural.width, stored.width)),
      height: max(1, scale(height, natural.height, stored.height)))
  }

  /// The area that covers this one when it is turned about its middle.
  fileprivate func turned(by degrees: Int32) -> Self {
    guard degrees == 90 || degrees == 270 else { return self }
    return Self(x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width)
  }
}
#endif
