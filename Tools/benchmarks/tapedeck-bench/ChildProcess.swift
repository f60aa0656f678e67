import Foundation

/// Something that cannot be measured because it does not work.
struct BenchError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// A program that was run to its end: how long it took and how much memory it needed.
struct ChildProcess {
  /// Exit status; -1 for a signal.
  var status: Int32
  var nanoseconds: Double
  /// The largest resident set, in bytes; at least that of this process when it started the other.
  var peakMemory: Double
  /// What it printed on its standard output.
  var output: String

  /// The path of this program.
  static var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  /// Runs `program`, looked for in PATH, to its end; its standard error is ours.
  static func run(_ program: String, _ arguments: [String]) throws -> ChildProcess {
    let file = FileManager.default.temporaryDirectory.appending(path: "tapedeck-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let clock = ContinuousClock()
    let began = clock.now
    let process = try spawn(program, arguments, outputTo: file.path)
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process else { throw BenchError("\(program): lost") }
    let (seconds, attoseconds) = (clock.now - began).components
    return ChildProcess(
      status: status & 0x7F == 0 ? status >> 8 : -1, nanoseconds: Double(seconds) * 1e9 + Double(attoseconds) / 1e9,
      peakMemory: Double(usage.ru_maxrss) * 1024,
      output: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  private static func spawn(_ program: String, _ arguments: [String], outputTo path: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, program, &actions, nil, &words, environ)
    guard error == 0 else { throw BenchError("\(program): \(String(cString: strerror(error)))") }
    return process
  }
}

/// The largest resident set of this process so far, in bytes; `nil` where the system does not report it.
func ownPeakMemory() -> Double? {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
    let kibibytes = Double(line.filter(\.isNumber))
  else { return nil }
  return kibibytes * 1024
}
