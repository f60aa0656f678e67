// Turns recorded traces into the numbers that the corpus is replayed from, as C: in ordinary builds only.

import Foundation
import PlayerCore

/// Writes the traces that the process was given, after its first argument, to standard output. An instant before zero
/// would be mistaken for the beginning of a trace; recorded ones never are.
@_cdecl("tapedeck_write_corpus")
public func writeCorpus() -> Int32 {
  do {
    var words: [Int64] = []
    for path in CommandLine.arguments.dropFirst(2) { try append(path, to: &words) }
    print("// Made by Tools/embedded-proof.\n#include <stdint.h>\nconst int64_t tapedeck_words[] = {")
    // The smallest number has no literal of its own in C.
    for word in words { print(word == .min ? "INT64_MIN," : "\(word)LL,") }
    print("};\nconst int32_t tapedeck_word_count = \(words.count);")
    return 0
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    return 1
  }
}

private func append(_ path: String, to words: inout [Int64]) throws(TraceError) {
  var reader = try TraceReader(path: path)
  words.append(CorpusWords.begin)
  for setting in Setting.allCases { words.append(reader.header.configuration[setting]) }
  while let record = try reader.nextKnown() {
    guard case .step(let step) = record else { continue }
    let message = step.input.message
    words += [max(.zero, step.instant).microseconds, Int64(message.code), Int64(message.count)]
    for index in 0..<message.count { words.append(message[index]) }
  }
}
