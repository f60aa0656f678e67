import Foundation
import Backports

/// A file that is written completely or not at all.
///
/// The bytes go to a temporary file next to the target, which takes the target's place when it is committed. Until then, and
/// when anything fails, what was there before stays as it was. A file that is replaced hands on its permissions, and a
/// symbolic link is followed. Pipes and devices take the bytes as they come.
public final class AtomicFile {
  /// Why a file could not be written.
  public struct Failure: Error, Hashable, Sendable {
    /// What failed and what the system reported, for example `cannot create it: Permission denied`.
    public var reason: String
  }

  private let target: String
  private var descriptor: Int32
  /// `nil` for pipes and devices, and when nothing more is to be written.
  private var temporary: TemporaryPath?

  /// Begins to write the file at `path`.
  ///
  /// - Throws: ``Failure`` when it cannot be created. Nothing has changed then.
  init(_ path: String) throws(Failure) {
    target = Self.behindLinks(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw Self.failure("open") }
      return
    }
    // Replacing a file does not check its write permission.
    if exists, access(target, W_OK) != 0 { throw Self.failure("replace") }
    (descriptor, temporary) = try TemporaryPath.create(beside: target)
    // Keeps owner and mode, as far as the system allows.
    if exists { _ = (fchown(descriptor, status.st_uid, status.st_gid), fchmod(descriptor, status.st_mode & 0o777)) }
  }

  deinit { giveUp() }

  /// Writes a whole file.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try AtomicFile(path)
    try file.append(bytes)
    try file.commit()
  }

  /// Removes the temporary files of this process. A signal handler that ends the process may call it.
  public static func removeTemporaries() { TemporaryPath.removeAll() }

  /// Appends `bytes`. After an error nothing more is written, and what was there before stays.
  func append(_ bytes: [UInt8]) throws(Failure) {
    var offset = 0
    while offset < bytes.count, descriptor >= 0 {
      let count = Self.write(bytes[offset...], to: descriptor)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw abandoned("write") }
      offset += count
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    // Qualified, because this class has its own `write`.
    bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Puts the file in its place, once it is on the disk.
  func commit() throws(Failure) {
    if let temporary {
      if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw abandoned("write") }
      if rename(temporary.path, target) != 0 { throw abandoned("replace") }
      temporary.release()
      self.temporary = nil
      synchronizeFolder()
    }
    giveUp()
  }

  /// The new name outlives a power cut, too, where the system can promise that.
  private func synchronizeFolder() {
    let folder = open(TemporaryPath.folder(of: target), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func giveUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary {
      unlink(temporary.path)
      temporary.release()
    }
    temporary = nil
  }

  private func abandoned(_ action: String) -> Failure {
    let failure = Self.failure(action)
    giveUp()
    return failure
  }

  fileprivate static func failure(_ action: String) -> Failure {
    Failure(reason: "cannot \(action) it: \(String(cString: strerror(errno)))")
  }

  /// Where a path leads to; a link to nothing is replaced itself.
  private static func behindLinks(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// The path of a temporary file, where a signal handler finds it.
private struct TemporaryPath {
  let path: String
  private let slot: Int?

  /// Creates an empty file that no other process has.
  static func create(beside target: String) throws(AtomicFile.Failure) -> (Int32, TemporaryPath) {
    for _ in 0..<100 {
      let number = String(UInt64.random(in: .min ... .max), radix: 16)
      // The path is in its slot before the file exists, so that no signal misses it.
      let temporary = TemporaryPath("\(folder(of: target))/.tapedeck-\(number).partial")
      let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, temporary) }
      let failure = (errno, AtomicFile.failure("create"))
      temporary.release()
      if failure.0 != EEXIST { throw failure.1 }
    }
    throw AtomicFile.failure("create")
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private init(_ path: String) {
    self.path = path
    slot = Self.slots.register(path)
  }

  func release() { if let slot { Self.slots.forget(slot) } }

  /// The paths of files that exist now. A file beyond that is left behind by a signal.
  private static let slots = PathSlots(count: 16)

  /// Nothing here allocates or takes a lock.
  static func removeAll() { slots.unlinkAll() }
}
