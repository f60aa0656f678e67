import PlayerCore
import ReducerTesting

extension PlayerModel: CompactModel {
  /// The host, the preset and each setting that differs; read back by ``setup(of:)``.
  public func numbers(of setup: PlayerSetup) -> [Int64] { [Int64(setup.host.rawValue)] + setup.numbers }

  /// The setup with these numbers; `nil` if they represent none.
  public func setup(of numbers: ArraySlice<Int64>) -> PlayerSetup? {
    guard let first = numbers.first, let host = UInt8(exactly: first).flatMap(PlayerSetup.Host.init) else { return nil }
    return PlayerSetup(numbers: numbers.dropFirst(), host)
  }

  /// The instant in microseconds, then the input's message; read back by ``step(of:)``.
  public func numbers(of step: PlayerStep) -> [Int64] { [step.instant.microseconds] + step.input.numbers }

  /// The step with these numbers; `nil` if they represent none.
  public func step(of numbers: ArraySlice<Int64>) -> PlayerStep? {
    guard let instant = numbers.first, let input = Input(numbers: numbers.dropFirst()) else { return nil }
    return PlayerStep(input, at: Instant(microseconds: instant))
  }
}

extension PlayerSetup {
  var numbers: [Int64] {
    [Int64(preset.rawValue)] + changes.flatMap { [$0.setting.wireValue, $0.value] }
  }

  init?(numbers: ArraySlice<Int64>, _ host: Host) {
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
  var numbers: [Int64] {
    let message = message
    return [Int64(message.code)] + (0..<message.count).map { message[$0] }
  }

  init?(numbers: ArraySlice<Int64>) {
    guard let code = numbers.first.flatMap({ UInt16(exactly: $0) }), numbers.count <= 1 + WireMessage.maximumFieldCount
    else { return nil }
    var message = WireMessage(code: code)
    for number in numbers.dropFirst() { message.put(number) }
    self.init(message)
  }
}
