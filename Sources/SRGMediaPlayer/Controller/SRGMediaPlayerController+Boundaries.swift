import Foundation
import PlayerCore

/// A boundary observer, as its token.
@MainActor
public final class SRGBoundaryTimeObserver {
  let numbers: [ObserverID]
  let block: @MainActor () -> Void

  init(_ numbers: [ObserverID], _ block: @escaping @MainActor () -> Void) {
    self.numbers = numbers
    self.block = block
  }
}

extension SRGMediaPlayerController {
  /// Calls `block` whenever playback passes one of `times`, in seconds from the media's own zero. Replaces the boundary
  /// observers of the original's `AVPlayer`; unlike them, it survives stops, loads and resets. NaN is left out, and told
  /// to the host's `diagnosed`.
  @discardableResult
  public func addBoundaryTimeObserver(
    forTimes times: [TimeInterval], using block: @escaping @MainActor () -> Void
  ) -> SRGBoundaryTimeObserver {
    let positions = times.map { MediaTime(seconds: $0) }
    let observer = SRGBoundaryTimeObserver(positions.map { _ in nextObserverID() }, block)
    boundaryObservers.append(observer)
    host.perform {
      for (number, position) in zip(observer.numbers, positions) {
        self.host.send(.addBoundaryObserver(number, position: position))
      }
      for _ in positions.filter({ !$0.isKnown }) {
        self.host.diagnose(unusable: "addBoundaryTimeObserver(forTimes:): found nan; expected seconds")
      }
    }
    return observer
  }

  /// Does nothing if it is not registered.
  public func removeBoundaryTimeObserver(_ observer: SRGBoundaryTimeObserver?) {
    guard let observer, let place = boundaryObservers.firstIndex(where: { $0 === observer }) else { return }
    boundaryObservers.remove(at: place)
    host.perform { for number in observer.numbers { self.host.send(.removeObserver(number)) } }
  }

  func reachBoundary(_ number: ObserverID) {
    boundaryObservers.first { $0.numbers.contains(number) }?.block()
  }
}
