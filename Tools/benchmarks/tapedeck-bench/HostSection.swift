import Foundation
import PlayerCore

/// What other languages pay for an input, on the mix that Swift plays in the same run; and how large the libraries are.
struct HostSection {
  static let title = "hosts: the recorded mix through other languages"
  static let sizes = "hosts: sizes"

  /// The C program, the JavaScript program with its package, and how to take Python's times; `nil` where there is none.
  var c: String?
  var javascript: (program: String, package: String)?
  var python: (interpreter: String, program: String)?
  /// A smaller player on Redux, a program of JavaScript.
  var redux: String?
  /// Bytes and numbers of names, as the script has measured them.
  var measured: [String: Double]
  var directory: URL

  func measure(_ mix: Mix, into report: inout Report) throws {
    let file = directory.appending(path: "mix-of-hosts.txt")
    try mix.hostLines.write(to: file, atomically: true, encoding: .utf8)
    let native = Stopwatch.best(budget: 1, playing: mix) / Double(mix.steps.count)
    let digest = mix.digest
    report.add(Self.title, "Swift: time per input", native, "ns")
    if let c {
      let numbers = try run(c, [file.path], count: 4, digest)
      report.add(Self.title, "C: time per input, its outputs read", numbers[0], "ns")
      report.add(Self.title, "C: on top of Swift", numbers[0] - native, "ns", atMost: 20)
      report.add(Self.title, "C: time per input in batches", numbers[1], "ns")
    }
    if let javascript {
      let numbers = try run("node", [javascript.program, javascript.package, file.path], count: 3, digest)
      report.add(Self.title, "JavaScript: time per input, its outputs read", numbers[0], "ns", atMost: 150)
      if let redux {
        let peer = try output("node", [redux, file.path])
        guard peer.count == 2, let time = Double(peer[0]) else { throw BenchError("\(redux) failed: \(peer)") }
        report.add(Self.title, "Redux, a smaller player in JavaScript: time per input", time, "ns")
        report.add(Self.title, "Redux: times as long as TapeDeck in JavaScript", time / numbers[0], "×")
      }
    }
    if let python {
      let numbers = try run(python.interpreter, [python.program, file.path], count: 4, digest)
      report.add(Self.title, "Python: time per input, its outputs read", numbers[0], "ns")
      report.add(Self.title, "Python: time per input in batches", numbers[1], "ns")
      report.add(Self.title, "Python: in batches, on top of Swift", numbers[1] - native, "ns", atMost: 2)
    }
    for (name, limit) in Self.limits {
      report.add(Self.sizes, name, measured[name], name.contains("symbols") ? "names" : "bytes", atMost: limit)
    }
  }

  /// What is aimed at.
  private static let limits: [(String, Double)] = [
    ("C library: instructions", 96 * 1024), ("C library: exported symbols", 40),
    ("WebAssembly: packed by gzip", 44 * 1024), ("WebAssembly: packed by brotli", 37 * 1024),
  ]

  /// The numbers that a program prints; the last of its words is the digest of the last state, which must be ours.
  private func run(_ program: String, _ arguments: [String], count: Int, _ digest: String) throws -> [Double] {
    let words = try output(program, arguments)
    guard words.count == count else { throw BenchError("\(program) failed: \(words)") }
    guard words[count - 1] == digest else {
      throw BenchError("\(program) came to another state: \(words[count - 1]), and Swift to \(digest)")
    }
    return words.dropLast().compactMap { Double($0) }
  }

  /// The words that a program prints.
  private func output(_ program: String, _ arguments: [String]) throws -> [String] {
    let child = try ChildProcess.run(program, arguments)
    guard child.status == 0 else { throw BenchError("\(program) failed: \(child.output)") }
    return child.output.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension Mix {
  /// In the form of `Tools/benchmarks/hosts/calls.c`.
  fileprivate var hostLines: String {
    var text = ""
    let standard = Configuration()
    for setting in Setting.allCases where configuration[setting] != standard[setting] {
      text += "s \(setting.rawValue) \(configuration[setting])\n"
    }
    for (mark, steps) in [("x", setup), ("i", steps)] {
      for step in steps { text += "\(mark) \(step.instant.microseconds) \(step.input.hostNumbers)\n" }
    }
    return text
  }

  fileprivate var digest: String {
    var player = Player(configuration: configuration)
    var outputs = Outputs()
    for step in setup + steps { player.receive(step.input, at: step.instant, into: &outputs) }
    let digits = String(player.digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Input {
  /// The code, the context, and the fields.
  fileprivate var hostNumbers: String {
    let message = message
    var fields = (0..<message.count).map { message[$0] }
    var context: Int64 = 0
    switch self {
    case .command, .engine: context = fields.removeFirst()
    case .deadline, .environment: break
    }
    return ([Int64(message.code), context] + fields).map(String.init).joined(separator: " ")
  }
}
