import PlayerCore

// Swift source of steps and setups, for printed tests that can be pasted.

extension PlayerModel {
  /// The model as a Swift expression, for a printed test.
  public var code: String { splitsAtEverySample ? "PlayerModel().thorough(for: nil)" : "PlayerModel()" }

  /// The step as a Swift expression, for a printed test.
  public func code(for step: PlayerStep) -> String {
    let instant = "at: \(PlayerCode.text(step.instant))"
    switch step.input {
    case .deadline: return ".init(.deadline, \(instant))"
    case .command(let command, .fresh): return ".init(Command\(PlayerCode.text(command)), \(instant))"
    case .command: return ".init(Input\(PlayerCode.text(step.input)), \(instant))"
    case .engine(let event, .current): return ".init(EngineEvent\(PlayerCode.text(event)), \(instant))"
    case .engine(let event, let epoch):
      return ".init(EngineEvent\(PlayerCode.text(event)), of: \(PlayerCode.text(epoch)), \(instant))"
    case .environment(let event): return ".init(EnvironmentEvent\(PlayerCode.text(event)), \(instant))"
    }
  }

  /// The setup as a Swift expression, for a printed test.
  public func code(for setup: PlayerSetup) -> String {
    var arguments: [String] = []
    if setup.preset != .defaults { arguments.append(".\(setup.preset)") }
    if !setup.changes.isEmpty {
      let changes = setup.changes.map { ".init(.\($0.setting), \(PlayerCode.number($0.value)))" }
      arguments.append("changes: [\(changes.joined(separator: ", "))]")
    }
    if setup.host != .faithful { arguments.append("host: .\(setup.host)") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }
}

enum PlayerCode {
  /// A value whose type is known from the context.
  static func text(_ value: Any) -> String {
    switch value {
    case let instant as Instant: instant == .never ? ".never" : time(instant.microseconds)
    case let span as TimeSpan: span == .never ? ".never" : time(span.microseconds)
    case let position as MediaTime: position.isKnown ? time(position.microseconds) : ".unknown"
    case let rate as Rate: rate == .normal ? ".normal" : ".thousandths(\(number(Int64(rate.thousandths))))"
    case let track as TrackID: text(of: track)
    case let supply as BufferState: ".init(rawValue: \(supply.rawValue))"
    case let position as Position: text(of: position)
    case let media as OpenedMedia: text(of: media)
    case let failure as Failure: text(of: failure)
    case let number as any BinaryInteger: self.number(Int64(clamping: number))
    default: identifier(value) ?? structure(value)
    }
  }

  /// With underscores between groups of three digits.
  static func number(_ value: Int64) -> String {
    if value == .max { return ".max" }
    if value == .min { return ".min" }
    var digits = String(value.magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return (value < 0 ? "-" : "") + ([digits[...]] + groups).joined(separator: "_")
  }

  private static func time(_ microseconds: Int64) -> String {
    if microseconds == 0 { return ".zero" }
    if microseconds % 1_000_000 == 0 { return ".seconds(\(number(microseconds / 1_000_000)))" }
    return ".microseconds(\(number(microseconds)))"
  }

  private static func identifier(_ value: Any) -> String? {
    switch value {
    case let id as Epoch:
      switch id {
      case .current: ".current"
      case .next: ".next"
      case .previous: ".previous"
      case .newestClosed: ".newestClosed"
      default: name(id)
      }
    case let id as SeekSerial:
      switch id {
      case .current: ".current"
      case .newest: ".newest"
      case .previous: ".previous"
      default: name(id)
      }
    case let id as StillSerial: id == .newest ? ".newest" : name(id)
    case let id as RequestID: name(id)
    case let id as ItemID: name(id)
    case let id as TextID: name(id)
    case let id as SegmentID: name(id)
    case let id as ObserverID: name(id)
    default: nil
    }
  }

  private static func name<Subject>(_ id: Identifier<Subject>) -> String {
    id.isNone ? ".none" : ".init(\(number(Int64(id.rawValue))))"
  }

  private static func text(of track: TrackID) -> String {
    switch track {
    case .off: ".off"
    case .automatic: ".automatic"
    default: ".init(\(number(Int64(track.rawValue))))"
    }
  }

  private static func text(of position: Position) -> String {
    if position == .standard { return ".standard" }
    var arguments = ["anchor: .\(position.anchor)"]
    if position.offset != .zero { arguments.append("offset: \(text(position.offset))") }
    if position.toleranceBefore != .zero { arguments.append("toleranceBefore: \(text(position.toleranceBefore))") }
    if position.toleranceAfter != .zero { arguments.append("toleranceAfter: \(text(position.toleranceAfter))") }
    if !position.segment.isNone { arguments.append("segment: \(name(position.segment))") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  private static func text(of media: OpenedMedia) -> String {
    var arguments = ["duration: \(text(media.duration))"]
    if media.isDurationEstimated { arguments.append("isDurationEstimated: true") }
    if !media.isSeekable { arguments.append("isSeekable: false") }
    if !media.hasAudio { arguments.append("hasAudio: false") }
    if media.hasVideo { arguments.append("hasVideo: true") }
    if media.supply != .unknown { arguments.append("supply: \(text(media.supply))") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  private static func text(of failure: Failure) -> String {
    var arguments = [".\(failure.kind)"]
    if failure.detail != 0 { arguments.append("detail: \(number(Int64(failure.detail)))") }
    if !failure.text.isNone { arguments.append("text: \(name(failure.text))") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  /// A case with its arguments; any other value as it is printed.
  private static func structure(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "\(value)" }
    guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
    let payload = Mirror(reflecting: child.value)
    let isTuple = payload.displayStyle == .tuple
    let arguments = isTuple ? payload.children.map { argument($0.label, $0.value) } : [argument(nil, child.value)]
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// An argument with its label, if it has one.
  private static func argument(_ label: String?, _ value: Any) -> String {
    guard let label, !label.hasPrefix(".") else { return text(value) }
    return "\(label): \(text(value))"
  }
}
