import Foundation
import PlayerRuntime

/// Media at an address, with a custom way to read it. Replaces a URL asset with a resource loader delegate
/// (SRGGuide.md#resource-loading).
public final class SRGURLAsset: Sendable {
  /// Its address.
  public let url: URL
  /// Reads the media instead of the engine, for example to decrypt it on the fly; `nil`: the engine reads it.
  public let resourceLoader: (any ResourceLoader)?

  /// An asset; with a loader the engine does not read the address itself.
  public init(url: URL, resourceLoader: (any ResourceLoader)? = nil) {
    self.url = url
    self.resourceLoader = resourceLoader
  }

  /// What an engine opens: a path, or an address.
  var source: String { url.isFileURL ? url.path : url.absoluteString }
}
