import Foundation
import PlayerText

/// Reads compact cases, a line for each step and each expectation, as the bodies that the same cases have in JSON.
struct CompactCases {
  private(set) var bodies: [JSONValue] = []
  /// What the cases below have.
  private var head: [String: JSONValue] = [:]
  private var beginnings: [String: (steps: [JSONValue], expectations: [JSONValue])] = [:]
  /// The case, or the beginning, that lines are added to.
  private var open: [String: JSONValue]?
  private var steps: [JSONValue] = []
  private var expectations: [JSONValue] = []
  /// How many entries there are: a small file could ask for many copies of a long beginning.
  private var size = 0

  init(_ data: Data, named name: String) throws {
    guard data.count <= 1 << 20 else {
      throw CaseFileError(description: "\(name): larger than 1 MiB, the limit of compact cases. Divide the file")
    }
    for var line in try Self.lines(of: data, named: name) {
      if !line.isIndented { close() }
      try read(&line)
      guard line.isAtEnd else { throw line.flaw(expected: "the end of the line") }
      guard size + steps.count + expectations.count <= 1_000_000 else {
        throw line.flaw(expected: "at most 1000000 steps and expectations in the file")
      }
    }
    close()
  }

  /// The lines without comments, each with those that continue it.
  private static func lines(of data: Data, named name: String) throws -> [CompactLine] {
    var lines: [CompactLine] = []
    for (index, raw) in [UInt8](data).split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let whole = raw.last == 0x0D ? raw.dropLast() : raw
      let bytes = whole.drop { $0 == UInt8(ascii: " ") }
      let indent = whole.count - bytes.count
      let line = CompactLine(name: "\(name): line \(index + 1)", isIndented: indent > 0, bytes: [UInt8](bytes))
      guard !bytes.contains(where: { $0 < 0x20 }), String(bytes: bytes, encoding: .utf8) != nil else {
        throw line.flaw(expected: "UTF-8 without tabs")
      }
      if bytes.isEmpty || whole.first == UInt8(ascii: "#") { continue }
      if indent >= 4, let last = lines.indices.last {
        lines[last].bytes += " ".utf8 + bytes
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  private mutating func read(_ line: inout CompactLine) throws {
    let start = line
    switch (line.isIndented, try line.word()) {
    case (false, "system"): head["system"] = .string(try line.word())
    case (false, "source"): setSource(line.text(), of: &head)
    case (false, "setup"): head["setup"] = .object(try start.members(line.items()))
    case (false, "begin"): open = ["begin": .string(try line.word())]
    case (false, let id) where id.last == ":": openCase(String(id.dropLast()), line.text())
    case (_, _) where !line.isIndented || open == nil:
      throw start.flaw(expected: "'ID: TITLE' of a case, or 'system', 'source', 'setup' or 'begin'")
    case (_, "setup") where open?["begin"] == nil:
      open?["setup"] = .object((head["setup"]?.object ?? [:]).merging(try start.members(line.items())) { $1 })
    case (_, "begin"):
      guard let common = beginnings[try line.word()] else {
        throw start.flaw(expected: "the name of a beginning above")
      }
      steps += common.steps
      expectations += common.expectations
    case (_, "until") where open?["begin"] == nil:
      guard let end = CompactLine.time(try line.word())["at_seconds"] else {
        throw start.flaw(expected: "until SECONDS")
      }
      open?["run_until_seconds"] = end
    case (_, let word): try readEntries(&line, after: word)
    }
  }

  private var isTimed: Bool { head["system"] != nil }

  private mutating func openCase(_ id: String, _ text: String) {
    var (members, title) = (head, text[...])
    if title.last == "]", let bracket = title.lastIndex(of: "[") {
      setSource(String(title[bracket...].dropFirst().dropLast()), of: &members)
      title = title[..<bracket]
      if title.last == " " { title.removeLast() }
    }
    open = members.merging(["id": .string(id), isTimed ? "title" : "notes": .string(String(title))]) { $1 }
  }

  /// The page; in the timed format the basis comes first.
  private func setSource(_ text: String, of members: inout [String: JSONValue]) {
    let words = isTimed ? text.split(separator: " ", maxSplits: 1).map(String.init) : [text]
    if isTimed { members["basis"] = words.first.map { .string($0) } }
    members[isTimed ? "source" : "source_file"] = words.last.map { .string($0) }
  }

  /// Steps of one time; after a sign, events of the engine, what must come of them, or what must then be true.
  private mutating func readEntries(_ line: inout CompactLine, after word: String) throws {
    let time = [">", "?"].contains(word) ? [:] : CompactLine.time(word)
    let sign = time.isEmpty ? word : ["*", ">", "?"].first { line.takes($0 + " ") }
    repeat {
      let start = line
      let items = try line.items()
      switch sign {
      case "?" where time.isEmpty: expect(["check": .object(try start.members(items))], at: time)
      case "?":
        for (key, value) in items { expect(["prop": .string(key ?? ""), "value": value], at: time) }
      case ">":
        // `A -> B -> C`: an event for each arrow.
        let states = items.dropFirst().split(omittingEmptySubsequences: false) { $0.value == .string("->") }
        if states.count == 1 { expect(try start.members(items, unnamed: "event"), at: time) }
        for (from, to) in zip(states, states.dropFirst()) {
          guard states[0].count == 1, let from = from.first, let state = to.first else {
            throw start.flaw(expected: "EVENT A -> B -> C")
          }
          let ends = [items[0], ("from", from.value), ("to", state.value)]
          expect(try start.members(ends + to.dropFirst(), unnamed: "event"), at: time)
        }
      default:
        let what = JSONValue.object(try start.members(items, unnamed: time["at"] == nil ? "name" : "op"))
        steps.append(.object(time.merging([sign == nil ? "action" : "engine_event": what]) { $1 }))
      }
    } while line.takes(",")
  }

  private mutating func expect(_ members: [String: JSONValue], at time: [String: JSONValue]) {
    expectations.append(.object(time.merging(members) { $1 }))
  }

  /// Ends a case or a beginning.
  private mutating func close() {
    if let name = open?["begin"]?.string {
      beginnings[name] = (steps, expectations)
    } else if var open {
      open["steps"] = .array(steps)
      open["expect"] = .array(expectations)
      let times = (steps + expectations).compactMap { ($0["at_seconds"] ?? $0["to_seconds"])?.number }
      if isTimed, open["run_until_seconds"] == nil { open["run_until_seconds"] = times.max().map { .number($0) } }
      size += open["setup"]?.object?.count ?? 0
      bodies.append(.object(open))
    }
    size += steps.count + expectations.count
    (open, steps, expectations) = (nil, [], [])
  }
}
