import Dispatch
import Foundation

/// Does what a `deinit` of the main actor has to do: at once where the main actor runs already, else as soon as that has
/// time. An `isolated deinit` is the same from macOS 15.4 and iOS 18.4 on.
///
/// - Parameter work: Must not hold on to the object that ends.
public func endOnMainActor(_ work: @escaping @Sendable @MainActor () -> Void) {
  if MainQueue.isCurrent {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}

/// The queue that the main actor runs on. On Linux that is not always the main thread.
private enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }
}
