import Foundation

/// Another build of this program, asked by its command line.
struct OtherBuild {
  let program: String
  private(set) var calls = 0

  /// The longest answer that is read, in bytes.
  private static let answerLimit = 16 << 20

  init(_ program: String) throws {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw ArgumentProblem("--against \(program): this is not a program that can be run. Give the path of a tapedeck")
    }
    self.program = program
  }

  /// The JSON that it prints; exit codes 0 and 1 are answers.
  mutating func ask(_ arguments: [String]) throws -> [String: Any] {
    calls += 1
    let answer = FileManager.default.temporaryDirectory.appending(path: "tapedeck-\(UUID().uuidString).json")
    try Data().write(to: answer)
    defer { try? FileManager.default.removeItem(at: answer) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: answer)
    do { try process.run() } catch {
      throw ArgumentProblem("--against \(program): cannot be run: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    let data = try FileHandle(forReadingFrom: answer).read(upToCount: Self.answerLimit) ?? Data()
    guard process.terminationReason == .exit, process.terminationStatus <= 1,
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else {
      throw ArgumentProblem(
        "--against \(program): '\(arguments.prefix(2).joined(separator: " "))' gave no JSON (exit code "
          + "\(process.terminationStatus)). Is it a tapedeck that knows this vocabulary?")
    }
    return object
  }
}
