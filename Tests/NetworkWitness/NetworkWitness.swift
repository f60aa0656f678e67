import Foundation
import PlayerRuntime

/// Prints what the network monitor reports, one line per change of the path, for tests in a network namespace:
/// `wifi by wlan0; lo loopback usable, metrics [], 127.0.0.1/8; wlan0 wireless usable, metrics [600], 10.75.1.2/24`.
@main
enum NetworkWitness {
  static func main() throws {
    let monitor = try NetworkMonitor { status in
      let interfaces = status.interfaces.map { interface in
        let addresses = interface.addresses.map { address in
          address.bytes.map { "\($0)" }.joined(separator: ".") + "/\(address.prefixLength)"
        }
        return "\(interface.name) \(interface.kind) \(interface.isUsable ? "usable" : "unusable"), metrics "
          + "\(interface.defaultRoutes), \(addresses.joined(separator: " "))"
      }
      print((["\(status.path) by \(status.deciding ?? "none")"] + interfaces).joined(separator: "; "))
      fflush(nil)
    }
    withExtendedLifetime(monitor) { while true { pause() } }
  }
}
