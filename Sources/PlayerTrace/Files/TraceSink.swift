import Backports

/// Where a recorder's bytes go. Bytes are only ever appended.
public protocol TraceSink: Sendable {
  /// The name of the sink in errors.
  var name: String { get }
  /// Appends all of `bytes`; throws when it cannot.
  func append(_ bytes: [UInt8]) throws(TraceError)
}

/// A file, or the standard output for the path `-`.
public struct FileSink: TraceSink {
  private let file: OpenFile

  /// Creates the file; an existing one is emptied. Throws ``TraceError/system(action:file:code:message:)``.
  public init(path: String) throws(TraceError) {
    file = path == "-" ? OpenFile(descriptor: 1, name: "standard output") : try OpenFile.writing(path)
  }

  /// The path of the file.
  public var name: String { file.name }
  /// Appends to the file.
  public func append(_ bytes: [UInt8]) throws(TraceError) { try file.writeAll(bytes) }
}

/// Keeps the bytes in memory.
public final class MemorySink: TraceSink {
  private let contents = Lock<[UInt8]>([])

  /// An empty sink.
  public init() {}

  /// Takes the place of a file's path in errors.
  public var name: String { "memory" }
  /// Everything that was appended.
  public var bytes: [UInt8] { contents.withLock { $0 } }
  /// Appends to ``bytes``.
  public func append(_ bytes: [UInt8]) { contents.withLock { $0.append(contentsOf: bytes) } }
}
