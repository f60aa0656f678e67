import Foundation

/// Does what a `deinit` of the main actor has to do: at once on the main thread, else as soon as that has time. An `isolated
/// deinit` is the same from macOS 15.4 and iOS 18.4 on.
///
/// - Parameter work: Must not hold on to the object that ends.
public func endOnMainActor(_ work: @escaping @Sendable @MainActor () -> Void) {
  if Thread.isMainThread {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}
