extension ShrinkRun {
  /// Deletes runs of `chunk` steps, then of half as many, down to single ones; each size from the back to the front, so
  /// that the snapshots before a run stay good.
  @inlinable
  mutating func deleteSteps(from chunk: Int, progress: (ShrinkProgress) -> Bool) {
    var chunk = max(1, chunk)
    while !isHalted {
      var end = session.steps.count
      while end > 0, !isHalted {
        let start = max(0, end - chunk)
        setTail(from: end)
        _ = attempt(keeping: start, progress: progress)
        end = min(start, session.steps.count)
      }
      if chunk == 1 { return }
      chunk /= 2
    }
  }

  /// Two steps at once, for what holds together: a pause and the play that undoes it, the same position in a seek and in
  /// its answer, a sum that two steps make up. All pairs of a short session; in a longer one those near each other.
  @inlinable
  mutating func changeTwoSteps(progress: (ShrinkProgress) -> Bool) {
    let reach = session.steps.count <= 40 ? 40 : 8
    var second = session.steps.count - 1
    while second > 0 {
      var first = second - 1
      while first >= max(0, second - reach), second < session.steps.count {
        let before = (effort.successes, session.steps.count)
        changeTogether(first, second, progress: progress)
        if isHalted { return }
        // Repeat with the same two while their numbers shrink; once steps are deleted, continue with earlier ones.
        if session.steps.count < before.1 || effort.successes == before.0 { first -= 1 }
      }
      second = min(second, session.steps.count) - 1
    }
  }

  @inlinable
  mutating func changeTogether(_ first: Int, _ second: Int, progress: (ShrinkProgress) -> Bool) {
    setTail(from: first + 1)
    tail.remove(at: second - first - 1)
    if attempt(keeping: first, progress: progress) { return }

    for step in model.merged(session.steps[first], session.steps[second]) {
      setTail(from: first + 1)
      tail[second - first - 1] = step
      if attempt(keeping: first, progress: progress) { return }
    }

    let earlier = model.simplerSteps(than: session.steps[first])
    guard !earlier.isEmpty else { return }
    // Two steps with the same number have the same candidate at the same place, counted from either end.
    let later = model.simplerSteps(than: session.steps[second])
    for index in 0..<min(earlier.count, later.count) {
      if attempt(earlier[index], at: first, later[index], at: second, progress: progress) { return }
      guard earlier.count != later.count else { continue }
      let fromEnd = (earlier[earlier.count - 1 - index], later[later.count - 1 - index])
      if attempt(fromEnd.0, at: first, fromEnd.1, at: second, progress: progress) { return }
    }
  }

  @inlinable
  mutating func attempt(
    _ earlier: Subject.Step, at first: Int, _ later: Subject.Step, at second: Int, progress: (ShrinkProgress) -> Bool
  ) -> Bool {
    let one = inOrder(earlier, at: first)
    guard one != session.steps[first] else { return false }
    let other = inOrder(later, at: second)
    guard other != session.steps[second] else { return false }
    setTail(from: first)
    tail[0] = one
    tail[second - first] = other
    return attempt(keeping: first, progress: progress)
  }
}
