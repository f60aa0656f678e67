import PlayerCore
import PlayerRuntime

/// The network for programs.
struct NetworkJSON: Encodable {
  struct Interface: Encodable {
    var index: UInt32
    var name: String
    var kind: String
    var up: Bool
    var running: Bool
    var addresses: [String]
    var defaultRoutes: [UInt32]
  }

  var path: String
  var deciding: String?
  var interfaces: [Interface]

  init(_ status: NetworkStatus) {
    path = "\(status.path)"
    deciding = status.deciding
    interfaces = status.interfaces.map { interface in
      Interface(
        index: interface.index, name: interface.name, kind: interface.kind.rawValue, up: interface.isUp,
        running: interface.isRunning, addresses: interface.addresses.map(\.text),
        defaultRoutes: interface.defaultRoutes)
    }
  }
}
