#if FFmpeg
import Foundation
import Backports

/// A server that answers each request as the test says, and records the requests. One request per connection.
final class WebServer: Sendable {
  struct Request: Sendable {
    /// As in the first line of the request.
    var target: String
    /// By name, in lower case.
    var headers: [String: String]

    /// Where the requested part begins.
    var start: Int? {
      guard let range = headers["range"], range.hasPrefix("bytes=") else { return nil }
      return Int(range.dropFirst(6).prefix { $0.isNumber })
    }
  }

  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// Sends the body over and over, until the client has had enough.
    var isEndless = false
    /// Closes the connection after this many bytes of the body.
    var cut: Int?
    /// Resets the connection then.
    var isReset = false
    var saysLength = true
    /// Closes the connection without a word.
    var isSilent = false
    /// Sends this many bytes of the body, and the rest a little later.
    var firstPiece = 0

    static func status(_ status: Int, _ headers: [String: String] = [:]) -> Self {
      Self(status: status, headers: headers)
    }

    static func text(_ text: String) -> Self { Self(body: [UInt8](text.utf8)) }

    /// A file as a good server serves it, with ranges on request.
    static func file(_ path: String, _ request: Request, ranges: Bool = true) -> Self {
      guard let data = try? Data(contentsOf: URL(filePath: path)) else { return .status(404) }
      guard ranges, let start = request.start else { return Self(body: [UInt8](data)) }
      guard start < data.count else { return .status(416) }
      let range = ["Content-Range": "bytes \(start)-\(data.count - 1)/\(data.count)", "Accept-Ranges": "bytes"]
      return Self(status: 206, headers: range, body: [UInt8](data[start...]))
    }
  }

  private let loopback = LoopbackPort()
  private let asked = Lock<[Request]>([])

  var port: UInt16 { loopback.port }
  var address: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { asked.withLock { $0 } }

  init(_ answer: @escaping @Sendable (Request) -> Answer) {
    loopback.accept { [weak self] client in
      guard let request = Self.read(client), let self else { return }
      asked.withLock { $0.append(request) }
      Self.send(answer(request), to: client)
    }
  }

  private static func read(_ client: Int32) -> Request? {
    var bytes: [UInt8] = []
    while bytes.count < 65_536, bytes.suffix(4) != [13, 10, 13, 10] {
      var byte: UInt8 = 0
      let count = recv(client, &byte, 1, 0)
      // Child processes of other tests send signals when they end.
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      bytes.append(byte)
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      if halves.count == 2 { headers[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces) }
    }
    return Request(target: String(words[1]), headers: headers)
  }

  private static func send(_ answer: Answer, to client: Int32) {
    if answer.isSilent { return }
    var head = "HTTP/1.1 \(answer.status) Answer\r\nConnection: close\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    if !answer.isEndless, answer.saysLength { head += "Content-Length: \(answer.body.count)\r\n" }
    guard send([UInt8](head.utf8) + [13, 10], to: client) else { return }
    if answer.firstPiece > 0 {
      guard send(Array(answer.body.prefix(answer.firstPiece)), to: client) else { return }
      usleep(50_000)
    }
    guard send(Array(answer.body.prefix(answer.cut ?? .max).dropFirst(answer.firstPiece)), to: client) else { return }
    while answer.isEndless, send(answer.body, to: client) {}
    if answer.isReset {
      // Not before the client has read what was sent.
      usleep(50_000)
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
  }

  private static func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }
}

extension Lock where Value == Int {
  /// Counts one more: returns the number so far.
  func increment() -> Int {
    withLock { count in
      count += 1
      return count
    }
  }
}
#endif
