import PlayerRuntime

/// Something that was seen while a timed case ran.
public struct Observation: Hashable, Sendable {
  /// Where it was seen.
  public enum Kind: String, Sendable {
    case notify
    case delegate
    case command
    case call
  }

  /// Where it was seen.
  public var kind: Kind
  /// The name of the notification, method or command.
  public var name: String
  /// Its arguments by name.
  public var arguments: [String: JSONValue]
  /// In microseconds since the case began.
  public var instant: Int64

  /// Something seen at `instant`, in microseconds since the case began.
  public init(_ kind: Kind, _ name: String, _ arguments: [String: JSONValue] = [:], at instant: Int64) {
    self.kind = kind
    self.name = name
    self.arguments = arguments
    self.instant = instant
  }
}

/// One of the systems that timed cases are about: its façade, over a scripted engine on a virtual clock.
@MainActor
public protocol TimedSystem: AnyObject {
  /// Throws ``Verdict/Unmet/unsupported(_:at:)`` for words it does not know.
  init(setup: JSONValue, describesSource: Bool, recorder: (any RunRecorder)?) throws
  /// Everything that can be seen of it, by where it is seen.
  static var names: [Observation.Kind: Set<String>] { get }
  static func make(for conformanceCase: ConformanceCase, recorder: (any RunRecorder)?) throws -> any TimedSystem
  /// Everything that was seen so far, in order.
  var observations: [Observation] { get }
  /// Lets time pass up to `instant`, in microseconds.
  func run(until instant: Int64)
  func act(_ name: String, _ arguments: JSONValue) throws
  func happen(_ name: String, _ arguments: JSONValue) throws
  /// The value of a property now.
  func value(of property: String) throws -> JSONValue
  /// How far numbers of this name may be off; zero for most.
  func tolerance(of name: String) -> Double
}

extension TimedSystem {
  /// The system for a case; one that tells more than documents and source apart looks at the basis itself.
  static func make(for conformanceCase: ConformanceCase, recorder: (any RunRecorder)?) throws -> any TimedSystem {
    try Self(
      setup: conformanceCase.body["setup"] ?? .object([:]), describesSource: conformanceCase.describesSource,
      recorder: recorder)
  }

  /// Zero: all numbers are exact.
  public func tolerance(of name: String) -> Double { 0 }
}
