#if FFmpeg
import FlyingFox
import FlyingSocks
import Foundation
import PlayerTrace

/// Serves a run in progress to browsers on this machine: only the viewer's page and the trace, at an address that
/// cannot be guessed.
final class LiveServer: Sendable {
  /// The address of the page.
  let address: String
  let trace: LiveTrace
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Listens on a free port of the loopback interface.
  init(_ trace: LiveTrace, page: [UInt8]) async throws {
    self.trace = trace
    let token = Self.makeToken()
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), timeout: Self.ample, logger: .disabled,
      handler: Handler(token: token, trace: trace, page: Data(page)))
    let listening = Task { [server] in try await server.waitUntilListening(timeout: Self.ample) }
    running = Task { [server] in
      // A server that cannot listen says so here, and nowhere else.
      defer { listening.cancel() }
      try await server.run()
    }
    do {
      try await listening.value
      guard case .ip4(let host, let port) = await server.listeningAddress else { throw SocketError.unsupportedAddress }
      address = "http://\(host):\(port)/\(token)/"
    } catch {
      running.cancel()
      if case .failure(let reason) = await running.result, !(reason is CancellationError) { throw reason }
      throw error
    }
  }

  /// Seconds for what takes no time, however busy the machine is.
  private static let ample = 3_600.0

  /// 128 bits that no other program knows.
  private static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Announces the end of the run, lets pages read the rest of it, and ends.
  ///
  /// - Parameter patience: How long pages that have not received all of it are waited for.
  func finish(patience: Duration = .seconds(2)) async {
    trace.end()
    let limit = ContinuousClock.now + patience
    while trace.readerCount > 0, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(10)) }
    // Does not wait for a page that does not read: it may keep its connection.
    Task { [server] in await server.stop(timeout: 0.25) }
    try? await Task.sleep(for: .milliseconds(250))
    running.cancel()
  }
}

extension LiveServer {
  private struct Handler: HTTPHandler {
    let token: String
    let trace: LiveTrace
    let page: Data

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
      let answer = LiveAnswer(method: request.method.rawValue, target: request.target.rawValue, token: token) {
        request.headers[HTTPHeader($0)]
      }
      switch answer {
      case .page:
        return response(.ok, "text/html; charset=utf-8", HTTPBodySequence(data: page, suggestedBufferSize: 65_536))
      case .stream(let place):
        guard place <= trace.count else { return refusal(.badRequest, "There is no such place in the run.") }
        let bytes = LiveBytes(trace: trace, place: place)
        return response(.ok, "application/octet-stream", HTTPBodySequence(from: bytes, suggestedBufferSize: 65_536))
      case .refusal(.foreignHost):
        return refusal(.forbidden, "This is served to this machine, by the address that was printed.")
      case .refusal(.foreignPage): return refusal(.forbidden, "This is served to no other page.")
      case .refusal(.unknownPath): return refusal(.notFound, "There is nothing here.")
      case .refusal(.wrongPlace): return refusal(.badRequest, "Expected ?from= and a number of bytes.")
      case .refusal(.wrongMethod):
        var response = refusal(.methodNotAllowed, "Expected GET.")
        response.headers[HTTPHeader("Allow")] = "GET"
        return response
      }
    }

    private func refusal(_ status: HTTPStatusCode, _ words: String) -> HTTPResponse {
      response(status, "text/plain; charset=utf-8", HTTPBodySequence(data: Data("\(words)\n".utf8)))
    }

    /// A response that is not cached, that no other page may frame, read or open, and whose address is not sent as a
    /// referrer.
    private func response(_ status: HTTPStatusCode, _ type: String, _ body: HTTPBodySequence) -> HTTPResponse {
      let headers: HTTPHeaders = [
        HTTPHeader("Content-Type"): type, HTTPHeader("Cache-Control"): "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
        HTTPHeader("Content-Security-Policy"): "frame-ancestors 'none'",
      ]
      return HTTPResponse(statusCode: status, headers: headers, body: body)
    }
  }
}

/// The trace from a place on, while it grows. Nothing is read before the previous part was sent.
private struct LiveBytes: AsyncBufferedSequence {
  typealias Element = UInt8
  let trace: LiveTrace
  let place: Int

  func makeAsyncIterator() -> Iterator { Iterator(LiveReader(trace), place) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    private let reader: LiveReader
    private var place: Int

    init(_ reader: LiveReader, _ place: Int) { (self.reader, self.place) = (reader, place) }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      switch try await reader.trace.read(reader.number, from: place, limit: Swift.max(1, count)) {
      case .bytes(let bytes):
        place += bytes.count
        return bytes
      case .end: return nil
      // The stream breaks off: a page that is still open reconnects.
      case .displaced: throw SocketError.disconnected
      }
    }
  }
}

/// Registers a reader of a trace for its lifetime.
private final class LiveReader: Sendable {
  let trace: LiveTrace
  let number: Int

  init(_ trace: LiveTrace) {
    self.trace = trace
    number = trace.addReader()
  }

  deinit { trace.removeReader(number) }
}
#endif
