import PlayerCore
import PlayerSimulation

/// A model whose setups and steps can be said in numbers, so that thousands of sessions fit into a small file.
public protocol CompactModel: Model {
  func numbers(of setup: Setup) -> [Int64]
  /// The setup with these numbers; `nil` when there is none.
  func setup(of numbers: ArraySlice<Int64>) -> Setup?
  func numbers(of step: Step) -> [Int64]
  /// The step with these numbers; `nil` when there is none.
  func step(of numbers: ArraySlice<Int64>) -> Step?
}

extension PlayerModel: CompactModel {
  public func numbers(of setup: PlayerSetup) -> [Int64] { [Int64(setup.host.rawValue)] + setup.numbers }

  public func setup(of numbers: ArraySlice<Int64>) -> PlayerSetup? {
    guard let first = numbers.first, let host = UInt8(exactly: first).flatMap(PlayerSetup.Host.init) else { return nil }
    return PlayerSetup(numbers: numbers.dropFirst(), host)
  }

  public func numbers(of step: PlayerStep) -> [Int64] { [step.instant.microseconds] + step.input.numbers }

  public func step(of numbers: ArraySlice<Int64>) -> PlayerStep? {
    guard let instant = numbers.first, let input = Input(numbers: numbers.dropFirst()) else { return nil }
    return PlayerStep(input, at: Instant(microseconds: instant))
  }
}

extension WorldModel: CompactModel {
  public func numbers(of setup: WorldSetup) -> [Int64] {
    [Int64(setup.media.rawValue), Int64(setup.otherMedia.rawValue), setup.bitsPerSecond]
      + [setup.open, setup.start, setup.pause, setup.seek, setup.close, setup.answer].map(\.microseconds)
      + setup.player.numbers
  }

  public func setup(of numbers: ArraySlice<Int64>) -> WorldSetup? {
    let head = Array(numbers.prefix(9))
    guard head.count == 9, let media = UInt8(exactly: head[0]).flatMap(WorldSetup.Media.init),
      let other = UInt8(exactly: head[1]).flatMap(WorldSetup.Media.init),
      let player = PlayerSetup(numbers: numbers.dropFirst(9), .faithful)
    else { return nil }
    var setup = WorldSetup(media, otherMedia: other, player: player, bitsPerSecond: head[2])
    let spans = head[3...].map { TimeSpan(microseconds: $0) }
    (setup.open, setup.start, setup.pause) = (spans[0], spans[1], spans[2])
    (setup.seek, setup.close, setup.answer) = (spans[3], spans[4], spans[5])
    return setup
  }

  public func numbers(of step: WorldStep) -> [Int64] {
    let event: [Int64] =
      switch step.event {
      case .command(let command): [0] + Input.command(command, .none).numbers
      case .environment(let event): [0] + Input.environment(event).numbers
      case .fault(let fault): [1] + fault.numbers
      case .heal: [2]
      case .handOver(let bitsPerSecond, let path): [3, bitsPerSecond, Int64(path.rawValue)]
      case .wait: [4]
      }
    return [step.instant.microseconds] + event
  }

  public func step(of numbers: ArraySlice<Int64>) -> WorldStep? {
    guard numbers.count >= 2, let instant = numbers.first else { return nil }
    let rest = Array(numbers.dropFirst(2))
    let event: WorldStep.Event?
    switch numbers[numbers.startIndex + 1] {
    case 0:
      switch Input(numbers: rest[...]) {
      case .command(let command, _): event = .command(command)
      case .environment(let happening): event = .environment(happening)
      default: event = nil
      }
    case 1: event = EngineFault(numbers: rest).map { .fault($0) }
    case 2: event = .heal
    case 3:
      guard rest.count == 2, let path = UInt8(exactly: rest[1]).flatMap(NetworkPath.init) else { return nil }
      event = .handOver(bitsPerSecond: rest[0], path)
    case 4: event = .wait
    default: event = nil
    }
    return event.map { WorldStep($0, at: Instant(microseconds: instant)) }
  }
}

extension PlayerSetup {
  fileprivate var numbers: [Int64] {
    [Int64(preset.rawValue)] + changes.flatMap { [$0.setting.wireValue, $0.value] }
  }

  fileprivate init?(numbers: ArraySlice<Int64>, _ host: Host) {
    let all = Array(numbers)
    guard let first = all.first, let preset = UInt8(exactly: first).flatMap(Preset.init), all.count % 2 == 1 else {
      return nil
    }
    self.init(preset, host: host)
    for place in stride(from: 1, to: all.count, by: 2) {
      guard let setting = Setting(wireValue: all[place]) else { return nil }
      changes.append(Change(setting, all[place + 1]))
    }
  }
}

extension Input {
  fileprivate var numbers: [Int64] {
    let message = message
    return [Int64(message.code)] + (0..<message.count).map { message[$0] }
  }

  fileprivate init?(numbers: ArraySlice<Int64>) {
    guard let code = numbers.first.flatMap({ UInt16(exactly: $0) }), numbers.count <= 1 + Message.maximumFieldCount
    else { return nil }
    var message = Message(code: code)
    for number in numbers.dropFirst() { message.put(number) }
    self.init(message)
  }
}
