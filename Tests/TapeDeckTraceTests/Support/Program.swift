import Backports
import Foundation

/// What a run of the program printed, and its exit code.
struct ProgramResult {
  var output: String
  var errors: String
  /// ``ProcessEnd/code``.
  var exit: Int32

  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

  /// Standard output as a JSON object.
  func object() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
  }
}

/// The program built beside the tests, run in a separate process.
enum Program {
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "tapedeck").path(percentEncoded: false)

  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try run(path, arguments, input: input, environment: environment)
  }

  /// Runs a shell command in which `$TAPEDECK` is the program.
  static func shell(_ line: String, environment: [String: String] = [:]) throws -> ProgramResult {
    try run("/bin/bash", ["-c", line], input: nil, environment: environment.merging(["TAPEDECK": path]) { $1 })
  }

  /// Runs the program until it writes to standard error, then sends it an interrupt.
  static func untilItSpeaks(_ arguments: [String]) throws -> ProgramResult {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try shell(
      """
      file=$(mktemp)
      "$TAPEDECK" \(words) 2>"$file" &
      for i in {1..6000}; do [ -s "$file" ] && break; sleep 0.01; done
      kill -INT $!; wait $!; code=$?
      cat "$file" >&2; rm "$file"; exit $code
      """)
  }

  /// Runs the program and sends it a signal once it catches signals.
  static func interrupt(_ arguments: [String], _ signal: String = "INT") throws -> ProgramResult {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    // The mask of caught signals has the bits of SIGINT, 2, and SIGTERM, 0x4000.
    return try shell(
      """
      "$TAPEDECK" \(words) &
      for i in {1..6000}; do
        mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$!/status)
        [ $((0x${mask:-0} & 0x4002)) -eq $((0x4002)) ] && break
        sleep 0.005
      done
      kill -\(signal) $!; wait $!
      """)
  }

  private static func run(
    _ program: String, _ arguments: [String], input: String?, environment: [String: String]
  ) throws -> ProgramResult {
    let base = FileManager.default.temporaryDirectory.appending(path: "tapedeck-\(UUID().uuidString)")
    let (output, errors) = (base.appendingPathExtension("out"), base.appendingPathExtension("err"))
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    var all = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8", "COLUMNS": "100", "CI": ""]) { $1 }
    all.merge(environment) { $1 }
    process.environment = all
    // Foundation keeps a process that has ended, and its files. Once more than 1,350 are open, it reads beyond the end of
    // its list of them when the next program starts, and may crash.
    var files = try [output, errors].map { try FileHandle(forWritingTo: $0) }
    defer { for file in files { try? file.close() } }
    (process.standardOutput, process.standardError) = (files[0], files[1])
    if let input {
      let file = base.appendingPathExtension("in")
      try Data(input.utf8).write(to: file)
      files.append(try FileHandle(forReadingFrom: file))
      process.standardInput = files[2]
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    let end = process.waitForEnd()
    try? FileManager.default.removeItem(at: base.appendingPathExtension("in"))
    return ProgramResult(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self), exit: end.code)
  }
}
