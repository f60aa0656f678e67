/// Reads what a netlink socket has received. Takes any bytes: what is cut off or makes no sense is left out.
enum NetlinkParser {
  /// The messages of one datagram that matter to a monitor, in their order.
  static func entries(in datagram: [UInt8]) -> [NetlinkEntry] {
    var entries: [NetlinkEntry] = []
    var rest = NetlinkBytes(datagram[...])
    while let length = rest.integer(UInt32.self, at: 0),
      let message = rest.part(from: 0, length: Int(clamping: length)), length >= Netlink.headerLength
    {
      if let entry = entry(message) { entries.append(entry) }
      rest = rest.dropping(NetlinkBytes.aligned(Int(length)))
    }
    return entries
  }

  private static func entry(_ bytes: NetlinkBytes) -> NetlinkEntry? {
    guard let type = bytes.integer(UInt16.self, at: 4), let flags = bytes.integer(UInt16.self, at: 6),
      let sequence = bytes.integer(UInt32.self, at: 8)
    else { return nil }
    guard let message = message(type, bytes.dropping(Netlink.headerLength)) else { return nil }
    return NetlinkEntry(
      message: message, sequence: sequence, isAnswer: flags & Netlink.multipart != 0,
      isInterrupted: flags & Netlink.dumpInterrupted != 0)
  }

  private static func message(_ type: UInt16, _ body: NetlinkBytes) -> NetlinkMessage? {
    switch type {
    case Netlink.newLink: link(body).map { .link($0) }
    case Netlink.deleteLink: link(body).map { .linkGone(index: $0.index) }
    case Netlink.newAddress: address(body).map { .address($0) }
    case Netlink.deleteAddress: address(body).map { .addressGone($0) }
    case Netlink.newRoute: route(body).map { .route($0) }
    case Netlink.deleteRoute: route(body).map { _ in .routeGone }
    case Netlink.done: .done(error: errorNumber(body))
    case Netlink.error: .error(errorNumber(body))
    case Netlink.overrun: .overrun
    default: nil
    }
  }

  /// The kernel sends errors as negative numbers.
  private static func errorNumber(_ body: NetlinkBytes) -> Int32 {
    let code = body.integer(Int32.self, at: 0) ?? 0
    return code < 0 ? 0 &- code : 0
  }

  private static func link(_ body: NetlinkBytes) -> NetlinkMessage.Link? {
    // Other families report the state of a link in a bridge, not of the link itself.
    guard body.byte(at: 0) == 0, let index = body.integer(UInt32.self, at: 4),
      let flags = body.integer(UInt32.self, at: 8), body.count >= Netlink.linkBodyLength
    else { return nil }
    let running = Netlink.running | Netlink.lowerUp
    var link = NetlinkMessage.Link(
      index: index, isUp: flags & Netlink.up != 0, isRunning: flags & running == running,
      isLoopback: flags & Netlink.loopback != 0)
    for (type, value) in body.dropping(Netlink.linkBodyLength).attributes() {
      switch type {
      case Netlink.linkName: link.name = value.text
      case Netlink.linkInfo:
        link.virtualKind = value.attributes().first { $0.type == Netlink.linkInfoKind }?.value.text
      default: break
      }
    }
    return link
  }

