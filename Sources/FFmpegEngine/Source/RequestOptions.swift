#if FFmpeg
import CFFmpeg
import Foundation
import PlayerRuntime

/// ``PlayerRuntime/NetworkOptions`` in libavformat's form.
struct RequestOptions: Sendable {
  private let options: NetworkOptions
  /// The only host that gets the cookies, with those below it.
  private let host: String

  init(_ options: NetworkOptions, source: String) {
    self.options = options
    host = Self.host(of: Self.place(of: source))
  }

  /// Sets the headers of a request for `address`, in the options of the connection.
  func set(_ dictionary: UnsafeMutablePointer<OpaquePointer?>?, for address: String) {
    func set(_ name: String, _ value: String?) { if let value { av_dict_set(dictionary, name, value, 0) } }
    if !options.headers.isEmpty {
      set("headers", options.headers.map { "\($0.name): \($0.value)\r\n" }.joined())
    }
    set("user_agent", options.userAgent)
    set("http_proxy", options.proxy)
    set("ca_file", options.trustedCertificates)
    let place = Self.place(of: address)
    let target = Self.host(of: place)
    if !options.cookies.isEmpty, target == host || target.hasSuffix("." + host) {
      // As if set by the server: a redirect to another domain gets none. libavformat counts the port as part of it.
      set("cookies", options.cookies.map { "\($0.name)=\($0.value); path=/; domain=\(place)" }.joined(separator: "\n"))
    }
  }

  /// Host and port as libavformat reads them: after the last `@` of what stands before the path.
  private static func place(of address: String) -> String {
    guard let mark = address.range(of: "://") else { return "" }
    let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }

  private static func host(of place: String) -> String {
    if place.first == "[" { return place.prefix { $0 != "]" }.lowercased() }
    return place.prefix { $0 != ":" }.lowercased()
  }
}
#endif
