#if os(Linux)
import Foundation
import PlayerCore
import Backports

/// What a ``NetworkMonitor`` runs: a netlink socket, a model, and a thread that waits.
final class NetworkWatch: Sendable {
  private struct State {
    var status = NetworkStatus()
    var streams: [Int: AsyncStream<NetworkPath>.Continuation] = [:]
    var lastStream = 0
    /// Its end wakes the thread, which ends then. -1 when it has been closed.
    var leash: Int32
  }

  /// How long after a loss the kernel has surely done what it reported, and how long after a failure to try again.
  private static let patience: Int32 = 200

  private let socket: NetlinkSocket
  /// Readable when the watch is over.
  private let end: Int32
  private let state: Lock<State>
  private let onChange: (@Sendable (NetworkStatus) -> Void)?
  /// Of the initializer first, and then of the thread.
  private let model: Lock<NetworkModel>

  init(onChange: (@Sendable (NetworkStatus) -> Void)?) throws(NetworkMonitorError) {
    socket = try NetlinkSocket()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let code = errno
      socket.close()
      throw .system(code)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    end = ends[0]
    state = Lock(State(leash: ends[1]))
    model = Lock(NetworkModel())
    self.onChange = onChange
    guard readEverything() else {
      stop()
      close()
      throw .timedOut
    }
  }

  var status: NetworkStatus { state.withLock(\.status) }

  func start() {
    Thread.detachNewThread { [self] in
      // Set from within: a thread cannot be named before it runs.
      Thread.current.name = "network"
      run()
    }
  }

  func stop() {
    let (streams, leash) = state.withLock { state in
      defer {
        state.streams = [:]
        state.leash = -1
      }
      return (state.streams.values, state.leash)
    }
    // Outside the lock: the termination handler of a stream takes it.
    for stream in streams { stream.finish() }
    if leash >= 0 { _ = Foundation.close(leash) }
  }

  func paths() -> AsyncStream<NetworkPath> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkPath.self)
    let number: Int? = state.withLock { state in
      guard state.leash >= 0 else { return nil }
      state.lastStream += 1
      state.streams[state.lastStream] = continuation
      // Within the lock, so that no change comes before or between.
      continuation.yield(state.status.path)
      return state.lastStream
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.streams[number] = nil } }
    return stream
  }

  // MARK: Reading

  /// The first reading. False when the kernel does not answer.
  private func readEverything() -> Bool {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      let isComplete = model.withLock { model in
        _ = drain(&model)
        return model.isComplete
      }
      if isComplete { return true }
      if ContinuousClock.now > deadline { return false }
      if !waitsForNews(milliseconds: Self.patience) { model.withLock { $0.rest() } }
    }
  }

  /// The life of the thread.
  private func run() {
    onChange?(status)
    while isWatching {
      let needsRest = model.withLock(\.needsRest)
      if !waitsForNews(milliseconds: needsRest ? Self.patience : -1), needsRest { model.withLock { $0.rest() } }
      guard isWatching else { break }
      for status in model.withLock({ drain(&$0) }) { onChange?(status) }
    }
    close()
  }

  private var isWatching: Bool { state.withLock { $0.leash >= 0 } }

  /// False when nothing came.
  private func waitsForNews(milliseconds: Int32) -> Bool {
    var requests = [
      pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    return poll(&requests, nfds_t(requests.count), milliseconds) != 0
  }

  /// Takes all messages that have arrived, and asks the pending questions. Returns every state in which the path
  /// changed.
  private func drain(_ model: inout NetworkModel) -> [NetworkStatus] {
    var changes: [NetworkStatus] = []
    while true {
      if let question = model.nextQuestion(), !socket.ask(question) { model.questionFailed() }
      guard let received = socket.receive() else { break }
      switch received {
      case .lost: model.overrun()
      case .entries(let entries):
        for entry in entries {
          let path = model.path
          model.receive(entry.describedByDriver)
          if model.path != path { changes.append(publish(model.status)) }
        }
      }
    }
    if model.isComplete { state.withLock { $0.status = model.status } }
    return changes
  }

  private func publish(_ status: NetworkStatus) -> NetworkStatus {
    state.withLock { state in
      state.status = status
      for stream in state.streams.values { stream.yield(status.path) }
    }
    return status
  }

  private func close() {
    socket.close()
    _ = Foundation.close(end)
  }
}

extension NetlinkEntry {
  /// With what the driver reports about an interface, which netlink does not.
  fileprivate var describedByDriver: NetlinkEntry {
    guard case .link(var link) = message, let name = link.name else { return self }
    link.deviceType = SystemFiles.deviceType(of: name)
    var entry = self
    entry.message = .link(link)
    return entry
  }
}

/// What `/sys/class/net` has about an interface.
enum SystemFiles {
  static func deviceType(of interface: String) -> String? {
    guard !interface.isEmpty, interface != ".", interface != "..", !interface.contains("/") else { return nil }
    let directory = "/sys/class/net/\(interface)/"
    for name in ["wireless", "phy80211"] where access(directory + name, F_OK) == 0 { return "wlan" }
    guard let text = try? String(contentsOfFile: directory + "uevent", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }
    return line.map { String($0.dropFirst("DEVTYPE=".count)) }
  }
}

extension NetworkMonitor {
  static func words(for code: Int32) -> String { String(cString: strerror(code)) }
}
#endif
