#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Backports

/// A file that is written completely or not at all: every command and library here writes files this way, except
/// recordings, which grow.
///
/// The bytes go to a temporary file next to the target, which takes the target's place in ``commit()``. Until then, and
/// when anything fails, the previous file stays as it was. Its permissions are kept; a symbolic link is followed to its
/// target; another hard link to the file keeps the old content. A file that is being read is refused as a target, under
/// any name.
///
/// The path `-`, pipes, devices and open descriptors such as `/dev/stdout` take the bytes as they come.
public final class WholeFile: TraceSink {
  private struct State {
    var file: OpenFile?
    /// Where the bytes are until the end; `nil` for a target that accepts them directly.
    var temporary: TemporaryFile?
  }

  /// The path as it was given.
  public let name: String
  /// The file that is replaced, with all links resolved.
  private let target: String
  /// False for targets that take the bytes as they come.
  public let isWhole: Bool
  private let state: Lock<State>

  /// Begins to write. `inputs` are the files that are read for it; `-` stands for standard input.
  ///
  /// - Throws: ``TraceError/overwrites(file:input:)`` when the target is one of the inputs, or
  ///   ``TraceError/system(action:file:code:message:)``. Nothing has changed then.
  public init(path: String, sparing inputs: [String] = []) throws(TraceError) {
    let place = try OutputPlace(path)
    try Self.check(place, sparing: inputs)
    name = place.name
    switch place.kind {
    case .descriptor(let number):
      (target, isWhole) = (path, false)
      state = Lock(State(file: OpenFile(descriptor: number, name: place.name)))
    case .stream:
      (target, isWhole) = (path, false)
      state = Lock(State(file: try OpenFile.streaming(path)))
    case .file(let file, let old):
      (target, isWhole) = (file, true)
      let (opened, temporary) = try TemporaryFile.make(beside: file, for: path)
      if let old { opened.takeOn(old) }
      state = Lock(State(file: opened, temporary: temporary))
    }
  }

  deinit { state.withLock { $0.temporary?.remove() } }

  /// Throws when the path leads to one of the inputs, or to something that cannot be written: for a command that works
  /// for a long time before it writes.
  public static func check(_ path: String, sparing inputs: [String]) throws(TraceError) {
    try check(OutputPlace(path), sparing: inputs)
  }

  private static func check(_ place: OutputPlace, sparing inputs: [String]) throws(TraceError) {
    guard let identity = place.identity else { return }
    for input in inputs where FileIdentity(input: input) == identity {
      throw .overwrites(file: place.name, input: input == "-" ? "standard input" : input)
    }
  }

  /// Throws when two of these outputs of one command are the same file.
  public static func checkApart(_ paths: [String]) throws(TraceError) {
    var seen: [FileIdentity: String] = [:]
    for path in paths {
      guard let identity = FileIdentity(path: path) else { continue }
      if let other = seen.updateValue(path, forKey: identity) { throw .overwrites(file: path, input: other) }
    }
  }

  /// Writes a whole file.
  public static func write(_ bytes: [UInt8], to path: String, sparing inputs: [String] = []) throws(TraceError) {
    let file = try WholeFile(path: path, sparing: inputs)
    try file.append(bytes)
    try file.commit()
  }

  /// Appends all of `bytes`. After an error the file is discarded.
  public func append(_ bytes: [UInt8]) throws(TraceError) {
    let file = state.withLock { $0.file }
    do throws(TraceError) { try file?.writeAll(bytes) } catch {
      giveUp()
      throw error
    }
  }

  /// Puts the complete file in place. If that fails, throws, and the previous file stays.
  public func commit() throws(TraceError) {
    let (file, temporary) = state.withLock { ($0.file, $0.temporary) }
    guard let file, let temporary else { return }
    do throws(TraceError) {
      try file.synchronize(name)
      try temporary.replace(target, for: name)
    } catch {
      giveUp()
      throw error
    }
    state.withLock { $0 = State() }
  }

  /// Writes nothing more; the previous file stays.
  public func giveUp() {
    state.withLock { state in
      state.temporary?.remove()
      state = State()
    }
  }

  /// Removes the temporary files of this process. It may be called from a signal handler that ends the process.
  public static func removeTemporaries() { TemporaryFile.removeAll() }
}

/// The target of a path that will be written.
private struct OutputPlace {
  enum Kind {
    /// Already open; its owner closes it.
    case descriptor(Int32)
    /// A pipe or a device.
    case stream
    /// A file, existing or not, with all links resolved, and the status of the file to replace.
    case file(String, stat?)
  }

  let name: String
  let kind: Kind
  let identity: FileIdentity?

  init(_ path: String) throws(TraceError) {
    if path == "-" {
      (name, kind, identity) = ("standard output", .descriptor(1), FileIdentity(descriptor: 1))
      return
    }
    name = path
    let target = FilePath.behindLinks(path)
    if let number = FilePath.descriptor(target) {
      (kind, identity) = (.descriptor(number), FileIdentity(descriptor: number))
      return
    }
    var status = stat()
    guard stat(target, &status) == 0 else {
      let code = errno
      guard code == ENOENT, !target.hasSuffix("/"), !target.isEmpty else { throw .system("create", path, code) }
      guard let place = FileIdentity(path: path) else { throw .system("create", path, code) }
      (kind, identity) = (.file(target, nil), place)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .system("create", path, EISDIR)
    case S_IFREG:
      // Replacing the file would not check its permissions.
      guard access(target, W_OK) == 0 else { throw .system("create", path, errno) }
      (kind, identity) = (.file(target, status), FileIdentity(status))
    default: (kind, identity) = (.stream, nil)
    }
  }
}

extension OpenFile {
  /// Ensures that everything written is on the disk, where the system guarantees that.
  fileprivate func synchronize(_ name: String) throws(TraceError) {
    guard fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP else { return }
    throw .system("write", name, errno)
  }

  /// Copies the owner and the permissions of the file that it will replace, as far as the system allows.
  fileprivate func takeOn(_ old: stat) {
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    _ = fchmod(descriptor, old.st_mode & 0o777)
  }
}
