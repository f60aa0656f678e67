import PlayerCore
import PlayerRuntime

/// Key of `getMetadata`: the container format, by the name of its demuxer.
public let kKSYPLYFormat = "kKSYPLYFormat"
/// Key of `getMetadata`: from the connection to the first byte, in milliseconds.
public let kKSYPLYHttpFirstDataTime = "kKSYPLYHttpFirstDataTime"
/// Key of `getMetadata`: how long connecting took, in milliseconds.
public let kKSYPLYHttpConnectTime = "kKSYPLYHttpConnectTime"
/// Key of `getMetadata`: how long the name lookup took, in milliseconds.
public let kKSYPLYHttpAnalyzeDns = "kKSYPLYHttpAnalyzeDns"

/// The reports of an opening before it was prepared.
struct StreamInformation: Hashable {
  var address = ""
  /// The media's keys and values; the container format has its own key.
  var texts: [String: String] = [:]
  /// Counted from the start of the opening; never if unknown.
  var nameLookup = TimeSpan.never
  var connect = TimeSpan.never
  var firstData = TimeSpan.never

  /// Texts and milliseconds; unknown values are absent.
  var metadata: [String: any Sendable] {
    var metadata: [String: any Sendable] = texts
    metadata[kKSYPLYHttpAnalyzeDns] = nameLookup.milliseconds(after: .never)
    metadata[kKSYPLYHttpConnectTime] = connect.milliseconds(after: nameLookup)
    metadata[kKSYPLYHttpFirstDataTime] = firstData.milliseconds(after: connect)
    return metadata
  }

  mutating func take(_ key: String, _ value: String) {
    let key = key == MetadataKey.container ? kKSYPLYFormat : key
    // The first value is the engine's own.
    if texts[key] == nil { texts[key] = value }
  }
}

extension TimeSpan {
  fileprivate func milliseconds(after other: TimeSpan) -> Double? {
    if self == .never { return nil }
    return Double((other == .never ? self : self - other).microseconds) / 1_000
  }
}

/// Data that passes through the player while it plays (`qosInfo`).
public struct KSYQosInfo: Hashable, Sendable {
  /// How much media is buffered, in milliseconds. The engines of this project fill the queues of sound and picture
  /// together, and report one length for both.
  public var audioBufferTimeLength: Int
  /// The same for pictures, in milliseconds.
  public var videoBufferTimeLength: Int
  /// All bytes read, of sound and picture together.
  public var totalDataSize: Int64
  /// Bytes of each kind: the engines of this project do not distinguish them.
  public var audioBufferByteLength: Int?
  /// Bytes of pictures in the buffer; `nil`, see ``audioBufferByteLength``.
  public var videoBufferByteLength: Int?
  /// Bytes of sound that were read; `nil`, see ``audioBufferByteLength``.
  public var audioTotalDataSize: Int64?
  /// Bytes of pictures that were read; `nil`, see ``audioBufferByteLength``.
  public var videoTotalDataSize: Int64?
}
