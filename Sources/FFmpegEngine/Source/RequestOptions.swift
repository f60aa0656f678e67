#if FFmpeg
import CFFmpeg
import Foundation
import PlayerRuntime

/// ``PlayerRuntime/NetworkOptions`` in libavformat's form.
struct RequestOptions: Sendable {
  private let options: NetworkOptions
  /// The only server that gets ``secrets``; its host is the only one that gets the cookies, with those below it.
  private let own: Server?

  /// Headers that identify the user, in lower case.
  private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

  init(_ options: NetworkOptions, source: String) {
    self.options = options
    own = Server(source)
  }

  /// Whether something of it must not go where a server redirects a request, nor with a request for another server over
  /// a connection that libavformat keeps with the options of the first.
  var areForOneServer: Bool { !options.cookies.isEmpty || options.headers.contains(where: Self.isSecret) }

  private static func isSecret(_ header: NetworkOptions.Header) -> Bool { secrets.contains(header.name.lowercased()) }

  /// Sets the headers of a request for `address`, in the options of the connection. `cookies`: of the source's own server.
  func set(_ dictionary: UnsafeMutablePointer<OpaquePointer?>?, for address: String, cookies: String? = nil) {
    // Without a value it is removed: the demuxer of HLS hands on those of its playlist.
    func set(_ name: String, _ value: String?) { av_dict_set(dictionary, name, value, 0) }
    let target = Server(address)
    if !options.headers.isEmpty {
      let headers = options.headers.filter { target != nil && target == own || !Self.isSecret($0) }
      set("headers", headers.isEmpty ? nil : headers.map { "\($0.name): \($0.value)\r\n" }.joined())
    }
    if let cookies, target != nil, target == own { set("cookies", cookies) }
    if !options.cookies.isEmpty, cookies == nil || target != own {
      // As if set by the server. libavformat counts the port as part of the domain.
      let cookies = target.flatMap { target in
        target.isBelow(own) ? options.cookies.map { "\($0.name)=\($0.value); path=/; domain=\(target.place)" } : nil
      }
      set("cookies", cookies?.joined(separator: "\n"))
    }
    // libavformat would send everything to where it is redirected: the gate asks there anew.
    if areForOneServer { set("max_redirects", "0") }
    if let userAgent = options.userAgent { set("user_agent", userAgent) }
    if let proxy = options.proxy { set("http_proxy", proxy) }
    if let certificates = options.trustedCertificates { set("ca_file", certificates) }
  }
}

/// Where requests for an address go: its origin.
private struct Server: Sendable, Equatable {
  private let scheme: String
  private let host: String
  private let port: Substring
  /// Host and port as they stand in the address.
  let place: String

  /// Reads `address` as libavformat does: host and port are after the last `@` of what stands before the path. Nil
  /// unless it is one of HTTP or HTTPS.
  init?(_ address: String) {
    let address = ProtocolPolicy.plain(address)
    guard let mark = address.range(of: "://") else { return nil }
    scheme = address[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let end = place.first == "[" ? place.firstIndex(of: "]").map(place.index(after:)) : place.firstIndex(of: ":")
    let named = place[..<(end ?? place.endIndex)]
    host = named.lowercased()
    let port = place[named.endIndex...].dropFirst()
    self.port = port.isEmpty ? (scheme == "https" ? "443" : "80") : port
    self.place = String(place)
  }

  static func == (a: Self, b: Self) -> Bool { a.scheme == b.scheme && a.host == b.host && a.port == b.port }

  /// Whether cookies for `other` may go there: to its host and those below, and never in plain text if not there.
  func isBelow(_ other: Self?) -> Bool {
    guard let other, scheme == "https" || other.scheme == "http" else { return false }
    return host == other.host || host.hasSuffix("." + other.host)
  }
}
#endif
