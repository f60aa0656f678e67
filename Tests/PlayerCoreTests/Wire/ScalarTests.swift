@testable import PlayerCore
import Testing

@Suite("Scalars on the wire")
struct ScalarTests {
  @Test("narrow types refuse what does not fit")
  func narrow() {
    for foreign in [Int64.min, Int64(Int32.min) - 1, Int64(Int32.max) + 1, .max] {
      #expect(Int32(wireValue: foreign) == nil)
      #expect(Rate(wireValue: foreign) == nil)
      #expect(TrackID(wireValue: foreign) == nil)
    }
    for foreign in [Int64.min, -1, Int64(UInt32.max) + 1, .max] {
      #expect(UInt32(wireValue: foreign) == nil)
      #expect(ItemID(wireValue: foreign) == nil)
    }
    for foreign in [Int64(-1), 65_536] { #expect(UInt16(wireValue: foreign) == nil) }
    for foreign in [Int64(-1), 256] { #expect(UInt8(wireValue: foreign) == nil) }
    for foreign in [Int64(-1), 2] { #expect(Bool(wireValue: foreign) == nil) }
  }

  @Test("wide types accept every number")
  func wide() {
    for value in [Int64.min, -1, 0, 1, .max] {
      #expect(TimeSpan(wireValue: value)?.wireValue == value)
      #expect(MediaTime(wireValue: value)?.wireValue == value)
      #expect(Instant(wireValue: value)?.wireValue == value)
      #expect(Int64(wireValue: value)?.wireValue == value)
    }
  }

  @Test("a reader returns placeholders and remembers the damage")
  func damagedReader() {
    var message = WireMessage(code: 1)
    message.put(Int64(7))
    var reader = FieldReader(message)
    #expect(reader.next(Bool.self) == false)
    #expect(!reader.isValid)
    #expect(reader.isAtEnd)
    #expect(reader.next(MediaTime.self) == .unknown)
  }

  @Test("digests depend on order, on every number and on nothing else")
  func digest() {
    func digest(_ values: [Int64]) -> UInt64 {
      var digest = StateDigest()
      for value in values { digest.put(value) }
      return digest.value
    }
    #expect(digest([1, 2]) == digest([1, 2]))
    #expect(digest([1, 2]) != digest([2, 1]))
    #expect(digest([]) != digest([0]))
    #expect(digest([0]) != digest([0, 0]))
    #expect(Set((0..<10_000).map { digest([Int64($0), 0, 3]) }).count == 10_000)
  }

  @Test("identifiers wrap past the maximum and are never none")
  func successors() {
    #expect(Epoch.none.successor == Epoch(1))
    #expect(Epoch(.max).successor == Epoch(1))
    #expect(Epoch(0).isNone && !Epoch(1).isNone)
  }
}
