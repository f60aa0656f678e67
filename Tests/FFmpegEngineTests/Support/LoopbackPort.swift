#if FFmpeg
import Backports
import Foundation

/// A port of its own on the loopback interface, listened to until it goes.
final class LoopbackPort: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init() {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    port = Self.with(0) { [descriptor] name, size in
      var size = size
      _ = bind(descriptor, name, size)
      getsockname(descriptor, name, &size)
    }
    listen(descriptor, 16)
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// Hands out every connection on a thread of its own, until the port goes.
  func accept(_ take: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [descriptor] in
      while true {
        let client = Foundation.accept(descriptor, nil, nil)
        // Child processes of other tests send signals when they end.
        if client < 0, errno == EINTR { continue }
        if client < 0 { return }
        Thread.detachNewThread {
          take(client)
          close(client)
        }
      }
    }
  }

  /// Whether somebody listens there.
  static func isReached(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var isReached = false
    _ = with(port) { name, size in isReached = connect(descriptor, name, size) == 0 }
    return isReached
  }

  /// Calls with the address of a port; returns the port that the address has then.
  private static func with(_ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Void) -> UInt16 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    name.sin_port = port.bigEndian
    withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    return UInt16(bigEndian: name.sin_port)
  }
}
#endif
