/// The response of a view's server to a request: the page, the stream, or a refusal. A pure function.
enum LiveAnswer: Equatable {
  case page
  /// The trace from this byte on.
  case stream(from: Int)
  case refusal(Refusal)

  enum Refusal: Equatable {
    /// A foreign host name for this machine: another site may have pointed its name here.
    case foreignHost
    /// A request from another site's page.
    case foreignPage
    case unknownPath
    case wrongMethod
    case wrongPlace
  }

  /// The resources that are served below the token.
  static let stream = "run"

  /// - Parameters:
  ///   - target: The path and the query of the request, as they came.
  ///   - headers: The value of a header; `nil` when there is none.
  init(method: String, target: String, token: String, headers: (String) -> String?) {
    guard Self.isLoopback(headers("host")) else {
      self = .refusal(.foreignHost)
      return
    }
    if let origin = headers("origin"), !Self.isLoopback(origin.split(separator: "/").last.map(String.init)) {
      self = .refusal(.foreignPage)
      return
    }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0])
    let query = parts.count > 1 ? String(parts[1]) : ""
    let isPage = Self.isSame(path, "/\(token)/")
    guard isPage || Self.isSame(path, "/\(token)/\(Self.stream)") else {
      self = .refusal(.unknownPath)
      return
    }
    guard method == "GET" else {
      self = .refusal(.wrongMethod)
      return
    }
    self = isPage ? .page : Self.stream(query)
  }

  private static func stream(_ query: String) -> Self {
    if query.isEmpty { return .stream(from: 0) }
    guard query.hasPrefix("from="), query.utf8.count <= 20, let place = Int(query.dropFirst(5)), place >= 0 else {
      return .refusal(.wrongPlace)
    }
    return .stream(from: place)
  }

  /// Whether a name, with or without a port, means this machine, as a browser writes it.
  private static func isLoopback(_ host: String?) -> Bool {
    guard let host else { return false }
    for name in ["127.0.0.1", "localhost", "[::1]"] where host.hasPrefix(name) {
      let rest = host.dropFirst(name.count)
      return rest.isEmpty
        || (rest.first == ":" && rest.count > 1 && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
    }
    return false
  }

  /// Compares in a time that does not depend on where two texts differ.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
