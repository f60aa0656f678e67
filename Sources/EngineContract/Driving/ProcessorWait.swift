import Foundation
import PlayerCore
import PlayerRuntime

/// An engine that runs in another process: what that waits for a processor is not held against it.
public protocol EngineProcess {
  /// `nil` when it could not be started.
  var processIdentifier: Int32? { get }
}

/// How long the threads of a process and of its children have waited for a processor, and how long the processors of a
/// virtual machine have waited for those of its host, as the kernel counts it: the part of an engine's time that a busy
/// machine accounts for.
///
/// Zero where the kernel does not report it (`/proc/PID/task/TID/schedstat` and `/proc/stat` of Linux).
struct ProcessorWait {
  private let roots: [Int32]
  /// The nanoseconds that each thread has waited; threads that are gone stay.
  private var waited: [Int32: UInt64] = [:]
  private var total: UInt64 = 0
  /// What the host of a virtual machine had kept from its processors at the first look, in nanoseconds.
  private var keptAtFirst: UInt64?
  /// What was known at which time, the newest last.
  private var samples: [(instant: Instant, total: TimeSpan)] = []
  /// At least this many samples are kept, and at most twice as many.
  private static let limit = 1_000

  /// Of this process, and of `engine`'s when that is another one.
  init(_ engine: any Engine) {
    roots = [getpid()] + ((engine as? any EngineProcess)?.processIdentifier.map { [$0] } ?? [])
  }

  /// Looks now.
  mutating func look(at now: Instant) {
    for process in roots { add(process, withChildren: process != getpid()) }
    let kept = Self.keptByHost
    let first = keptAtFirst ?? kept
    keptAtFirst = first
    samples.append((now, .microseconds(Int64((total + max(kept, first) - first) / 1_000))))
    if samples.count > 2 * Self.limit { samples.removeFirst(Self.limit) }
  }

  /// What was waited since `instant`, by the last look and by the last one before `instant`.
  func wait(since instant: Instant) -> TimeSpan {
    guard let last = samples.last else { return .zero }
    let first = samples.last { $0.instant <= instant } ?? samples[0]
    return last.total - first.total
  }

  private mutating func add(_ process: Int32, withChildren: Bool) {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    for thread in threads.compactMap({ Int32($0) }) {
      let folder = "/proc/\(process)/task/\(thread)/"
      if let nanoseconds = Self.numbers(folder + "schedstat").dropFirst().first {
        let known = waited[thread] ?? 0
        if nanoseconds > known { total += nanoseconds - known }
        waited[thread] = nanoseconds
      }
      guard withChildren else { continue }
      for child in Self.numbers(folder + "children") { add(Int32(truncatingIfNeeded: child), withChildren: true) }
    }
  }

  private static var keptByHost: UInt64 { kept(in: (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? "") }

  /// The eighth number of the line of all processors, in hundredths of a second, "steal": in nanoseconds. Zero where
  /// there is none.
  static func kept(in text: String) -> UInt64 {
    let fields = text.prefix { $0 != "\n" }.split(separator: " ")
    guard fields.first == "cpu", fields.count > 8, let hundredths = UInt64(fields[8]) else { return 0 }
    return hundredths &* 10_000_000
  }

  private static func numbers(_ path: String) -> [UInt64] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
  }
}
