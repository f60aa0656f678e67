import Foundation
import PlayerRuntime

/// Reads files whose bytes are masked with a repeating key, and gives the engine the plain bytes: an example of a
/// loader, and enough to keep media from being played by a double click. It is not encryption.
///
/// ```swift
/// let asset = SRGURLAsset(url: url, resourceLoader: SRGDecryptingLoader(key: key))
/// controller.playURLAsset(asset)
/// ```
public struct SRGDecryptingLoader: ResourceLoader {
  private let key: [UInt8]

  /// An empty key changes nothing.
  public init(key: [UInt8]) { self.key = key.isEmpty ? [0] : key }

  /// Files only.
  public func canLoad(_ source: String) -> Bool { source.hasPrefix("/") || source.hasPrefix("file:") }

  /// Opens the address and decrypts it while it is read. Throws the errors of the underlying loader.
  public func open(_ source: String) throws -> any Resource {
    let path = source.hasPrefix("file:") ? URL(string: source)?.path ?? source : source
    return try DecryptedFile(FileHandle(forReadingFrom: URL(fileURLWithPath: path)), key: key)
  }

  /// Decrypts `bytes`, which begin at `offset` of the file. The same operation encrypts.
  static func apply(_ key: [UInt8], to bytes: inout [UInt8], at offset: Int64) {
    var place = Int(offset % Int64(key.count))
    for index in bytes.indices {
      bytes[index] ^= key[place]
      place = place + 1 == key.count ? 0 : place + 1
    }
  }

  /// The bytes of a file as they must be stored for this loader.
  public func encrypted(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    Self.apply(key, to: &bytes, at: 0)
    return bytes
  }
}

private final class DecryptedFile: Resource {
  private let file: FileHandle
  private let key: [UInt8]
  let length: Int64?

  init(_ file: FileHandle, key: [UInt8]) throws {
    self.file = file
    self.key = key
    length = Int64(exactly: try file.seekToEnd())
  }

  deinit { try? file.close() }

  func read(from offset: Int64, count: Int) throws -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    try file.seek(toOffset: UInt64(offset))
    var bytes = [UInt8](try file.read(upToCount: count) ?? Data())
    SRGDecryptingLoader.apply(key, to: &bytes, at: offset)
    return bytes
  }
}
