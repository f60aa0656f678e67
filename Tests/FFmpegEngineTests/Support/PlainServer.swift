#if FFmpeg
import Foundation

/// A server that sends one file: to everybody without saying how long it is, or once, and then fails.
final class PlainServer {
  private let descriptor: Int32
  let address: String

  init(_ path: String, once: Bool = false) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        _ = bind(descriptor, name, size)
        getsockname(descriptor, name, &size)
      }
    }
    listen(descriptor, 8)
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/\(URL(filePath: path).lastPathComponent)"
    let type = "Content-Type: application/octet-stream\r\n"
    let length = once ? "Accept-Ranges: bytes\r\nContent-Length: \(bytes.count)\r\n" : ""
    let answer = [UInt8]("HTTP/1.1 200 OK\r\n\(type)\(length)\r\n".utf8) + bytes
    Thread.detachNewThread {
      var served = 0
      while true {
        let client = accept(descriptor, nil, nil)
        if client < 0 { return }
        let failure = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let reply = once && served > 0 ? [UInt8](failure.utf8) : answer
        served += 1
        Thread.detachNewThread {
          var request = [UInt8](repeating: 0, count: 4_096)
          _ = recv(client, &request, request.count, 0)
          Self.send(reply, to: client)
          close(client)
        }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func send(_ bytes: [UInt8], to client: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }
}
#endif
