import PlayerCore

extension ViewedRun {
  /// The number of steps in a part of a digest, except in the last one of a block.
  package static var digestSize: Int { 32 }

  /// The steps of a block in parts of ``digestSize``, in the form of ``blockColumns(from:)``: for pictures in which a
  /// block is wider than a pixel but has too many steps to show each.
  package func digestColumns(of block: Int) -> [UInt8] {
    guard blocks.indices.contains(block) else { return [] }
    var stepper = stepper(before: block)
    var spans: [RunSpan] = []
    var number = blocks[block].first
    inputs(of: block).forEach { input, instant in
      if spans.last.map({ $0.count >= Self.digestSize }) ?? true {
        spans.append(RunSpan(first: number, stepper, at: instant))
      }
      blocks[block].feed(&stepper, Int(number - blocks[block].first), input, at: instant)
      spans[spans.count - 1].append(header.isObserved ? nil : input, stepper)
      number += 1
      return true
    }
    return RunColumns.bytes(of: spans)
  }
}
