import Foundation
import SRGMediaPlayer

/// A case about overlapping segments: nothing plays.
@MainActor
struct ResolverCase {
  let body: JSONValue

  func judge() throws {
    var segments = CaseSegments()
    let list = try (body["setup"]?["segments"]?.array ?? []).map { try segments.make($0) }
    var resolved: [SRGResolvedSegment]?
    for step in body["steps"]?.array ?? [] {
      guard step["action"]?["op"] == .string("resolve") else { throw Verdict.Unmet.unsupported("step \(step)") }
      resolved = SRGSegmentResolver.resolve(list)
    }
    for (index, expectation) in (body["expect"]?.array ?? []).enumerated() {
      guard let check = expectation["check"]?.object, let wanted = check["segments"], check.count == 1 else {
        throw Verdict.Unmet.unsupported("expectation \(expectation)", at: "expect[\(index)]")
      }
      let got = JSONValue.array(try (resolved ?? []).map { try description($0, segments) })
      if got != wanted { throw Verdict.Unmet(expected: "\(wanted)", got: "\(got)", at: "expect[\(index)]") }
    }
  }

  private func description(_ piece: SRGResolvedSegment, _ segments: CaseSegments) throws -> JSONValue {
    let range = piece.markRange.timeRange(for: nil)
    return .object([
      "id": segments.name(of: piece.segment), "start": .number(range.start), "end": .number(range.end),
      "blocked": .bool(piece.isBlocked), "hidden": .bool(piece.isHidden),
    ])
  }
}
