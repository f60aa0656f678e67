#if FFmpeg
import Foundation
import PlayerCore
import PlayerTrace
import Testing

@testable import tapedeck

@Suite("A run that browsers view while it continues")
struct LiveViewTests {
  // MARK: What is served, and what is refused

  private let token = "0123456789abcdef0123456789abcdef"

  private func answer(
    _ target: String, method: String = "GET", host: String? = "127.0.0.1:4711", origin: String? = nil
  ) -> LiveAnswer {
    LiveAnswer(method: method, target: target, token: token) { ["host": host, "origin": origin][$0] ?? nil }
  }

  @Test("The page and the stream are served, and nothing else")
  func paths() {
    #expect(answer("/\(token)/") == .page && answer("/\(token)/?x=1") == .page)
    #expect(answer("/\(token)/run") == .stream(from: 0) && answer("/\(token)/run?from=17") == .stream(from: 17))
    let others = [
      "", "/", "/favicon.ico", "*", "/\(token)", "/\(token)/run/", "/\(token)/other", "/\(token)/../\(token)/",
      "//\(token)/", "/\(token.uppercased())/", "/0123456789abcdef0123456789abcdee/", "/\(token)//",
      "/%30\(token.dropFirst())/",
      "http://127.0.0.1:4711/\(token)/",
    ]
    for target in others { #expect(answer(target) == .refusal(.unknownPath), "\(target)") }
    for query in ["from=", "from=-1", "from=x", "from=1e9", "from=99999999999999999999", "to=3", "from=1&from=2"] {
      #expect(answer("/\(token)/run?\(query)") == .refusal(.wrongPlace), "\(query)")
    }
  }

  @Test("Other methods, foreign hosts and foreign pages are refused, even with the right token")
  func foreignRequests() {
    for method in ["POST", "HEAD", "OPTIONS", "PUT", "DELETE", "CONNECT", "get"] {
      #expect(answer("/\(token)/", method: method) == .refusal(.wrongMethod), "\(method)")
    }
    for host in ["127.0.0.1", "localhost:8080", "[::1]:80", "localhost"] {
      #expect(answer("/\(token)/", host: host) == .page, "\(host)")
    }
    let foreign: [String?] = [
      nil, "", "example.com", "example.com:4711", "127.0.0.1.example.com:4711", "localhost.example.com", "localhost:",
      "127.0.0.1:47x", "127.0.0.1:4711 example.com", "10.0.0.1:4711", "0.0.0.0:4711", "127.0.0.1@example.com",
    ]
    for host in foreign { #expect(answer("/\(token)/run", host: host) == .refusal(.foreignHost), "\(host ?? "none")") }
    for origin in ["https://example.com", "null", "", "http://127.0.0.1.example.com"] {
      #expect(answer("/\(token)/run", origin: origin) == .refusal(.foreignPage), "\(origin)")
    }
    #expect(answer("/\(token)/run", origin: "http://127.0.0.1:4711") == .stream(from: 0))
  }

  // MARK: The stream

  @Test("Each reader gets everything from its start to the end, at its own pace")
  func readers() async throws {
    let trace = try LiveTrace()
    try trace.append(Array(1...10))
    let late = trace.addReader()
    #expect(try await trace.read(late, from: 0, limit: 4) == .bytes([1, 2, 3, 4]))
    #expect(try await trace.read(late, from: 4, limit: 100) == .bytes([5, 6, 7, 8, 9, 10]))
    async let more = trace.read(late, from: 10, limit: 100)
    try trace.append([11])
    #expect(try await more == .bytes([11]))
    trace.end()
    let last = trace.addReader()
    #expect(try await trace.read(last, from: 9, limit: 100) == .bytes([10, 11]))
    #expect(try await trace.read(late, from: 11, limit: 100) == .end)
    trace.removeReader(late)
    #expect(trace.readerCount == 1)
  }

  @Test("A waiting reader is released when its task is cancelled, and the oldest when there are too many")
  func releasedReaders() async throws {
    let trace = try LiveTrace()
    let first = trace.addReader()
    let waiting = Task { try await trace.read(first, from: 0, limit: 1) }
    for _ in 0..<LiveTrace.readerLimit { _ = trace.addReader() }
    #expect(try await waiting.value == .displaced && trace.readerCount == LiveTrace.readerLimit)
    let other = trace.addReader()
    let cancelled = Task { try await trace.read(other, from: 0, limit: 1) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  // MARK: Over the loopback

  @Test("A browser gets the page with its policy, and the run as it grows to its end; anything else is refused")
  func server() async throws {
    let trace = try LiveTrace()
    let server = try await LiveServer(trace, page: Array("<p>page</p>".utf8))
    let url = try #require(URL(string: server.address))
    let port = UInt16(try #require(url.port))
    let path = "/\(url.lastPathComponent)/"
    #expect(url.host == "127.0.0.1" && path.utf8.count == 34)

    let page = try await Client(port).ask("GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)")
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.hasSuffix("<p>page</p>"))
    for header in ["no-store", "nosniff", "no-referrer", "frame-ancestors 'none'"] { #expect(page.contains(header)) }
    for (line, host, status) in [
      ("GET / HTTP/1.1", "127.0.0.1:\(port)", 404), ("GET \(path) HTTP/1.1", "example.com", 403),
      ("GET \(path)../ HTTP/1.1", "127.0.0.1:\(port)", 404), ("POST \(path) HTTP/1.1", "127.0.0.1:\(port)", 405),
    ] {
      let refusal = try await Client(port).ask(line, "Host: \(host)")
      #expect(refusal.hasPrefix("HTTP/1.1 \(status) ") && !refusal.contains("<p>"), "\(line): \(refusal)")
    }

    try trace.append(Array("first".utf8))
    let viewer = try Client(port)
    try await viewer.send("GET \(path)run?from=2 HTTP/1.1", "Host: localhost:\(port)", "Connection: close")
    try await viewer.waitFor("\r\n03\r\nrst\r\n")
    try trace.append(Array("second".utf8))
    try await viewer.waitFor("6\r\nsecond\r\n")
    async let finished: Void = server.finish(patience: .seconds(600))
    #expect(try await viewer.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
    await finished
  }

  @Test("A page that never reads delays neither another one nor the end")
  func idlePage() async throws {
    let trace = try LiveTrace()
    let server = try await LiveServer(trace, page: [])
    let url = try #require(URL(string: server.address))
    let port = UInt16(try #require(url.port))
    let run = "GET /\(url.lastPathComponent)/run HTTP/1.1"
    let idle = try Client(port)
    try await idle.send(run, "Host: localhost:\(port)")
    let viewer = try Client(port)
    try await viewer.send(run, "Host: localhost:\(port)")
    let part = [UInt8](repeating: 0x2E, count: 1 << 20)
    for _ in 0..<8 { try trace.append(part) }
    try await viewer.waitForBytes(8 << 20)
    await server.finish(patience: .milliseconds(10))
  }

  @Test("What cannot be viewed is refused before anything is played or written")
  func usage() throws {
    let scratch = try Scratch()
    let clip = "\(Executable.media)/clip.mp4"
    let trace = scratch.file("a.trace")
    for (arguments, words) in [
      (["record", clip, "--output", trace, "--view"], "on a virtual clock it is over at once"),
      (["play", clip, "--virtual", "--view"], "on a virtual clock it is over at once"),
      (["play", clip, "--viewer", "x.html"], "add --view"),
      (["play", clip, "--view", "--viewer", clip, "--trace", trace], "this is not a template of the viewer"),
    ] {
      let program = try Executable(arguments)
      #expect(try program.wait() == 2)
      #expect(program.standardError.contains(words), "\(program.standardError)")
      #expect(!FileManager.default.fileExists(atPath: trace))
    }
  }
}

/// A connection to a server on the loopback. It waits on separate threads, which leaves the tasks' threads to the
/// server.
private final class Client: @unchecked Sendable {  // A test awaits each call before the next.
  private let descriptor: Int32
  private var got: [UInt8] = []

  init(_ port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw TestProblem("no connection: \(String(cString: strerror(errno)))") }
    // A read that hangs fails. The server shares the tasks' threads with tests that wait on them for minutes.
    var limit = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  private func apart<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }

  func send(_ lines: String...) async throws {
    let bytes = Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw TestProblem("nothing was sent") }
  }

  private func read() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw TestProblem("nothing came: \(String(cString: strerror(errno)))") }
    got += buffer[..<count]
    return count > 0
  }

  func waitFor(_ text: String) async throws {
    try await apart { [self] in
      while !String(decoding: got, as: UTF8.self).contains(text) {
        guard try read() else {
          throw TestProblem("'\(text)' did not come, but \(String(decoding: got, as: UTF8.self))")
        }
      }
    }
  }

  func waitForBytes(_ count: Int) async throws {
    try await apart { [self] in
      while got.count < count {
        guard try read() else { throw TestProblem("it ended with \(got.count) bytes") }
      }
    }
  }

  func readToEnd() async throws -> String {
    try await apart { [self] in
      while try read() {}
      return String(decoding: got, as: UTF8.self)
    }
  }

  /// The answer to a request that closes the connection.
  func ask(_ lines: String...) async throws -> String {
    try await send((lines + ["Connection: close"]).joined(separator: "\r\n"))
    return try await readToEnd()
  }
}
#endif
