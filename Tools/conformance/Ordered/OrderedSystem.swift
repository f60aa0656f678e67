import PlayerRuntime

/// A player that ordered cases are about: its façade, over a scripted engine on a virtual clock.
@MainActor
protocol OrderedSystem: AnyObject {
  /// Throws ``Verdict/Unmet/unsupported(_:at:)`` for words it does not know.
  init(_ conformanceCase: ConformanceCase, recorder: (any RunRecorder)?) throws
  /// Told of every event: its name and what it says.
  var announce: (String, [String: JSONValue]) -> Void { get set }
  var host: MainPlayer { get }
  /// Carries out a step.
  func act(_ op: String, _ arguments: JSONValue) throws
  /// Everything that can be read now, by the names of the case format.
  var reading: [String: JSONValue] { get }
}
