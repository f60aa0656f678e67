import CBackports

/// A value that one thread at a time reads and changes: `Mutex` of the standard library, which needs macOS 15 and iOS 18.
///
/// A thread that holds the lock must not take it again.
@frozen
public struct Lock<Value>: ~Copyable {
  // In memory of their own: a lock must not move, and a stored property may.
  @usableFromInline let value: UnsafeMutablePointer<Value>
  @usableFromInline let lock: UnsafeMutablePointer<SystemLock>

  /// An open lock that guards `initial`.
  @inlinable
  public init(_ initial: consuming sending Value) {
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
    lock = .allocate(capacity: 1)
    lock.initialize(to: SystemLock())
    system_lock_prepare(lock)
  }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    system_lock_destroy(lock)
    lock.deallocate()
  }

  /// Waits for the lock, and calls `body` with the value. Returns its result, and throws its errors.
  @inlinable
  public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    system_lock_acquire(lock)
    defer { system_lock_release(lock) }
    return try body(&value.pointee)
  }
}

extension Lock: @unchecked Sendable {}  // `withLock` alone uses its pointers, and lets one thread in.
