import PlayerCore

/// The argument of `--network`: the network that is reported to the player.
enum NetworkArgument: Hashable, Sendable {
  /// The machine's own.
  case automatic
  case path(NetworkPath)

  static var names: [String] { ["auto"] + NetworkPath.allCases.map { "\($0)" } }

  init(_ text: String) throws {
    if text == "auto" {
      self = .automatic
    } else if let path = NetworkPath(name: text) {
      self = .path(path)
    } else {
      throw ArgumentProblem("expected auto, wifi, cellular, wired, none or unknown")
    }
  }

  /// The named network.
  var path: NetworkPath? {
    switch self {
    case .automatic: nil
    case .path(let path): path
    }
  }
}

extension NetworkPath {
  /// The network of this name in the vocabulary, for example `wifi`.
  init?(name: String) {
    guard let path = NetworkPath.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = path
  }
}
