import Foundation

/// Observes external events on a separate thread: signals, keys, and the closing of the output's reading end.
enum Console {
  enum Happening: Hashable, Sendable {
    case signal(Int32)
    case keys([Key])
    /// No more keys can be read.
    case inputClosed
    case outputClosed
  }

  /// Signals that end a run.
  static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Observes until the program ends. To be called once.
  ///
  /// - Parameters:
  ///   - keys: whether standard input is a keyboard to be read.
  ///   - screen: whether a terminal is drawn on, which can be resized, and must be left before the program is stopped.
  ///   - output: whether the end of standard output's reader matters.
  ///   - handler: called on the thread of the console.
  static func watch(keys: Bool, screen: Bool, output: Bool, handler: @escaping @Sendable (Happening) -> Void) {
    let pipe = SignalPipe.open(for: endings + (screen ? [SIGTSTP, SIGCONT, SIGWINCH] : []))
    let watch = ConsoleWatch(pipe: pipe, readsKeys: keys, watchesOutput: output && isPipe(1), handler: handler)
    let thread = Thread { watch.run() }
    thread.name = "console"
    thread.start()
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
  }
}

/// The loop of a console's thread. Runs as long as the program.
private final class ConsoleWatch: @unchecked Sendable {  // Once made, only the console's thread accesses it.
  private let pipe: Int32
  private var readsKeys: Bool
  private var watchesOutput: Bool
  private let handler: @Sendable (Console.Happening) -> Void
  private var decoder = KeyDecoder()
  /// When the end of the run was first requested.
  private var endingSince: ContinuousClock.Instant?

  init(pipe: Int32, readsKeys: Bool, watchesOutput: Bool, handler: @escaping @Sendable (Console.Happening) -> Void) {
    self.pipe = pipe
    self.readsKeys = readsKeys
    self.watchesOutput = watchesOutput
    self.handler = handler
  }

  func run() {
    while true {
      // The system stops a background program that reads the keyboard.
      let isForeground = readsKeys && tcgetpgrp(0) == getpgrp()
      var requests = [
        pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isForeground ? 0 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watchesOutput ? 1 : -1, events: 0, revents: 0),
      ]
      let patience: Int32 = decoder.isPending ? 50 : readsKeys && !isForeground ? 250 : -1
      let count = poll(&requests, nfds_t(requests.count), patience)
      if count == 0, decoder.isPending { tell(decoder.flush()) }
      guard count > 0 else { continue }
      if requests[0].revents != 0 { takeSignals() }
      if requests[1].revents != 0 { takeKeys() }
      if requests[2].revents & Int16(POLLERR | POLLHUP) != 0 {
        watchesOutput = false
        handler(.outputClosed)
      }
    }
  }

  private func takeSignals() {
    for byte in read(pipe) ?? [] {
      let signal = Int32(byte)
      if Console.endings.contains(signal) {
        if isImpatient() {
          Terminal.rescue()
          _exit(128 + signal)
        }
      }
      handler(.signal(signal))
    }
  }

  /// A second request does not wait for a clean end. But one request often arrives as two signals, to a process and to
  /// its group: it counts as a second one only after a while.
  private func isImpatient() -> Bool {
    guard let endingSince else {
      endingSince = .now
      return false
    }
    return endingSince.duration(to: .now) > .seconds(1)
  }

  private func takeKeys() {
    guard let bytes = read(0) else { return }
    if bytes.isEmpty {
      readsKeys = false
      handler(.inputClosed)
    } else {
      tell(decoder.decode(bytes))
    }
  }

  private func tell(_ keys: [Key]) {
    if !keys.isEmpty { handler(.keys(keys)) }
  }

  /// The available bytes; empty at the end or on an error, nil if another attempt is worthwhile.
  private func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    return Array(buffer.prefix(max(0, count)))
  }
}
