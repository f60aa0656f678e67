import PlayerCore

extension EngineHooks {
  /// Combines these hooks with others: pictures and sound go to these first and then to the others, the first loader
  /// that can reads a source, and network options come from these, or else from the others.
  public func joined(with others: EngineHooks) -> EngineHooks {
    var joined = self
    joined.onVideo = Self.both(onVideo, others.onVideo)
    joined.onAudio = Self.both(onAudio, others.onAudio)
    if let first = onStill, let second = others.onStill {
      joined.onStill = { serial, frame in
        first(serial, frame)
        second(serial, frame)
      }
    } else {
      joined.onStill = onStill ?? others.onStill
    }
    if let first = loader, let second = others.loader {
      joined.loader = LoaderPair(first: first, second: second)
    } else {
      joined.loader = loader ?? others.loader
    }
    if network.isEmpty { joined.network = others.network }
    return joined
  }

  private static func both<Frame>(
    _ first: (@Sendable (Frame) -> Void)?, _ second: (@Sendable (Frame) -> Void)?
  ) -> (@Sendable (Frame) -> Void)? {
    guard let first, let second else { return first ?? second }
    return { frame in
      first(frame)
      second(frame)
    }
  }
}

private struct LoaderPair: ResourceLoader {
  let first: any ResourceLoader
  let second: any ResourceLoader

  func canLoad(_ source: String) -> Bool { first.canLoad(source) || second.canLoad(source) }

  func open(_ source: String) throws -> any Resource {
    try first.canLoad(source) ? first.open(source) : second.open(source)
  }
}
