import PlayerCore
import ReducerTesting

// Laws that need a second player. They are checked at some inputs only, selected by count, so that sessions are
// reproducible.

extension PlayerModel {
  /// A model that checks the sampled laws at every input, when `property` is one of them or `nil`.
  public func thorough(for property: String?) -> PlayerModel {
    let copied = [Law.copyDisturbed, .rebuiltOtherwise, .canonicalStateOtherwise]
    let others = [Law.notDeterministic, .earlyDeadlineActs, .splittingTimeShows, .refusedButChanged, .staleReportTaken]
    let sampled = others + copied
    guard samplingInterval > 0, property == nil || sampled.contains(where: { $0.property.id == property }) else {
      return self
    }
    var model = self
    model.samplingInterval = 1
    model.splitsAtEverySample = !copied.contains { $0.property.id == property }
    model.copiesAtEverySample = property == nil || !model.splitsAtEverySample
    return model
  }

  /// As ``feed(_:at:_:)``, with a copy of the player from before the input.
  @inline(never)
  func feedSampled(_ input: Input, _ code: UInt16, at now: Instant, _ state: inout State) -> PropertyViolation? {
    state.untilSample = Int64(clamping: samplingInterval)
    state.samples &+= 1
    // The inputs of the twin, with its early deadline.
    state.furtherInputs &+= 2
    var twin = state.player
    var idle = twin
    state.player.receive(input, at: now, into: &state.outputs)
    twin.receive(input, at: now, into: &state.scratch)
    state.monitor.expectSame(&twin, &state.player, .notDeterministic)
    state.monitor.expect(Self.areSame(&state.outputs, &state.scratch), .notDeterministic)
    guard state.monitor.take(input, code, at: now, &state.outputs, &state.player) else {
      return judge(input, at: now, state)
    }
    state.monitor.checkReading(&state.player)
    // What follows assumes that both are the same.
    twin = state.player
    tryEarlyDeadline(&state, &twin)
    tryIdling(input, at: now, &state, &idle)
    // Splitting runs for ten seconds, so it is checked more rarely, and not in every session.
    if splitsAtEverySample || state.samples & 15 == 1 && Self.isChosen(state.player) { trySplitting(&state) }
    #if !hasFeature(Embedded)
    tryCopies(&state)
    #endif
    if !state.monitor.isBroken, additions.isEmpty { return nil }
    return judge(input, at: now, state)
  }

  /// One in this many players, selected by the player itself, so that sessions are reproducible.
  private static func isChosen(_ player: borrowing Player) -> Bool {
    let value = UInt64(bitPattern: player.clock.microseconds &+ player.nextDeadline.microseconds)
    return (value &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0
  }

  /// Law 5a, also for hosts that never deliver early. `twin` is a copy of the player.
  private func tryEarlyDeadline(_ state: inout State, _ twin: inout Player) {
    let deadline = state.player.nextDeadline
    let early = deadline == .never ? Instant.never : deadline + .microseconds(-1)
    guard early < deadline || deadline == .never else { return }
    twin.receive(.deadline, at: early, into: &state.scratch)
    state.monitor.expectSame(&twin, &state.player, .earlyDeadlineActs)
    state.monitor.expect(state.scratch.isEmpty, .earlyDeadlineActs)
  }

  /// A refused command changes only the time in the whole state, a stale report only the count. `idle` is a copy of the
  /// player from before.
  private func tryIdling(_ input: Input, at now: Instant, _ state: inout State, _ idle: inout Player) {
    guard idle.nextDeadline > now else { return }
    switch input {
    case .command(let command, let request):
      switch command {
      case .play, .toggle: if state.monitor.policies.playWithoutContentSetsIntent { return }
      default: break
      }
      let isRefused = state.outputs.contains {
        if case .completion(let completion) = $0 {
          completion.request == request && completion.answer == .refused
        } else {
          false
        }
      }
      guard isRefused else { return }
      idle.receive(.environment(.routeChanged(.other)), at: now, into: &state.scratch)
      state.monitor.expectSame(&state.player, &idle, .refusedButChanged)
    case .engine(let event, _):
      let stale = Diagnostic(inputCode: Input.engine(event, .none).code, oddity: .staleEpoch)
      guard state.outputs.contains(.diagnostic(stale)) else { return }
      idle.receive(.engine(.subtitleShown(.none), .none), at: now, into: &state.scratch)
      state.monitor.expectSame(&state.player, &idle, .staleReportTaken)
    case .deadline, .environment: return
    }
    state.furtherInputs &+= 1
  }

  private static func areSame(_ a: inout Outputs, _ b: inout Outputs) -> Bool {
    guard a.count == b.count else { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }

  /// Law 5c: late deadlines have the same result as punctual ones served one by one.
  private func trySplitting(_ state: inout State) {
    let end = state.player.clock + .seconds(10)
    var (late, early) = (state.player, state.player)
    let lateOutputs = Self.serve(&late, upTo: [end], &state.scratch, &state.furtherInputs)
    let earlyOutputs = Self.serve(
      &early, upTo: [end + .milliseconds(-7_700), end + .seconds(-5), end + .microseconds(-1), end], &state.scratch,
      &state.furtherInputs)
    // A player that stays busy beyond the bound was stopped at different points.
    guard let lateOutputs, let earlyOutputs else { return }
    state.monitor.expectSame(&late, &early, .splittingTimeShows)
    state.monitor.expect(lateOutputs == earlyOutputs, .splittingTimeShows)
  }

  /// Serves deadlines at each of `instants`. Returns a digest of the outputs; `nil` when there were too many.
  private static func serve(
    _ player: inout Player, upTo instants: [Instant], _ outputs: inout Outputs, _ inputs: inout Int
  ) -> UInt64? {
    var digest = StateDigest()
    var left = 40
    for instant in instants {
      repeat {
        guard left > 0 else { return nil }
        left -= 1
        inputs &+= 1
        player.receive(.deadline, at: instant, into: &outputs)
        for output in outputs { digest.put(output) }
      } while player.nextDeadline <= instant && player.nextDeadline != .never
    }
    return digest.value
  }
}

extension StateDigest {
  /// An output, field by field.
  mutating func put(_ output: Output) {
    let message = output.message
    put(Int64(message.code))
    for index in 0..<message.count { put(message[index]) }
  }
}
