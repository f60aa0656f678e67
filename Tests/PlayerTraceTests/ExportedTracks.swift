import Foundation

/// The content of a Perfetto file, read by a reader that knows nothing of its writer: only the wire format of protobuf
/// and the numbers of the fields in Perfetto's description.
struct ExportedTracks {
  struct Slice: Equatable {
    var name: String
    var start: UInt64
    var end: UInt64
  }

  private(set) var titles: [UInt64: String] = [:]
  /// By the titles of their rows.
  private(set) var slices: [String: [Slice]] = [:]
  private(set) var points: [String: [String]] = [:]
  private(set) var counters: [String: [Double]] = [:]
  /// How many arrows lead from a beginning to an answer.
  private(set) var arrows = 0
  /// What Perfetto's own reader would complain about.
  private(set) var problems: [String] = []
  private var open: [UInt64: [(name: String, start: UInt64)]] = [:]
  private var names: [UInt64: String] = [:]
  private var flows: Set<UInt64> = []
  private var last: UInt64 = 0

  init(_ bytes: [UInt8]) {
    for packet in Message(bytes[...]).messages(1) { take(packet) }
    for (track, left) in open where !left.isEmpty { problems.append("\(titles[track] ?? "") is left open") }
  }

  private mutating func take(_ packet: Message) {
    for descriptor in packet.messages(60) { titles[descriptor.number(1) ?? 0] = descriptor.text(2) ?? "" }
    for data in packet.messages(12) {
      for name in data.messages(2) { names[name.number(1) ?? 0] = name.text(2) }
    }
    guard let event = packet.messages(11).first, let track = event.number(11) else { return }
    let time = packet.number(8) ?? 0
    guard let title = titles[track] else { return problems.append("row \(track) was not declared") }
    if time < last { problems.append("\(time) comes after \(last)") }
    last = time
    let name = event.text(23) ?? event.number(10).flatMap { names[$0] } ?? ""
    flows.formUnion(event.numbers(47))
    switch event.number(9) {
    case 1:
      if open[track]?.isEmpty == false { problems.append("\(title): \(name) overlaps") }
      open[track, default: []].append((name, time))
    case 2:
      guard let slice = open[track]?.popLast() else { return problems.append("\(title): nothing to end") }
      slices[title, default: []].append(Slice(name: slice.name, start: slice.start, end: time))
    case 3:
      points[title, default: []].append(name)
      for flow in event.numbers(48) {
        if !flows.contains(flow) { problems.append("\(title): an arrow from nowhere") }
        arrows += 1
      }
    case 4:
      let value = event.number(44).map { Double(bitPattern: $0) } ?? Double(Int64(bitPattern: event.number(30) ?? 0))
      counters[title, default: []].append(value)
    default: problems.append("an event of no type")
    }
  }

  /// How long a row was at each value, in microseconds.
  func times(_ title: String) -> [String: Int64] {
    var times: [String: Int64] = [:]
    for slice in slices[title] ?? [] { times[slice.name, default: 0] += Int64(slice.end - slice.start) / 1_000 }
    return times.filter { $0.value > 0 }
  }
}

/// A protobuf message, field by field.
private struct Message {
  private var fields: [(number: UInt64, value: UInt64, bytes: ArraySlice<UInt8>)] = []

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let tag = Self.varint(&rest) {
      switch tag & 7 {
      case 0: fields.append((tag >> 3, Self.varint(&rest) ?? 0, []))
      case 1:
        fields.append((tag >> 3, rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }, []))
        rest = rest.dropFirst(8)
      case 2:
        let length = Int(Self.varint(&rest) ?? 0)
        fields.append((tag >> 3, 0, rest.prefix(length)))
        rest = rest.dropFirst(length)
      default: return
      }
    }
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while let byte = bytes.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  func numbers(_ number: UInt64) -> [UInt64] { fields.filter { $0.number == number }.map { $0.value } }
  func number(_ number: UInt64) -> UInt64? { numbers(number).last }
  func messages(_ number: UInt64) -> [Message] { fields.filter { $0.number == number }.map { Message($0.bytes) } }
  func text(_ number: UInt64) -> String? {
    fields.last { $0.number == number }.flatMap { String(bytes: $0.bytes, encoding: .utf8) }
  }
}
