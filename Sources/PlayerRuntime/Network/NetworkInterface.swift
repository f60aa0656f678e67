import PlayerCore

/// An interface of the machine, as its network monitor sees it.
public struct NetworkInterface: Hashable, Sendable {
  /// What an interface is for.
  public enum Kind: String, CaseIterable, Sendable {
    case loopback, wireless, cellular, wired
    /// Bridges, tunnels, and others whose name does not show a kind: `docker0`, `br-…`, `veth…`, `tun0`, `wg0`.
    case other
  }

  /// The system's number for it; a name can change.
  public var index: UInt32
  /// As the system names it: `eth0`.
  public var name: String
  /// How it is connected.
  public var kind: Kind
  /// It is switched on.
  public var isUp: Bool
  /// And it is connected: a cable is plugged in, a network joined.
  public var isRunning: Bool
  /// The addresses that it has.
  public var addresses: [NetworkAddress]
  /// The metrics of the default routes through it; the lowest one of all interfaces is used.
  public var defaultRoutes: [UInt32]

  /// Whether it is up and has a carrier.
  public var isUsable: Bool { isUp && isRunning }
}

/// An address of an interface.
public struct NetworkAddress: Hashable, Sendable {
  /// 4 bytes or 16.
  public var bytes: [UInt8]
  /// How many bits identify the network, 0…128.
  public var prefixLength: UInt8
  /// False for an address that is valid only on this link or this machine.
  public var isGlobal: Bool
  /// An IPv6 address that may turn out to be in use elsewhere is not used yet.
  public var isTentative: Bool
}

/// What is known about the network at one moment.
public struct NetworkStatus: Hashable, Sendable {
  /// The path to report to the player.
  public var path = NetworkPath.unknown
  /// The interface that decides the path.
  public var deciding: String?
  /// By index.
  public var interfaces: [NetworkInterface] = []
}

// MARK: - Kinds

extension NetworkInterface.Kind {
  /// The kind of an interface. Names that show a kind decide: they are the same inside a namespace, where an interface
  /// can be anything underneath. Then what the driver reports, and then the names of wired interfaces, which containers
  /// give to their virtual ones, too.
  ///
  /// - Parameters:
  ///   - virtualKind: the kernel's name of a virtual kind of interface, such as `veth` or `wwan`.
  ///   - deviceType: the driver's `DEVTYPE`, such as `wlan` or `wwan`.
  init(name: String, isLoopback: Bool, virtualKind: String?, deviceType: String?) {
    func begins(_ prefixes: String...) -> Bool { prefixes.contains { name.hasPrefix($0) } }
    self =
      if isLoopback {
        .loopback
      } else if begins("ww", "rmnet", "ppp") {  // wwan0, and wwp… or wwx… by systemd
        .cellular
      } else if begins("wl") {  // wlan0, and wlp… or wlx… by systemd
        .wireless
      } else if deviceType == "wwan" || virtualKind == "wwan" || virtualKind == "rmnet" {
        .cellular
      } else if deviceType == "wlan" {
        .wireless
      } else if begins("en", "eth") {
        .wired
      } else {
        .other
      }
  }

  /// What a run over such an interface is over. Only asked of one that carries the default route, or, when there is
  /// none, of one that is not `other`.
  var path: NetworkPath {
    switch self {
    case .loopback: .none
    case .wireless: .wifi
    case .cellular: .cellular
    case .wired, .other: .wired
    }
  }
}
