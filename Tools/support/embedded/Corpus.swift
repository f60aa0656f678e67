// Recorded traces, fed to the reducer as plain numbers, so that builds without files can replay them too.

import PlayerCore

/// The numbers: for each trace ``begin`` and the values of all settings, then for each step its instant, the code of
/// its input, the number of its fields, and the fields.
enum CorpusWords {
  static var begin: Int64 { -1 }
}

/// Replays the traces in `words` and returns a digest of every output, every deadline and every final state.
@_cdecl("tapedeck_corpus")
public func corpus(_ words: UnsafePointer<Int64>, _ count: Int32) -> UInt64 {
  var digest = StateDigest()
  var words = Words(next: words, left: Int(count))
  while words.left > 0 {
    guard words.take() == CorpusWords.begin else { return 0 }
    var configuration = Configuration()
    for setting in Setting.allCases { configuration[setting] = words.take() }
    var session = Session()
    session.player = Player(configuration: configuration)
    while words.left > 0, words.next.pointee != CorpusWords.begin {
      session.now = .microseconds(words.take())
      var message = WireMessage(code: UInt16(truncatingIfNeeded: words.take()))
      for _ in 0..<words.take() { message.put(words.take()) }
      guard let input = Input(message) else { return 0 }
      session.give(input)
    }
    digest.put(Int64(bitPattern: session.finish()))
  }
  return digest.value
}

private struct Words {
  var next: UnsafePointer<Int64>
  var left: Int

  /// 0 after the end.
  mutating func take() -> Int64 {
    guard left > 0 else { return 0 }
    defer {
      next += 1
      left -= 1
    }
    return next.pointee
  }
}
