import Foundation
import PlayerCore
import PlayerRuntime

/// The network in words.
enum NetworkText {
  /// `network: wifi, by wlan0`
  static func path(_ status: NetworkStatus) -> String {
    "network: \(status.path)" + (status.deciding.map { ", by \(Printable.text($0))" } ?? "")
  }

  /// The path, and a table of the interfaces.
  static func lines(_ status: NetworkStatus) -> [String] {
    let head = ["NAME", "KIND", "STATE", "DEFAULT ROUTE", "ADDRESSES"]
    let rows = [head] + status.interfaces.map(cells)
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return [path(status)]
      + rows.map { row in
        let line = zip(row, widths).map { $0.padding(toLength: max($1, 1), withPad: " ", startingAt: 0) }
        return line.joined(separator: "  ").trimmingTrailingSpaces
      }
  }

  private static func cells(_ interface: NetworkInterface) -> [String] {
    let routes = interface.defaultRoutes.map { "metric \($0)" }
    return [
      Printable.text(interface.name), interface.kind.rawValue, state(interface),
      routes.isEmpty ? "-" : routes.joined(separator: ", "), interface.addresses.map(\.text).joined(separator: " "),
    ]
  }

  private static func state(_ interface: NetworkInterface) -> String {
    interface.isRunning ? interface.isUp ? "connected" : "down" : interface.isUp ? "disconnected" : "down"
  }
}

extension NetworkAddress {
  /// `10.0.0.2/24`, the usual notation.
  var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard bytes.count == 4 || bytes.count == 16,
      inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil
    else { return "?" }
    let digits = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: digits, as: UTF8.self) + "/\(prefixLength)" + (isTentative ? " (tentative)" : "")
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
