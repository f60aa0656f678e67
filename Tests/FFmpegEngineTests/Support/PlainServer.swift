#if FFmpeg
import Foundation
import Synchronization

/// A server that sends one file: without saying how long it is, or in parts.
final class PlainServer {
  private let descriptor: Int32
  let address: String
  /// From here on, requests for parts that begin before `byte` are refused.
  func refuse(before byte: Int) { refusal.bound.store(byte, ordering: .releasing) }

  private final class Refusal: Sendable {
    let bound = Atomic(0)
  }

  private let refusal = Refusal()

  init(_ path: String, inParts: Bool = false) throws {
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
    Thread.detachNewThread { [refusal] in
      while true {
        let client = accept(descriptor, nil, nil)
        if client < 0 { return }
        Thread.detachNewThread {
          var request = [UInt8](repeating: 0, count: 4_096)
          let count = recv(client, &request, request.count, 0)
          let text = String(decoding: request.prefix(max(0, count)), as: UTF8.self)
          let start = Self.start(of: text)
          let isRefused = start < refusal.bound.load(ordering: .acquiring)
          Self.send(isRefused ? Self.unavailable : Self.answer(with: bytes, from: inParts ? start : nil), to: client)
          close(client)
        }
      }
    }
  }

  private static let unavailable = [UInt8](
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)

  private static func start(of request: String) -> Int {
    let range = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range: bytes=") }
    return range.flatMap { Int($0.dropFirst(13).prefix { $0.isNumber }) } ?? 0
  }

  private static func answer(with bytes: [UInt8], from start: Int?) -> [UInt8] {
    let type = "Content-Type: application/octet-stream\r\n"
    guard let start else { return [UInt8]("HTTP/1.1 200 OK\r\n\(type)\r\n".utf8) + bytes }
    guard start < bytes.count else { return unavailable }
    let range = "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\nAccept-Ranges: bytes\r\n"
    let length = "Content-Length: \(bytes.count - start)\r\n"
    return [UInt8]("HTTP/1.1 206 Partial Content\r\n\(type)\(length)\(range)\r\n".utf8) + bytes[start...]
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
