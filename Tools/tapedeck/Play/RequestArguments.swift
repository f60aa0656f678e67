import ArgumentParser
import Foundation
import PlayerRuntime

/// Data that is sent to servers: the options of `play` and `record` for sources from the network.
struct RequestArguments: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A header for every request: playlists, segments and keys, on all servers that the source leads to; Authorization, \
      Cookie and Proxy-Authorization only on its own (scheme, host and port). May be repeated. It is not in the trace.
      """, valueName: "name: value"))
  var header: [String] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The User-Agent header, instead of libavformat's.", valueName: "name"))
  var userAgent: String?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A cookie for the source's host and its subdomains, of https only with https; may be repeated. Never in the trace.",
      valueName: "name=value"))
  var cookie: [String] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Send requests through this HTTP proxy. (default: http_proxy)", valueName: "[http://]host:port"))
  var proxy: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "A PEM file of certificates to trust instead of the machine's, such as your own server's.",
    completion: .file())
  var caFile: String?

  /// The options of the request; errors do not contain values, which may be secret.
  func options() throws -> NetworkOptions {
    var options = NetworkOptions()
    for line in header { try Self.check("--header") { () throws(NetworkOptionError) in try options.addHeader(line) } }
    for pair in cookie { try Self.check("--cookie") { () throws(NetworkOptionError) in try options.addCookie(pair) } }
    if let userAgent {
      try Self.check("--user-agent") { () throws(NetworkOptionError) in try options.setUserAgent(userAgent) }
    }
    if let proxy { try Self.check("--proxy") { () throws(NetworkOptionError) in try options.setProxy(proxy) } }
    if let caFile {
      guard access(caFile, R_OK) == 0 else {
        throw ValidationError("--ca-file \(caFile): \(String(cString: strerror(errno))); give a readable PEM file.")
      }
      options.trustedCertificates = caFile
    }
    return options
  }

  /// Refuses options that cannot affect any of the sources.
  func check(for sources: [String]) throws {
    let isWeb = sources.contains { source in
      ["http://", "https://"].contains { source.lowercased().hasPrefix($0) }
    }
    guard try !options().isEmpty, !isWeb else { return }
    throw ValidationError(
      "--header, --user-agent, --cookie, --proxy and --ca-file are for sources with http or https; drop them.")
  }

  private static func check(_ name: String, _ body: () throws(NetworkOptionError) -> Void) throws {
    do throws(NetworkOptionError) { try body() } catch { throw ValidationError("\(name): \(error).") }
  }
}

extension Action {
  /// The source that the action loads, if it names one.
  var newSource: String? {
    if case .reload(let source, _) = self { source } else { nil }
  }
}
