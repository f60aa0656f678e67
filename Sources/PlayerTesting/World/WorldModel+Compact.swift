import PlayerCore
import PlayerSimulation
import ReducerTesting

extension WorldModel: CompactModel {
  /// Media, bandwidth, latencies and the player's setup; read back by ``setup(of:)``.
  public func numbers(of setup: WorldSetup) -> [Int64] {
    [Int64(setup.media.rawValue), Int64(setup.otherMedia.rawValue), setup.bitsPerSecond]
      + [setup.open, setup.start, setup.pause, setup.seek, setup.close, setup.answer].map(\.microseconds)
      + setup.player.numbers
  }

  /// The setup with these numbers; `nil` if they represent none.
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

  /// The instant in microseconds and the event; read back by ``step(of:)``.
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

  /// The step with these numbers; `nil` if they represent none.
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