  private static func address(_ body: NetlinkBytes) -> NetlinkMessage.Address? {
    guard let family = body.byte(at: 0), let prefixLength = body.byte(at: 1), let shortFlags = body.byte(at: 2),
      let scope = body.byte(at: 3), let interface = body.integer(UInt32.self, at: 4)
    else { return nil }
    var flags = UInt32(shortFlags)
    var local: [UInt8]?
    var remote: [UInt8]?
    for (type, value) in body.dropping(Netlink.addressBodyLength).attributes() {
      switch type {
      case Netlink.addressLocal: local = value.array
      case Netlink.addressRemote: remote = value.array
      case Netlink.addressFlags: flags = value.integer(UInt32.self, at: 0) ?? flags
      default: break
      }
    }
    // On a point-to-point link the other address is that of the far end.
    let bytes = local ?? remote ?? []
    guard bytes.count == (family == Netlink.ipv4 ? 4 : family == Netlink.ipv6 ? 16 : -1) else { return nil }
    let isTentative =
      flags & Netlink.duplicate != 0 || flags & (Netlink.tentative | Netlink.optimistic) == Netlink.tentative
    let value = NetworkAddress(
      bytes: bytes, prefixLength: prefixLength, isGlobal: scope < Netlink.linkScope, isTentative: isTentative)
    return NetlinkMessage.Address(interface: interface, value: value)
  }

  /// nil for all but default routes of the main table.
  private static func route(_ body: NetlinkBytes) -> NetlinkMessage.Route? {
    guard let family = body.byte(at: 0), family == Netlink.ipv4 || family == Netlink.ipv6, body.byte(at: 1) == 0,
      let shortTable = body.byte(at: 4), body.byte(at: 7) == Netlink.unicast,
      let flags = body.integer(UInt32.self, at: 8), flags & Netlink.cloned == 0
    else { return nil }
    var table = UInt32(shortTable)
    var route = NetlinkMessage.Route(isIPv6: family == Netlink.ipv6, metric: 0, interfaces: [])
    for (type, value) in body.dropping(Netlink.routeBodyLength).attributes() {
      switch type {
      case Netlink.routeTable: table = value.integer(UInt32.self, at: 0) ?? table
      case Netlink.routePriority: route.metric = value.integer(UInt32.self, at: 0) ?? 0
      case Netlink.routeInterface: route.interfaces += value.integer(UInt32.self, at: 0).map { [$0] } ?? []
      case Netlink.routeMultipath: route.interfaces += nextHops(value)
      default: break
      }
    }
    return table == Netlink.mainTable ? route : nil
  }

  private static func nextHops(_ bytes: NetlinkBytes) -> [UInt32] {
    var interfaces: [UInt32] = []
    var rest = bytes
    while let length = rest.integer(UInt16.self, at: 0), Int(length) >= Netlink.nextHopLength,
      let interface = rest.integer(UInt32.self, at: 4)
    {
      interfaces.append(interface)
      rest = rest.dropping(NetlinkBytes.aligned(Int(length)))
    }
    return interfaces
  }
}

/// Some bytes of a datagram, in the byte order of the machine. Nothing is read beyond them.
struct NetlinkBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }
  var array: [UInt8] { Array(bytes) }

  /// Up to the zero at the end of a C string.
  var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

  func byte(at offset: Int) -> UInt8? { integer(UInt8.self, at: offset) }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int) -> Integer? {
    guard let part = part(from: offset, length: MemoryLayout<Integer>.size) else { return nil }
    return part.bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
  }

  /// nil when there are fewer bytes.
  func part(from offset: Int, length: Int) -> NetlinkBytes? {
    guard length <= bytes.count - offset else { return nil }
    return NetlinkBytes(bytes.dropFirst(offset).prefix(length))
  }

  func dropping(_ count: Int) -> NetlinkBytes { NetlinkBytes(bytes.dropFirst(count)) }

  /// The attributes that fill these bytes; those that lie inside of them, when they are cut off.
  func attributes() -> [(type: UInt16, value: NetlinkBytes)] {
    var attributes: [(type: UInt16, value: NetlinkBytes)] = []
    var rest = self
    while let length = rest.integer(UInt16.self, at: 0), length >= 4, let type = rest.integer(UInt16.self, at: 2),
      let attribute = rest.part(from: 0, length: Int(length))
    {
      // The two highest bits are flags.
      attributes.append((type & 0x3FFF, attribute.dropping(4)))
      rest = rest.dropping(Self.aligned(Int(length)))
    }
    return attributes
  }

  /// Messages and attributes begin at multiples of four.
  static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}
