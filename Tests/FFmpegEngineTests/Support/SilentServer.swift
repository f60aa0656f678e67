#if FFmpeg
import Foundation

/// A server that accepts connections and never responds.
final class SilentServer {
  private let descriptor: Int32
  let address: String

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        _ = bind(descriptor, name, length)
        getsockname(descriptor, name, &length)
      }
    }
    listen(descriptor, 8)
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/clip.mp4"
  }

  deinit { close(descriptor) }
}
#endif
