import Backports
import Foundation
import PlayerText

/// A standard stream for output by lines, which never ends the program.
final class StandardStream {
  private let descriptor: Int32
  private let isTerminal: Bool
  /// The errno of the error that ended the output; 0 without one.
  private(set) var failure: Int32 = 0

  init(_ descriptor: Int32) { (self.descriptor, isTerminal) = (descriptor, isatty(descriptor) == 1) }

  /// Writes all of `text`. Text that cannot be written is dropped, and so is everything after it.
  func write(_ text: String) {
    guard failure == 0 else { return }
    if descriptor == 1, !text.isEmpty { Self.outputs.store(1) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        failure = errno
        return
      }
    }
  }

  /// Whether anything was written to standard output.
  static var hasOutput: Bool { outputs.load() != 0 }
  private static let outputs = AtomicInteger(0)

  func line(_ text: String) { write(shown(text) + "\n") }

  /// The text as it may be written to what the stream leads to, with nothing in it that moves a terminal's cursor.
  func shown(_ text: String) -> String { isTerminal ? TerminalText.harmless(text) : text }

  /// A pipe may be non-blocking if another process made it so.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1_000)
  }

  /// Prevents files that are opened later from taking the descriptor of a missing standard stream: output for a reader
  /// would end up in them. Such a stream stays unusable.
  static func reserve() {
    for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // Takes this descriptor, which is the lowest free one.
      _ = open("/dev/null", mode)
    }
  }
}
