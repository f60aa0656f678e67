import Foundation
import PlayerCore

/// A periodic observer, as its token.
@MainActor
public final class SRGPeriodicTimeObserver {
  let number: ObserverID
  let block: @MainActor (TimeInterval) -> Void
  var isRemoved = false

  init(_ number: ObserverID, _ block: @escaping @MainActor (TimeInterval) -> Void) {
    self.number = number
    self.block = block
  }
}

extension SRGMediaPlayerController {
  /// Calls `block` with the position whenever playback passes a multiple of `interval`, and whenever the range of a
  /// paused DVR stream moves. Survives stops, loads and resets, and may be added before anything is loaded.
  ///
  /// Removing it from within its own block is fine. Intervals below 10 ms, and NaN, count as 10 ms.
  @discardableResult
  public func addPeriodicTimeObserver(
    forInterval interval: TimeInterval, using block: @escaping @MainActor (TimeInterval) -> Void
  ) -> SRGPeriodicTimeObserver {
    let observer = SRGPeriodicTimeObserver(nextObserverID(), block)
    periodicObservers.append(observer)
    let span = max(.milliseconds(10), TimeSpan(seconds: interval))
    host.perform { self.host.send(.addPeriodicObserver(observer.number, interval: span)) }
    return observer
  }

  /// The same, called on a queue; `nil` is the main one.
  @discardableResult
  public func addPeriodicTimeObserver(
    forInterval interval: TimeInterval, queue: DispatchQueue?, using block: @escaping @Sendable (TimeInterval) -> Void
  ) -> SRGPeriodicTimeObserver {
    addPeriodicTimeObserver(forInterval: interval) { time in
      guard let queue else { return block(time) }
      queue.async { block(time) }
    }
  }

  /// Does nothing if it is not registered.
  public func removePeriodicTimeObserver(_ observer: SRGPeriodicTimeObserver?) {
    guard let observer, let place = periodicObservers.firstIndex(where: { $0 === observer }) else { return }
    observer.isRemoved = true
    periodicObservers.remove(at: place)
    host.perform { self.host.send(.removeObserver(observer.number)) }
  }

  func nextObserverID() -> ObserverID {
    lastObserver = lastObserver == .max ? 1 : lastObserver + 1
    return ObserverID(lastObserver)
  }

  func tick(_ number: ObserverID, at position: MediaTime) {
    guard let observer = periodicObservers.first(where: { $0.number == number }) else { return }
    observer.block(position.seconds)
  }

  /// The range moved under a resting playhead.
  func tickAll() {
    for observer in periodicObservers where !observer.isRemoved { observer.block(currentTime) }
  }
}

// MARK: - Properties

/// Observes a property for as long as it is held.
@MainActor
public final class SRGPropertyObservation {
  var isCancelled = false

  /// Ends the observation; it may be called any number of times.
  public func cancel() { isCancelled = true }
}

@MainActor
protocol PropertyWatch: AnyObject {
  /// False once the observation has ended.
  func look() -> Bool
}

@MainActor
private final class ValueWatch<Value: Equatable>: PropertyWatch {
  /// Returns `nil` when there is nothing left to read.
  let read: () -> Value?
  let change: (Value) -> Void
  weak var observation: SRGPropertyObservation?
  var last: Value?

  init(
    _ observation: SRGPropertyObservation, _ read: @escaping () -> Value?, _ change: @escaping (Value) -> Void
  ) {
    self.read = read
    self.change = change
    self.observation = observation
    last = read()
  }

  func look() -> Bool {
    guard let observation, !observation.isCancelled, let value = read() else { return false }
    if value != last {
      last = value
      change(value)
    }
    return true
  }
}

extension SRGMediaPlayerController {
  /// Calls `change` with every new value of a property that is documented as observable, for as long as the returned
  /// object exists. A property is observed to change before the notification of the change is posted. Replaces
  /// key-value observing.
  public func observe<Value: Equatable>(
    _ property: KeyPath<SRGMediaPlayerController, Value>, change: @escaping (Value) -> Void
  ) -> SRGPropertyObservation {
    let observation = SRGPropertyObservation()
    properties.append(ValueWatch(observation, { [weak self] in self?[keyPath: property] }, change))
    return observation
  }

  func lookAtProperties() {
    guard !properties.isEmpty else { return }
    let watched = properties
    var gone: [ObjectIdentifier] = []
    for watch in watched where !watch.look() { gone.append(ObjectIdentifier(watch)) }
    if !gone.isEmpty { properties.removeAll { gone.contains(ObjectIdentifier($0)) } }
  }
}
