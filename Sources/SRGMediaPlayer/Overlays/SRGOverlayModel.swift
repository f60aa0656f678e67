import Observation
import Backports

/// What the overlays of a controller show, kept up to date: overlays made from it follow the controller automatically.
/// A view that reads ``state`` is redrawn when it changes, as with every `Observable` object; without views, loop over
/// ``states``.
///
/// ```swift
/// for await state in SRGOverlayModel(controller).states {
///   print(SRGPlaybackButton(state).text, SRGTimeSlider(state).text(width: 40))
/// }
/// ```
///
/// It changes with everything that the controller does, and every ``interval`` while playback moves. Observation needs
/// macOS 14 and iOS 17.
@available(macOS 14, iOS 17, *)
@MainActor
@Observable
public final class SRGOverlayModel {
  /// What the overlays show now.
  public private(set) var state: SRGOverlayState

  /// The controller that is followed, for overlays to act on; `nil` when it is gone.
  @ObservationIgnored public private(set) weak var controller: SRGMediaPlayerController?
  /// The seconds of playback between two updates of the position.
  public let interval: Double

  @ObservationIgnored private var observation: SRGPropertyObservation?
  @ObservationIgnored private var observer: SRGPeriodicTimeObserver?
  @ObservationIgnored private let listeners = OverlayListeners()

  /// Follows a controller for as long as the model, or one of its ``states``, is in use. Intervals below 10 ms count as
  /// 10 ms.
  public init(_ controller: SRGMediaPlayerController, interval: Double = 0.25) {
    self.controller = controller
    self.interval = interval
    state = controller.overlayState
    // Deallocated with the controller, which holds the closure.
    let end = OverlayEnd(listeners)
    observation = controller.observe(\.overlayState) { [weak self] state in
      withExtendedLifetime(end) { self?.take(state) }
    }
    observer = controller.addPeriodicTimeObserver(forInterval: interval) { [weak self] _ in
      if let state = self?.controller?.overlayState { self?.take(state) }
    }
    controller.host.atShutDown { [weak listeners = listeners] in listeners?.finish() }
  }

  deinit {
    let (observation, observer) = (observation, observer)
    let controller = controller
    endOnMainActor {
      observation?.cancel()
      controller?.removePeriodicTimeObserver(observer)
    }
  }

  private func take(_ state: SRGOverlayState) {
    guard state != self.state else { return }
    self.state = state
    listeners.yield(state)
  }

  /// The current state, and every later one. A loop that is slower than playback gets the newest one and misses those
  /// in between. Ends when the controller is gone or has been shut down.
  public var states: AsyncStream<SRGOverlayState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SRGOverlayState.self, bufferingPolicy: .bufferingNewest(1))
    // Before the listener is added, because the listeners may have finished already.
    continuation.yield(state)
    let number = listeners.add(continuation)
    // Keeps the model alive as long as a consumer waits for its states.
    continuation.onTermination = { [self] _ in listeners.remove(number) }
    return stream
  }
}

/// The consumers of the model's states.
private final class OverlayListeners: Sendable {
  private struct Contents {
    var continuations: [Int: AsyncStream<SRGOverlayState>.Continuation] = [:]
    var last = 0
    var isOver = false
  }

  private let contents = Lock(Contents())

  func add(_ continuation: AsyncStream<SRGOverlayState>.Continuation) -> Int {
    let (number, isOver) = contents.withLock { contents in
      contents.last += 1
      if !contents.isOver { contents.continuations[contents.last] = continuation }
      return (contents.last, contents.isOver)
    }
    if isOver { continuation.finish() }
    return number
  }

  func remove(_ number: Int) { contents.withLock { _ = $0.continuations.removeValue(forKey: number) } }

  func yield(_ state: SRGOverlayState) {
    for continuation in contents.withLock({ Array($0.continuations.values) }) { continuation.yield(state) }
  }

  func finish() {
    let waiting = contents.withLock { contents in
      contents.isOver = true
      return Array(contents.continuations.values)
    }
    for continuation in waiting { continuation.finish() }
  }
}

/// Ends the loops of a model when it is deallocated.
private final class OverlayEnd: Sendable {
  private let listeners: OverlayListeners

  init(_ listeners: OverlayListeners) { self.listeners = listeners }

  deinit { listeners.finish() }
}
