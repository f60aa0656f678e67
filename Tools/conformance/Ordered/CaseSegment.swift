import Foundation
import SRGMediaPlayer

/// A segment of a case.
final class CaseSegment: SRGSegment {
  let name: String
  let markRange: SRGMarkRange
  let isBlocked: Bool
  let isHidden: Bool

  init(_ name: String, _ range: SRGMarkRangeValue, isBlocked: Bool, isHidden: Bool) {
    self.name = name
    self.isBlocked = isBlocked
    self.isHidden = isHidden
    markRange =
      switch range {
      case .times(let start, let end): SRGMarkRange(from: start, to: end)
      case .dates(let start, let end):
        SRGMarkRange(
          from: ScriptedStreams.startDate.addingTimeInterval(start),
          to: ScriptedStreams.startDate.addingTimeInterval(end))
      }
  }
}

extension SRGPosition {
  /// A position as a case writes it; `nil` for the default one.
  @MainActor
  init?(_ value: JSONValue?, for controller: SRGMediaPlayerController) throws {
    guard let value, !value.isNull, value != .string("default") else { return nil }
    if let time = value.number {
      self = .at(time)
      return
    }
    guard let (kind, argument) = value.object?.first, value.object?.count == 1 else {
      throw Verdict.Unmet.unsupported("position \(value)")
    }
    let end = controller.timeRange?.end ?? 0
    switch (kind, argument.number) {
    case ("at", let time?): self = .at(time)
    case ("around", let time?): self = .around(time)
    case ("before", let time?): self = .before(time)
    case ("after", let time?): self = .after(time)
    case ("edge", let distance?): self = .at(end + distance)
    case ("around_edge", let distance?): self = .around(end + distance)
    case ("current", let distance?): self = .at(controller.currentTime + distance)
    case ("around_current", let distance?): self = .around(controller.currentTime + distance)
    case ("date_offset", let offset?): self = .at(ScriptedStreams.startDate.addingTimeInterval(offset))
    case ("around_date_offset", let offset?): self = .around(ScriptedStreams.startDate.addingTimeInterval(offset))
    case ("date_current", let offset?):
      self = .at((controller.currentDate ?? ScriptedStreams.startDate).addingTimeInterval(offset))
    case ("date", _):
      guard let text = argument.string, let date = Self.date(text) else {
        throw Verdict.Unmet.unsupported("date \(argument)")
      }
      self = .at(date)
    default: throw Verdict.Unmet.unsupported("position \(value)")
    }
  }

  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: .iso8601.year().month().day()))
  }
}
