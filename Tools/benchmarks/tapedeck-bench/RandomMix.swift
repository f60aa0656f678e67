import PlayerCore

extension Mix {
  /// Random messages over the whole vocabulary, extreme numbers included. Reports mostly come from the current epoch
  /// and speak of the current seek, so that they are more than stale.
  static func random(count: Int, seed: UInt64 = 20_240_607) -> Mix {
    var generator = RandomMixGenerator(random: Random(seed: seed))
    while generator.recorder.steps.count < count { generator.addInput() }
    return Mix(name: "random", steps: generator.recorder.steps)
  }
}

private struct RandomMixGenerator {
  var random: Random
  var recorder = MixRecorder()
  /// The vocabulary's inputs: number and how many fields.
  let kinds = Vocabulary.inputs.filter { $0.code != 0 }.map { (code: $0.code, fields: $0.fields.count) }

  mutating func addInput() {
    var now = recorder.now
    if random.oneIn(4) { now = now + .milliseconds(Int64(random.below(3_000))) }
    let deadline = recorder.player.nextDeadline
    if deadline <= now || (deadline != .never && random.oneIn(16)) {
      return recorder.give(.deadline, at: deadline)
    }
    if let input = randomInput() { recorder.give(input, at: now) }
  }

  private mutating func randomInput() -> Input? {
    let kind = kinds[random.below(kinds.count)]
    var message = WireMessage(code: kind.code)
    for field in 0..<kind.fields {
      let isEpoch = field == 0 && kind.code >= 128 && !random.oneIn(16)
      message.put(isEpoch ? Int64(recorder.player.epoch.rawValue) : randomField())
    }
    return Input(message)
  }

  private mutating func randomField() -> Int64 {
    switch random.below(16) {
    case 0...8: Int64(random.below(3))
    case 9...11: Int64(random.below(100)) * 1_000_000
    case 12: Int64(random.below(3_000))
    case 13: -Int64(random.below(1_000_000))
    case 14: .max
    default: .min
    }
  }
}
