import PlayerText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Backports

/// A file that exists until it replaces another one.
struct TemporaryFile {
  let path: String
  private let slot: Int?

  /// Creates an empty file next to `target`, under a name that no other process uses.
  static func make(beside target: String, for name: String) throws(TraceError) -> (OpenFile, TemporaryFile) {
    let folder = FilePath.split(target).folder
    for _ in 0..<100 {
      let path = "\(folder)/.tapedeck-\(hexadecimal(UInt64.random(in: .min ... .max))).partial"
      // Before the file exists, so that a signal handler finds it.
      let slot = register(path)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      let code = errno
      if descriptor >= 0 {
        return (OpenFile(taking: descriptor, name: name), TemporaryFile(path: path, slot: slot))
      }
      forget(slot)
      if code != EEXIST { throw .system("create", name, code) }
    }
    throw .system("create", name, EEXIST)
  }

  func replace(_ target: String, for name: String) throws(TraceError) {
    guard rename(path, target) == 0 else { throw .system("replace", name, errno) }
    Self.forget(slot)
    // The new name survives a power failure, too, where the system guarantees that.
    let folder = open(FilePath.split(target).folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  func remove() {
    unlink(path)
    Self.forget(slot)
  }

  // MARK: For signal handlers

  /// The paths of existing files. No program writes more files at once; a signal leaves files without a slot behind.
  private static let slots = PathSlots(count: 64)

  private static func register(_ path: String) -> Int? { slots.register(path) }

  private static func forget(_ slot: Int?) {
    if let slot { slots.forget(slot) }
  }

  /// Neither allocates nor locks.
  static func removeAll() { slots.unlinkAll() }
}
