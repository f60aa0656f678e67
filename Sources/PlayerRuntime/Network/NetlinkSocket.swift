#if os(Linux)
import Foundation

/// A netlink socket that receives changes of links, addresses and default routes, and can request them.
struct NetlinkSocket: Sendable {
  enum Received: Hashable, Sendable {
    case entries([NetlinkEntry])
    /// The socket received more than it could hold.
    case lost
  }

  let descriptor: Int32

  /// Watches the network namespace of this thread.
  init() throws(NetworkMonitorError) {
    let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_NETLINK, type, 0)
    guard descriptor >= 0 else { throw .system(errno) }
    let code = Self.withAddress(groups: Netlink.groups) { [descriptor] in bind(descriptor, $0, $1) }
    guard code == 0 else {
      let code = errno
      close()
      throw .system(code)
    }
  }

  func close() { _ = Foundation.close(descriptor) }

  /// Asks for everything in a table. False when that cannot be sent.
  func ask(_ question: NetworkModel.Question) -> Bool {
    let message = question.message
    return Self.withAddress(groups: 0) { address, length in
      var count: Int
      repeat {
        count = sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
      } while count < 0 && errno == EINTR
      return count == message.count
    }
  }

  /// What has come; nil when there is nothing now.
  func receive() -> Received? {
    // The kernel sends at most 32 kB at once. Should that change, what is cut off counts as lost and is read again.
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var sender = [UInt8](repeating: 0, count: Self.addressLength)
      var length = socklen_t(sender.count)
      let count = sender.withUnsafeMutableBytes { sender in
        recvfrom(
          descriptor, &buffer, buffer.count, Int32(MSG_TRUNC),
          sender.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == ENOBUFS ? .lost : nil
      }
      guard count <= buffer.count else { return .lost }
      // Only messages from the kernel, whose port is 0, count: processes may send messages here as well.
      guard NetlinkBytes(sender[...]).integer(UInt32.self, at: 4) == 0 else { continue }
      return .entries(NetlinkParser.entries(in: Array(buffer.prefix(count))))
    }
  }

  // MARK: Addresses

  private static let addressLength = 12

  /// A `sockaddr_nl`, which Glibc's module does not have: family, padding, port 0 (the kernel's, or any), groups.
  private static func withAddress<Result>(
    groups: UInt32, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result
  ) -> Result {
    var bytes: [UInt8] = []
    bytes.append(native: UInt16(AF_NETLINK))
    bytes.append(native: UInt16(0))
    bytes.append(native: UInt32(0))
    bytes.append(native: groups)
    return bytes.withUnsafeBytes { bytes in
      body(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}
#endif

extension NetworkModel.Question {
  /// A request for everything in the table, of all families.
  var message: [UInt8] {
    let (type, bodyLength) =
      switch table {
      case .links: (Netlink.getLink, Netlink.linkBodyLength)
      case .addresses: (Netlink.getAddress, Netlink.addressBodyLength)
      case .routes: (Netlink.getRoute, Netlink.routeBodyLength)
      }
    var bytes: [UInt8] = []
    bytes.append(native: UInt32(Netlink.headerLength + bodyLength))
    bytes.append(native: type)
    bytes.append(native: Netlink.request | Netlink.dump)
    bytes.append(native: sequence)
    bytes.append(native: UInt32(0))
    bytes += [UInt8](repeating: 0, count: bodyLength)
    return bytes
  }
}

extension [UInt8] {
  /// In the byte order of the machine.
  fileprivate mutating func append(native value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }
  }
}
