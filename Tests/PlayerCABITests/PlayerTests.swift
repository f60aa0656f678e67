import CLibrarySessions
import CTapeDeck
import Foundation
import PlayerCore
import PlayerCABI
import Testing

/// For the same inputs, players of the C interface and of Swift have the same outputs and state.
@Suite("Players of the C library")
struct PlayerTests {
  /// A C player, destroyed with the object.
  private final class Handle {
    let player: OpaquePointer

    init(preset: Configuration.Preset = .standard) throws {
      var options = td_options()
      options.size = UInt32(MemoryLayout<td_options>.size)
      options.abi = td_abi()
      options.vocabulary = td_vocabulary_hash()
      options.preset = UInt32(preset.rawValue)
      var player: OpaquePointer?
      try #require(td_create(&options, &player) == 0)
      self.player = try #require(player)
    }

    deinit { td_destroy(player) }

    func value(_ key: Int) -> Int64 {
      var value: Int64 = 0
      #expect(td_get(player, UInt32(key), &value) == 0, "key \(key)")
      return value
    }

    func field(_ name: String) -> Int64 {
      var value: Int64 = 0
      #expect(td_field(player, name, &value) == 0, "\(name)")
      return value
    }

    func receive(_ record: td_message) -> (result: td_result, outputs: [td_message]) {
      var record = record
      var outputs = [td_message](repeating: td_message(), count: Int(TD_OUTPUTS_MAX))
      var count = 0
      let result = td_receive(player, &record, &outputs, outputs.count, &count)
      return (result, Array(outputs[..<count]))
    }
  }

  /// A message as a record, in a second implementation: the first field of a family is its context.
  private static func record(_ message: WireMessage, at time: Instant, hasContext: Bool) -> td_message {
    var record = td_message()
    record.code = message.code
    record.time = time.microseconds
    var fields = (0..<message.count).map { message[$0] }
    if hasContext { record.context = UInt32(truncatingIfNeeded: fields.removeFirst()) }
    record.count = UInt16(fields.count)
    withUnsafeMutableBytes(of: &record.fields) { bytes in
      for (index, field) in fields.enumerated() { bytes.storeBytes(of: field, toByteOffset: index * 8, as: Int64.self) }
    }
    return record
  }

  private static func words(_ record: td_message) -> [Int64] {
    let fields = withUnsafeBytes(of: record.fields) { bytes in
      (0..<Int(record.count)).map { bytes.load(fromByteOffset: $0 * 8, as: Int64.self) }
    }
    return [Int64(record.code), Int64(record.context), record.time] + fields
  }

  @Test("accepts what Swift accepts, and answers the same", arguments: Configuration.Preset.allCases)
  func sameOutputs(preset: Configuration.Preset) throws {
    let handle = try Handle(preset: preset)
    var player = Player(configuration: preset.configuration)
    var outputs = Outputs()
    var session = session(random: UInt64(preset.rawValue), time: 0)
    var kinds: Set<UInt16> = []
    for _ in 0..<4_000 {
      var drawn = td_message()
      draw_input(&session, handle.player, &drawn)
      let count = Vocabulary.inputFieldCount(drawn.code)
      let hasContext = drawn.code >= 128 || (drawn.code > 0 && drawn.code < 64)
      var message = WireMessage(code: drawn.code)
      if hasContext { message.put(Int64(drawn.context)) }
      withUnsafeBytes(of: drawn.fields) { bytes in
        for index in 0..<count - (hasContext ? 1 : 0) {
          message.put(bytes.load(fromByteOffset: index * 8, as: Int64.self))
        }
      }
      let answer = handle.receive(drawn)
      guard let input = Input(message) else {
        #expect(answer.result == td_result(TD_ERROR_VALUE))
        continue
      }
      #expect(answer.result == 0)
      kinds.insert(drawn.code)
      let instant = Instant.microseconds(drawn.time)
      player.receive(input, at: instant, into: &outputs)
      let expected = outputs.map { Self.words(Self.record($0.message, at: player.clock, hasContext: true)) }
      #expect(answer.outputs.map(Self.words) == expected, "\(input)")
      // The round trip gives the drawn record again.
      let back = Self.words(Self.record(input.message, at: instant, hasContext: hasContext))
      drawn.count = UInt16(back.count - 3)
      if !hasContext { drawn.context = 0 }
      #expect(back == Self.words(drawn))
      #expect(handle.value(TD_KEY_DIGEST) == Int64(bitPattern: player.digest))
    }
    #expect(kinds.count == Vocabulary.inputs.count, "every kind of input occurs")
  }

  /// The keys of state fields, with the fields' names.
  private static let fields: [(key: Int, name: String)] = [
    (TD_KEY_CLOCK, "clock"), (TD_KEY_PHASE, "loading.phase"), (TD_KEY_WANTS_PLAY, "transport.wantsPlay"),
    (TD_KEY_BUFFER_STATE, "buffering.supply"), (TD_KEY_ITEM, "content.item"), (TD_KEY_EPOCH, "loading.epoch"),
    (TD_KEY_NEXT_EPOCH, "loading.nextEpoch"), (TD_KEY_RETRY_COUNT, "retrying.count"),
    (TD_KEY_STALL_COUNT, "statistics.stallCount"), (TD_KEY_STALL_TIME, "statistics.stallTime"),
    (TD_KEY_SEGMENT_COUNT, "segments.list.count"), (TD_KEY_BUFFERED_UNTIL, "buffering.until"),
    (TD_KEY_BYTES_READ, "buffering.bytesRead"),
  ]

  @Test("keys have the values of Swift's properties")
  func keys() throws {
    let handle = try Handle()
    var session = session(random: 5, time: 0)
    var states: Set<Int64> = []
    for _ in 0..<3_000 {
      var drawn = td_message()
      draw_input(&session, handle.player, &drawn)
      _ = handle.receive(drawn)
      for (key, name) in Self.fields { #expect(handle.value(key) == handle.field(name), "\(name)") }
      states.insert(handle.value(TD_KEY_STATE))
      var position: Int64 = 0
      #expect(td_position(handle.player, handle.value(TD_KEY_CLOCK), &position) == 0)
      #expect(position == handle.value(TD_KEY_POSITION))
    }
    #expect(states.count >= 5)
    for setting in Setting.allCases {
      let expected = Configuration.standard[setting]
      let fresh = try Handle()
      #expect(fresh.value(TD_KEY_SETTING + Int(setting.rawValue)) == expected)
    }
  }

  @Test("the digest of random sessions is the same as in every other build")
  func digest() throws {
    let digits = String(random_sessions(100), radix: 16, uppercase: true)
    let expected = try String(contentsOf: Self.expectation, encoding: .utf8)
    let found = "100 \(String(repeating: "0", count: 16 - digits.count))\(digits)\n"
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      try found.write(to: Self.expectation, atomically: true, encoding: .utf8)
    } else {
      #expect(
        found == expected,
        "the behaviour has changed: TAPEDECK_WRITE_TABLES=1 swift test --filter PlayerCABITests writes the digest anew")
    }
  }

  private static let expectation = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../CLibrary/digest.txt").standardizedFileURL
}
