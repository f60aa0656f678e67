import Foundation

/// What an item plays: replaces the original's AVAsset.
///
/// The original distinguishes AVURLAsset from other assets: only the addresses of URL assets can be compared. Here
/// everything else is a ``source`` that the app's own `ResourceLoader` reads.
public struct PRXAsset: Hashable, Sendable {
  /// What the engine opens.
  public var source: String
  /// The address of a URL asset; nil for others.
  public var url: URL?

  /// Whether it has an address.
  public var isURLAsset: Bool { url != nil }
  /// Whether it needs no network: a URL asset of a file.
  public var isLocal: Bool { url?.isFileURL ?? false }

  /// A URL asset.
  public init(url: URL) {
    self.url = url
    source = url.isFileURL ? url.path : url.absoluteString
  }

  /// An asset without an address.
  public init(source: String) { self.source = source }

  /// Whether both are URL assets with the same address, which is the original's only comparison of assets.
  func hasAddress(of other: PRXAsset?) -> Bool { url != nil && url == other?.url }
}
