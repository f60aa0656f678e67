import PlayerCore
import ReducerTesting

// The candidates of shrinking. Numbers only get closer to zero, and names only more common, so shrinking terminates. It
// ends at the smallest value that still breaks the property: a boundary that matters.

extension PlayerModel {
  /// Simpler inputs at the same instant, then the same input at an instant nearer to zero; the simplest first.
  public func simplerSteps(than step: PlayerStep) -> [PlayerStep] {
    var steps = Simpler.inputs(than: step.input).map { PlayerStep($0, at: step.instant) }
    steps += Simpler.numbers(than: step.instant.microseconds)
      .map { PlayerStep(step.input, at: Instant(microseconds: $0)) }
    return steps
  }

  /// The default preset and the faithful host, then one change less, then values nearer to the preset's.
  public func simplerSetups(than setup: PlayerSetup) -> [PlayerSetup] {
    var setups: [PlayerSetup] = []
    if setup.preset != .defaults || !setup.changes.isEmpty { setups.append(PlayerSetup(host: setup.host)) }
    if setup.preset != .defaults { setups.append(PlayerSetup(changes: setup.changes, host: setup.host)) }
    if setup.host == .hostile { setups.append(PlayerSetup(setup.preset, changes: setup.changes)) }
    for index in setup.changes.indices {
      var simpler = setup
      simpler.changes.remove(at: index)
      setups.append(simpler)
    }
    for index in setup.changes.indices {
      let standard = setup.preset.configuration[setup.changes[index].setting]
      // Values closer to the preset's.
      let (distance, overflow) = setup.changes[index].value.subtractingReportingOverflow(standard)
      guard !overflow else { continue }
      for number in Simpler.numbers(than: distance) where number != 0 {
        var simpler = setup
        simpler.changes[index].value = standard &+ number
        setups.append(simpler)
      }
    }
    return setups
  }
}

extension PlayerModel {
  /// The numbers of the message that may depend on those of other steps.
  public func values(of step: PlayerStep) -> [Int64] {
    let message = step.input.message
    return Simpler.valuePlaces(of: step.input).map { message[$0] }
  }

  /// The step with these numbers in place of ``values(of:)-(PlayerStep)``; `nil` when they do not fit.
  public func step(_ step: PlayerStep, with values: [Int64]) -> PlayerStep? {
    Simpler.input(step.input, with: values).map { PlayerStep($0, at: step.instant) }
  }

  /// The values of the changed settings.
  public func values(of setup: PlayerSetup) -> [Int64] { setup.changes.map { $0.value } }

  /// Settings only get nearer to their preset's, see ``simplerSetups(than:)``.
  public func setup(_ setup: PlayerSetup, with values: [Int64]) -> PlayerSetup? {
    guard values.count == setup.changes.count else { return nil }
    var simpler = setup
    for (index, value) in values.enumerated() where value != setup.changes[index].value {
      let standard = setup.preset.configuration[setup.changes[index].setting]
      guard value >= standard else { return nil }
      simpler.changes[index].value = value
    }
    simpler.changes.removeAll { $0.value == setup.preset.configuration[$0.setting] }
    return simpler
  }
}

enum Simpler {
  /// The fields of an input that are values, and not names: of requests, openings, seeks, settings.
  static func valuePlaces(of input: Input) -> [Int] {
    let count = input.message.count
    switch input {
    case .deadline, .environment: return Array(0..<count)
    case .command(.set, _): return Array(min(2, count)..<count)
    case .command: return Array(min(1, count)..<count)
    case .engine(.seekCompleted, _), .engine(.stillCaptured, _): return Array(min(2, count)..<count)
    case .engine: return Array(min(1, count)..<count)
    }
  }

  /// The name of the input in traces.
  static func kind(of input: Input) -> String { Vocabulary.inputKind(input.code)?.name.description ?? "" }

  /// The input with other values.
  static func input(_ input: Input, with values: [Int64]) -> Input? {
    let places = valuePlaces(of: input)
    guard values.count == places.count else { return nil }
    var message = input.message
    for (place, value) in zip(places, values) { message = message.replacing(place, with: value) }
    // Item 0 means no item.
    if case .command(.load, _) = input, message.count > 1, message[1] <= 0 { return nil }
    return Input(message)
  }

  /// Numbers nearer to zero: those of ``Candidates/numbers(than:towards:)``; below zero some round ones, and finally
  /// one. The largest step comes first.
  static func numbers(than number: Int64) -> [Int64] {
    guard number != 0 else { return [] }
    let magnitude = number.magnitude
    let halves = Candidates.numbers(than: magnitude)
    let round = [60_000_000, 10_000_000, 1_000_000, 1_000].map { magnitude / $0 * $0 }
    var candidates: [UInt64] = []
    for candidate in halves.prefix(1) + round + halves.dropFirst() + [1] {
      if candidate < magnitude, !candidates.contains(candidate) { candidates.append(candidate) }
    }
    // A negative number is less common than a positive one.
    var numbers = candidates.map { number < 0 ? Int64(truncatingIfNeeded: 0 &- $0) : Int64(truncatingIfNeeded: $0) }
    if number < 0, let positive = Int64(exactly: magnitude) { numbers.insert(positive, at: 1) }
    return numbers
  }

  /// Inputs of the same kind with one simpler field, then simpler kinds.
  static func inputs(than input: Input) -> [Input] {
    var inputs: [Input] = []
    switch input {
    case .command(.toggle, let request): inputs = [.command(.play, request), .command(.pause, request)]
    case .command(.reset, let request): inputs = [.command(.stop, request)]
    case .command(.restart(let position, _), let request): inputs = [.command(.seek(position), request)]
    case .deadline, .command, .engine, .environment: break
    }
    let message = input.message
    for index in 0..<message.count {
      for value in values(than: message[index], input, index) {
        if let simpler = Input(message.replacing(index, with: value)) { inputs.append(simpler) }
      }
    }
    return inputs
  }

  private static func values(than value: Int64, _ input: Input, _ index: Int) -> [Int64] {
    func usual(_ name: UInt32) -> [Int64] { value == Int64(name) ? [] : [Int64(name)] }
    switch input {
    case .deadline, .environment: return numbers(than: value)
    case .command(let command, _):
      if index == 0 { return usual(RequestID.fresh.rawValue) }
      switch command {
      // A different setting would be a different step.
      case .set: return index == 1 ? [] : numbers(than: value)
      // Item 0 means no item.
      case .load where index == 1: return numbers(than: value).filter { $0 > 0 }
      default: return numbers(than: value)
      }
    case .engine(let event, _):
      if index == 0 { return usual(Epoch.current.rawValue) }
      switch event {
      case .seekCompleted where index == 1: return usual(SeekSerial.current.rawValue)
      case .stillCaptured where index == 1: return usual(StillSerial.newest.rawValue)
      default: return numbers(than: value)
      }
    }
  }
}

extension WireMessage {
  func replacing(_ index: Int, with value: Int64) -> WireMessage {
    var message = WireMessage(code: code)
    for place in 0..<count { message.put(place == index ? value : self[place]) }
    return message
  }
}
