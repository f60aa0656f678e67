#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Which file a path leads to: equal for all names of a file, whether or not it exists. `nil` for anything that is not
/// a file.
public struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  /// The number of the file, or of the folder in which it would be.
  private var number: UInt64
  /// The file's name, if it does not exist.
  private var missing: String?

  /// Of a file that is written, or would be.
  public init?(path: String) {
    var status = stat()
    let target = FilePath.behindLinks(path)
    if let number = path == "-" ? 1 : FilePath.descriptor(target) {
      self.init(descriptor: number)
    } else if stat(target, &status) == 0 {
      self.init(status)
    } else {
      let (folder, name) = FilePath.split(target)
      guard !name.isEmpty, stat(folder, &status) == 0 else { return nil }
      self.init(status, missing: name)
    }
  }

  /// Of a file that is read; `-` is standard input.
  public init?(input path: String) {
    if path == "-" { self.init(descriptor: 0) } else { self.init(path: path) }
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status, missing: nil)
  }

  private init(_ status: stat, missing: String?) {
    (device, number, self.missing) = (UInt64(status.st_dev), UInt64(status.st_ino), missing)
  }
}

/// Paths as the system interprets them.
enum FilePath {
  /// Resolves the last part of a path while it is a link, even to a file that does not exist yet. Stops at an open
  /// descriptor, which is not a link although it looks like one.
  static func behindLinks(_ path: String) -> String {
    var path = path
    for _ in 0..<40 where descriptor(path) == nil {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let link = String(decoding: buffer[..<count], as: UTF8.self)
      path = link.hasPrefix("/") ? link : split(path).folder + "/" + link
    }
    return path
  }

  /// The folder in which a path ends, and the last part.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The number of the descriptor that a path such as `/proc/self/fd/1` or `/dev/fd/1` names.
  static func descriptor(_ path: String) -> Int32? {
    let (folder, name) = split(path)
    guard let number = Int32(name), let resolved = realpath(folder, nil) else { return nil }
    defer { free(resolved) }
    let real = String(cString: resolved)
    return real == "/proc/\(getpid())/fd" || real == "/dev/fd" ? number : nil
  }
}
