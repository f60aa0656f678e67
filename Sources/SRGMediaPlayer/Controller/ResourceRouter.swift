import PlayerRuntime
import Backports

/// The only loader that an engine knows: passes the source of the loaded asset to that asset's loader, and others to the
/// loader of the environment.
final class ResourceRouter: ResourceLoader {
  private let fallback: (any ResourceLoader)?
  private let own = Lock<(source: String, loader: any ResourceLoader)?>(nil)

  init(fallback: (any ResourceLoader)?) { self.fallback = fallback }

  /// Replaces the asset before, and lets go of its loader.
  func register(_ asset: SRGURLAsset?) {
    own.withLock { own in own = asset.flatMap { asset in asset.resourceLoader.map { (asset.source, $0) } } }
  }

  private func loader(for source: String) -> (any ResourceLoader)? {
    let loader = own.withLock { $0?.source == source ? $0?.loader : nil } ?? fallback
    return loader?.canLoad(source) == true ? loader : nil
  }

  func canLoad(_ source: String) -> Bool { loader(for: source) != nil }

  func open(_ source: String) throws -> any Resource {
    guard let loader = loader(for: source) else { throw NobodyReads(source: source) }
    return try loader.open(source)
  }

  struct NobodyReads: Error {
    var source: String
  }
}
