/// What the kernel reports of links, addresses and routes, as far as a monitor needs it (rtnetlink(7)).
enum NetlinkMessage: Hashable, Sendable {
  case link(Link)
  case linkGone(index: UInt32)
  case address(Address)
  case addressGone(Address)
  /// A default route of the main table.
  case route(Route)
  /// It does not identify the route; the routes are read again.
  case routeGone
  /// The end of an answer; an errno when it is not complete.
  case done(error: Int32)
  /// Instead of an answer. 0 is an acknowledgement.
  case error(Int32)
  /// Messages were lost.
  case overrun
}

extension NetlinkMessage {
  struct Link: Hashable, Sendable {
    var index: UInt32
    /// nil when this message lacks it.
    var name: String?
    var isUp: Bool
    var isRunning: Bool
    var isLoopback: Bool
    /// Such as `veth`; nil when this message lacks it.
    var virtualKind: String?
    /// Not in the message: the driver reports it elsewhere.
    var deviceType: String?
  }

  struct Address: Hashable, Sendable {
    var interface: UInt32
    var value: NetworkAddress
  }

  struct Route: Hashable, Sendable {
    var isIPv6: Bool
    var metric: UInt32
    /// More than one when it has several next hops.
    var interfaces: [UInt32]
  }
}

/// A message and how it came.
struct NetlinkEntry: Hashable, Sendable {
  var message: NetlinkMessage
  /// Of the question, when it is an answer.
  var sequence: UInt32
  /// Part of an answer, and not something that has just happened.
  var isAnswer: Bool
  /// The reported table was changed while it was being read: read again.
  var isInterrupted: Bool
}

/// The numbers of `linux/netlink.h`, `linux/rtnetlink.h`, `linux/if_addr.h` and `linux/if.h`, which are part of the
/// kernel's stable interface. Glibc's module does not have them.
enum Netlink {
  static let error: UInt16 = 2
  static let done: UInt16 = 3
  static let overrun: UInt16 = 4

  static let newLink: UInt16 = 16
  static let deleteLink: UInt16 = 17
  static let getLink: UInt16 = 18
  static let newAddress: UInt16 = 20
  static let deleteAddress: UInt16 = 21
  static let getAddress: UInt16 = 22
  static let newRoute: UInt16 = 24
  static let deleteRoute: UInt16 = 25
  static let getRoute: UInt16 = 26

  static let request: UInt16 = 0x1
  static let multipart: UInt16 = 0x2
  static let dumpInterrupted: UInt16 = 0x10
  static let dump: UInt16 = 0x300

  /// Links, addresses and routes of both families.
  static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

  static let headerLength = 16
  static let linkBodyLength = 16
  static let addressBodyLength = 8
  static let routeBodyLength = 12

  static let up: UInt32 = 0x1
  static let loopback: UInt32 = 0x8
  static let running: UInt32 = 0x40
  static let lowerUp: UInt32 = 0x10000

  static let linkName: UInt16 = 3
  static let linkInfo: UInt16 = 18
  static let linkInfoKind: UInt16 = 1

  static let addressRemote: UInt16 = 1
  static let addressLocal: UInt16 = 2
  static let addressFlags: UInt16 = 8
  static let tentative: UInt32 = 0x40
  static let duplicate: UInt32 = 0x8
  static let optimistic: UInt32 = 0x4
  static let linkScope: UInt8 = 253

  static let routeInterface: UInt16 = 4
  static let routePriority: UInt16 = 6
  static let routeMultipath: UInt16 = 9
  static let routeTable: UInt16 = 15
  static let mainTable: UInt32 = 254
  static let unicast: UInt8 = 1
  static let cloned: UInt32 = 0x200
  static let nextHopLength = 8

  static let ipv4: UInt8 = 2
  static let ipv6: UInt8 = 10
}
