import PlayerRuntime
import Backports

/// The only loader that an engine knows: passes each source to the loader of its asset, and a source without an asset
/// to the loader of the environment.
final class ResourceRouter: ResourceLoader {
  private let fallback: (any ResourceLoader)?
  private let loaders = Lock<[String: any ResourceLoader]>([:])

  init(fallback: (any ResourceLoader)?) { self.fallback = fallback }

  func register(_ asset: SRGURLAsset) {
    loaders.withLock { $0[asset.source] = asset.resourceLoader }
  }

  private func loader(for source: String) -> (any ResourceLoader)? {
    let loader = loaders.withLock { $0[source] } ?? fallback
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
