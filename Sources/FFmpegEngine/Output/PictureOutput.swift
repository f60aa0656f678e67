#if FFmpeg
import Backports
import PlayerCore

/// Keeps pictures for one who draws them at his own pace, from a ``PictureShelf``: presenting takes no time, and of the
/// pictures that are due the last is had.
public final class PictureOutput: MediaOutput {
  private let shelf: PictureShelf
  private let delay: TimeSpan

  /// - Parameters:
  ///   - shelf: where the pictures go.
  ///   - delay: how long after its due time a picture is had; ``SpeakerOutput/latency`` together with a
  ///     ``SpeakerOutput``.
  public init(shelf: PictureShelf, delay: TimeSpan = .zero) {
    self.shelf = shelf
    self.delay = delay
  }

  /// It takes no sound.
  public var wantsAudio: Bool { false }
  /// Takes no sound.
  public func present(_ samples: AudioSamples) {}
  /// Puts a picture on the shelf.
  public func present(_ picture: Picture) { shelf.add(picture, due: MonotonicClock.now + delay) }

  /// It shows what lies at the playhead.
  public var wantsPreviews: Bool { true }
  /// Puts a picture on the shelf.
  public func preview(_ picture: Picture) { shelf.add(picture, due: MonotonicClock.now) }

  /// Takes the scaling and the rotation, counter-clockwise in degrees, for the pictures to come.
  public func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    shelf.setPresentation(mode, rotation: rotation)
  }

  /// Drops what is not due yet.
  public func flush() { shelf.removeAll() }
  /// Drops what is not due yet.
  public func finish() { shelf.removeAll() }
}

/// Where a ``PictureOutput`` puts its pictures. Any thread may use it.
public final class PictureShelf: Sendable {
  /// A picture, and how it fills its frame.
  public struct Item: Sendable {
    /// The picture.
    public var picture: Picture
    /// The mode.
    public var mode = ScalingMode.aspectFit
    /// Degrees counter-clockwise.
    public var rotation: Int32 = 0
  }

  private struct State {
    var waiting: [(item: Item, due: Instant)] = []
    var mode = ScalingMode.aspectFit
    var rotation: Int32 = 0
    /// What was had last, and whether it lies differently by now.
    var last: Item?
    var isTurned = false
  }

  private let state = Lock(State())
  private let onPicture: @Sendable () -> Void

  /// More than these wait only for one who never looks; then the oldest is dropped.
  private static let limit = 120

  /// - Parameter onPicture: called on the engine's thread after a picture was added; must return at once.
  public init(onPicture: @escaping @Sendable () -> Void) { self.onPicture = onPicture }

  /// The newest of the pictures that are due; the last one again when it is to lie differently; else nil.
  public func take() -> Item? {
    let now = MonotonicClock.now
    return state.withLock { state in
      let count = state.waiting.prefix { $0.due <= now }.count
      if count == 0, !state.isTurned { return nil }
      if count > 0 { state.last = state.waiting[count - 1].item }
      state.waiting.removeFirst(count)
      state.isTurned = false
      state.last?.mode = state.mode
      state.last?.rotation = state.rotation
      return state.last
    }
  }

  /// How long it takes until a picture is due; nil when none waits.
  public var nextDue: TimeSpan? {
    let now = MonotonicClock.now
    return state.withLock { $0.waiting.first.map { max(.zero, $0.due - now) } }
  }

  func add(_ picture: Picture, due: Instant) {
    state.withLock { state in
      if state.waiting.count >= Self.limit { state.waiting.removeFirst() }
      state.waiting.append((Item(picture: picture), due))
    }
    onPicture()
  }

  func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    state.withLock { ($0.mode, $0.rotation, $0.isTurned) = (mode, rotation, true) }
    onPicture()
  }

  func removeAll() { state.withLock { $0.waiting = [] } }
}
#endif
