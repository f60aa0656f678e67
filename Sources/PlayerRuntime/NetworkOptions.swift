/// What an engine sends with its requests to the servers of `http` and `https` sources.
///
/// All of it is sent with every request: for playlists, segments, keys and parts of files alike, to all servers that
/// the source refers to, redirects included. What identifies the user is the exception: cookies go to the source's own host
/// and those below it, the headers `Authorization`, `Cookie` and `Proxy-Authorization` to its own scheme, host and port.
/// Because it may be secret, none of it appears in a trace, an error or a description.
public struct NetworkOptions: Hashable, Sendable {
  /// Headers of requests, in the order in which they were added.
  public private(set) var headers: [Header] = []
  /// The name that servers see; nil for the engine's own name.
  public private(set) var userAgent: String?
  /// Where requests go instead of to the server: `http://host:port`; nil for the environment's `http_proxy`, if any.
  public private(set) var proxy: String?
  /// In the order in which they were added.
  public private(set) var cookies: [Cookie] = []
  /// A file of certificates in PEM that are trusted instead of the machine's; nil for the machine's.
  public var trustedCertificates: String?

  /// A line that is sent with every request; with some names, only with those to the source's own server.
  public struct Header: Hashable, Sendable {
    /// Its name, as it is sent.
    public let name: String
    /// Its value, as it is sent. It may be secret and is not shown by descriptions.
    public let value: String
  }

  /// A cookie that is sent to the source's host and those below it; one of a source with https only with https.
  public struct Cookie: Hashable, Sendable {
    /// Its name, as it is sent.
    public let name: String
    /// Its value, as it is sent. It may be secret and is not shown by descriptions.
    public let value: String
  }

  /// No options: the engine's defaults.
  public init() {}

  /// Whether nothing was set.
  public var isEmpty: Bool { self == NetworkOptions() }

  /// Adds a line such as `Authorization: Bearer 123`. The engine's own lines, which request a part of a file and
  /// control the connection, are refused.
  public mutating func addHeader(_ line: String) throws(NetworkOptionError) {
    guard let colon = line.firstIndex(of: ":") else {
      throw NetworkOptionError("a header", expected: "'Name: value'", found: "no colon")
    }
    try addHeader(name: String(line[..<colon]), value: String(line[line.index(after: colon)...]))
  }

  /// Adds a header to all requests; one that identifies the user, only to those to the source's own server.
  public mutating func addHeader(name: String, value: String) throws(NetworkOptionError) {
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else {
      throw NetworkOptionError(
        "the name of a header", expected: "letters, digits and hyphens", found: Self.quoted(name))
    }
    let what = "the header \(name)"
    try Self.checkLine(value, what)
    if Self.reserved.contains(name.lowercased()) {
      throw NetworkOptionError(what, expected: "a header that is not the engine's own", found: "'\(name)'")
    }
    headers.append(Header(name: name, value: Self.trimmed(value)))
  }

  /// Sets the name of the app that servers see. Throws when it has line breaks or control characters.
  public mutating func setUserAgent(_ text: String) throws(NetworkOptionError) {
    try Self.checkLine(text, "the user agent")
    guard !Self.trimmed(text).isEmpty else {
      throw NetworkOptionError("the user agent", expected: "a name such as App/1.0", found: "nothing")
    }
    userAgent = Self.trimmed(text)
  }

  /// Sends requests through a proxy: `http://host:port` or `host:port`, with `name:password@` before the host if the
  /// proxy requires it. Sources with `https` are tunnelled through it.
  public mutating func setProxy(_ address: String) throws(NetworkOptionError) {
    let mark = address.range(of: "://")
    let scheme = mark.map { address[..<$0.lowerBound].lowercased() } ?? "http"
    guard scheme == "http" else {
      throw NetworkOptionError("the proxy", expected: "http://HOST:PORT", found: "the scheme \(Self.quoted(scheme))")
    }
    var rest = mark.map { address[$0.upperBound...] } ?? address[...]
    while rest.last == "/" { rest = rest.dropLast() }
    let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let colon = place.lastIndex(of: ":"),
      !place[..<colon].isEmpty, !place.contains("/"), let port = UInt16(place[place.index(after: colon)...]), port > 0
    else {
      throw NetworkOptionError("the proxy", expected: "http://HOST:PORT", found: "no host with a port")
    }
    proxy = "http://\(rest)"
  }

  /// Adds a cookie: `name=value`.
  public mutating func addCookie(_ pair: String) throws(NetworkOptionError) {
    guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
      throw NetworkOptionError("a cookie", expected: "'name=value'", found: "no name before '='")
    }
    let name = String(pair[..<equals])
    let value = String(pair[pair.index(after: equals)...])
    guard name.utf8.allSatisfy(Self.isToken) else {
      throw NetworkOptionError(
        "the name of a cookie", expected: "letters, digits and hyphens", found: Self.quoted(name))
    }
    // RFC 6265: visible characters without quotes, comma, semicolon and backslash.
    guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\",;\\".utf8.contains($0) }) else {
      throw NetworkOptionError(
        "the cookie \(name)", expected: "one value without spaces, commas, semicolons and quotes",
        found: "another character")
    }
    cookies.append(Cookie(name: name, value: value))
  }

  /// What the engine sends itself: another value would break transfers.
  private static let reserved: Set<String> = [
    "connection", "content-length", "icy-metadata", "keep-alive", "range", "te", "transfer-encoding", "upgrade",
  ]

  /// A line break in a value would be another header, or another request.
  private static func checkLine(_ text: String, _ what: String) throws(NetworkOptionError) {
    guard text.utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
      throw NetworkOptionError(what, expected: "one line of text", found: "a line break or a control character")
    }
    guard text.utf8.count <= 4_096 else {
      throw NetworkOptionError(what, expected: "at most 4096 bytes", found: "\(text.utf8.count)")
    }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ text: String) -> String {
    var part = text[...]
    while let first = part.first, first == " " || first == "\t" { part = part.dropFirst() }
    while let last = part.last, last == " " || last == "\t" { part = part.dropLast() }
    return String(part)
  }

  private static func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(40).map { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F ? $0 : "?" }
    return "'" + String(String.UnicodeScalarView(shown)) + "'"
  }
}

extension NetworkOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of options of each kind, without values: it may be logged.
  public var description: String {
    let names = headers.map(\.name) + cookies.map { "cookie \($0.name)" }
    let others = [userAgent.map { _ in "user agent" }, proxy.map { _ in "proxy" }, trustedCertificates].compactMap(
      \.self)
    return "NetworkOptions(\((names + others).joined(separator: ", ")))"
  }

  /// The description; it shows no secrets.
  public var debugDescription: String { description }
  /// Without children, so that a dump shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why something cannot be sent to servers. Values are left out, because they may be secret.
public struct NetworkOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option, as the command line names it.
  public let what: String
  /// What would be right.
  public let expected: String
  /// What was given, without secrets.
  public let found: String

  init(_ what: String, expected: String, found: String) {
    self.what = what
    self.expected = expected
    self.found = found
  }

  /// What is wrong, expected and found.
  public var description: String { "\(what): expected \(expected), found \(found)" }
}
