import ReducerTesting
import Testing

@Suite("SplitMix64")
struct SplitMix64Tests {
  @Test("a seed gives the numbers that the authors of the algorithm publish, on every machine")
  func knownNumbers() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test("below(n) draws every number below n and no other")
  func below() {
    var random = SplitMix64(seed: 1)
    let numbers = Set((0..<1_000).map { _ in random.below(7) })
    #expect(numbers == Set(0..<7))
    #expect(random.below(0) == 0)
  }
}
