import PlayerCore

/// The list of segments as the player keeps it.
struct RunSegments {
  struct Segment {
    var number: UInt32
    var start: MediaTime
    var end: MediaTime
    var isBlocked: Bool
    var isHidden: Bool
    var title: UInt32
  }

  /// The segments that hold. Those by date are not among them: their places in the media are not known here.
  private(set) var current: [Segment] = []
  /// The titles of all that hold, by number.
  private(set) var titles: [UInt32: UInt32] = [:]
  private var staged: [Segment] = []
  private var stagedTitles: [UInt32: UInt32] = [:]

  /// More than this is not listed.
  static var limit: Int { 10_000 }

  /// Takes a step.
  mutating func take(_ input: Input, _ outputs: Outputs) {
    switch input {
    case .command(.stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, let title), _):
      guard stagedTitles.count < Self.limit else { return }
      stagedTitles[id.rawValue] = title.rawValue
      guard !isDated, staged.count < Self.limit else { return }
      staged.append(
        Segment(
          number: id.rawValue, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, title: title.rawValue))
    case .command(.commitSegments, let request):
      let isDone = outputs.contains { output in
        guard case .completion(let completion) = output else { return false }
        return completion.request == request && completion.answer == .done
      }
      if isDone { (current, titles) = (staged, stagedTitles) }
      (staged, stagedTitles) = ([], [:])
    default: break
    }
  }
}
