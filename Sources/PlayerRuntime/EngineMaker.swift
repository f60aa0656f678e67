import PlayerCore

/// What an app needs from an engine beyond the contract. Everything is called on the engine's own threads, one call at
/// a time, and blocks playback while it runs.
public struct EngineHooks: Sendable {
  /// Decoded pictures, each when it is due.
  public var onVideo: (@Sendable (VideoFrame) -> Void)?
  /// Decoded sound, each piece when it is due, in step with the pictures.
  public var onAudio: (@Sendable (AudioFrame) -> Void)?
  /// The requested still pictures.
  public var onStill: (@Sendable (StillSerial, VideoFrame) -> Void)?
  /// Reads sources for the engine: custom schemes, encrypted files.
  public var loader: (any ResourceLoader)?
  /// Headers, cookies and a proxy for sources from the network.
  public var network = NetworkOptions()

  /// No hooks: pictures and sound go nowhere.
  public init() {}
}

/// A picture, scaled and rotated for the player's presentation if the presentation has a frame size.
public struct VideoFrame: Hashable, Sendable {
  /// Its position in the media.
  public var position: MediaTime
  /// In pixels; at least 1.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// 8-bit RGB, three bytes for each pixel, line by line from the top.
  public var pixels: [UInt8]

  /// A picture of `width × height` pixels.
  public init(position: MediaTime, width: Int, height: Int, pixels: [UInt8]) {
    self.position = position
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// A piece of sound: interleaved 16-bit stereo, left first.
public struct AudioFrame: Hashable, Sendable {
  /// The position of its first sample in the media.
  public var position: MediaTime
  /// Sample pairs per second.
  public var sampleRate: Int
  /// Sixteen-bit samples, the channels interleaved.
  public var samples: [Int16]

  /// Sound that starts at `position`, at this many samples per second and channel.
  public init(position: MediaTime, sampleRate: Int, samples: [Int16]) {
    self.position = position
    self.sampleRate = sampleRate
    self.samples = samples
  }
}

/// Gives an engine the bytes of sources that only the app can read.
public protocol ResourceLoader: Sendable {
  /// Whether this loader reads `source`; the engine reads all others itself.
  func canLoad(_ source: String) -> Bool
  func open(_ source: String) throws -> any Resource
}

/// An opened source. Used from one thread at a time.
public protocol Resource: AnyObject {
  /// In bytes; `nil` when it is not known, as for a live stream.
  var length: Int64? { get }
  /// Up to `count` bytes from `offset`; empty at the end.
  func read(from offset: Int64, count: Int) throws -> [UInt8]
}

/// Where façades get their engine. `FFmpegEngine.install()` sets the one that plays real media; tests set their own.
@MainActor
public enum EngineMaker {
  /// Makes an engine that names things with the library and passes pictures and sound to the hooks.
  public typealias Make = @MainActor (IdentifierTable, EngineHooks) -> any Engine

  /// Makes the engine of every façade without its own. Until it is set, every load fails with kind `notFound`, and a
  /// text that names what is missing.
  public static var standard: Make = unavailable

  /// Makes the replacement while no engine is set.
  package static let unavailable: Make = { library, _ in
    UnavailableEngine(
      "no engine is installed: call FFmpegEngine.install() before the first player is made, or set EngineMaker.standard",
      kind: .notFound, library: library)
  }
}
