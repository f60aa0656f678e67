import CCounters
import Foundation
import PlayerCore

/// How long something takes.
struct Stopwatch {
  /// Runs `work` until `budget` seconds are used up, or ten times as many by `prepare`, at least three times, each time with
  /// what that made, and returns the shortest time in nanoseconds: on a machine that also does other things, it is the one
  /// that says most about the work.
  static func best<Subject>(budget: Double, _ prepare: () -> Subject, measuring work: (Subject) -> Void) -> Double {
    var best = Double.infinity
    var (prepared, used) = (0.0, 0.0)
    var runs = 0
    while runs < 3 || used < budget * 1e9 && prepared < budget * 1e10 {
      let began = now()
      let subject = prepare()
      prepared += now() - began
      let nanoseconds = time { work(subject) }
      best = min(best, nanoseconds)
      used += nanoseconds
      runs += 1
    }
    return best
  }

  /// The shortest time a mix takes, in nanoseconds.
  static func best(budget: Double, playing mix: Mix) -> Double {
    best(budget: budget) {
      Playing(mix)
    } measuring: {
      $0.play(mix.steps)
    }
  }

  /// Runs `work` once and returns the processor time that this thread needed for it, in nanoseconds. What other programs
  /// do meanwhile does not count.
  static func time(_ work: () throws -> Void) rethrows -> Double {
    let began = now()
    try work()
    return now() - began
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// What the calling thread allocated and executed during `work`.
struct Counts {
  /// `nil` when this platform cannot count them.
  var allocations: UInt64?
  /// `nil` when the processor's counter is not ours to read.
  var instructions: UInt64?

  static func during(_ work: () -> Void) -> Counts {
    let allocations = allocation_count()
    let instructions = instruction_count()
    work()
    let executed = instruction_count() - instructions
    return Counts(
      allocations: counts_allocations() ? allocation_count() - allocations : nil,
      instructions: counts_instructions() ? executed : nil)
  }

  mutating func add(_ other: Counts) {
    allocations = allocations.flatMap { sum in other.allocations.map { sum + $0 } }
    instructions = instructions.flatMap { sum in other.instructions.map { sum + $0 } }
  }
}

/// Plays a mix as a host does: every input, then the next deadline, with a look at every output's count.
final class Playing {
  private var player: Player
  private var outputs = Outputs()
  /// Depends on everything that is measured, so that nothing of it can be left out.
  private(set) var checksum: UInt64 = 0

  init(_ mix: Mix) {
    player = Player(configuration: Playing.unshared(mix.configuration))
    for step in mix.setup { player.receive(step.input, at: step.instant, into: &outputs) }
  }

  func play(_ steps: [Step]) { play(steps[...]) }

  @inline(never)
  func play(_ steps: ArraySlice<Step>) {
    let (sum, count) = Playing.play(steps, with: &player, &outputs)
    checksum = checksum &* 31 &+ UInt64(bitPattern: sum) &+ UInt64(count)
  }

  private static func play(_ steps: ArraySlice<Step>, with player: inout Player, _ outputs: inout Outputs) -> (
    Int64, Int
  ) {
    var sum: Int64 = 0
    var count = 0
    for step in steps {
      player.receive(step.input, at: step.instant, into: &outputs)
      count &+= outputs.count
      sum &+= player.nextDeadline.microseconds
    }
    return (sum, count)
  }

  /// A configuration of its own, so that the first change of a setting does not pay for a copy.
  private static func unshared(_ configuration: Configuration) -> Configuration {
    var copy = Configuration()
    for setting in Setting.allCases { copy[setting] = configuration[setting] }
    return copy
  }
}
