import CCrashNotes
import Foundation

/// What is printed when the process dies of a fault while a session runs: which session it was, and how far it had
/// come.
///
/// A session that runs costs two stores to memory for each of its steps and nothing else; the signal handler of the
/// thread that dies writes the texts. Handlers that were there before are called after it.
@usableFromInline
final class CrashWatch: @unchecked Sendable {  // It holds a pointer and never changes after init.
  @usableFromInline let texts: UnsafeMutablePointer<crash_texts>

  /// In the texts these stand for what is known only then.
  static let (seed, steps, signal) = ("\u{1}", "\u{2}", "\u{3}")

  /// - Parameters:
  ///   - message: For standard error.
  ///   - file: Where to write `contents`; its folder is made when it is not there.
  init(message: String, file: String? = nil, contents: String = "") {
    texts = .allocate(capacity: 1)
    texts.initialize(
      to: crash_texts(
        file: file.map { UnsafePointer(strdup($0)) }, contents: strdup(contents), message: strdup(message)))
  }

  deinit {
    free(UnsafeMutablePointer(mutating: texts.pointee.file))
    free(UnsafeMutablePointer(mutating: texts.pointee.contents))
    free(UnsafeMutablePointer(mutating: texts.pointee.message))
    texts.deallocate()
  }

  /// Does something of which the process may die.
  @inlinable
  func during<Result>(_ body: (UnsafeMutablePointer<crash_note>) throws -> Result) rethrows -> Result {
    var note = crash_note()
    return try withUnsafeMutablePointer(to: &note) { note in
      crash_note_begin(note, texts)
      defer { crash_note_end(note) }
      return try body(note)
    }
  }

  /// The watch over a stored session.
  static func stored(_ path: String) -> CrashWatch {
    CrashWatch(message: "\nThe process dies (signal \(signal)) in the stored session \(path).\n")
  }
}

/// Tries in a child process what may kill the process.
enum ChildProcess {
  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Whether the child dies of it, and of which signal; `nil` when that could not be tried within a minute.
  static func signal(of run: @escaping () -> Void) -> Int32? {
    let body = Unmanaged.passRetained(Body(run))
    defer { body.release() }
    let result = crash_try(
      { context in
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().run()
      }, body.toOpaque(), 60_000)
    return result < 0 ? nil : result
  }
}
