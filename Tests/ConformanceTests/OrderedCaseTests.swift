import Foundation
import Testing

@testable import Conformance

/// The acceptance cases of a folder that is not part of the project: named by `TAPEDECK_CONFORMANCE`.
@Suite("Ordered acceptance cases", .enabled(if: ProcessInfo.processInfo.environment["TAPEDECK_CONFORMANCE"] != nil))
@MainActor
struct OrderedCaseTests {
  @Test("Every case of the folder is met", arguments: ["srg.json", "letterbox.json", "resolver.json", "value.json"])
  func folder(name: String) throws {
    let folder = ProcessInfo.processInfo.environment["TAPEDECK_CONFORMANCE"] ?? ""
    let data = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
    var count = 0
    for conformanceCase in try ConformanceCase.cases(in: data, named: name) {
      let verdict = try ConformanceRunner().run(conformanceCase)
      count += verdict.passed ? 1 : 0
      for difference in verdict.differences {
        print("differs \(verdict.id) at \(difference.at): expected \(difference.expected); got \(difference.got)")
      }
      if let failure = verdict.failure {
        Issue.record("\(verdict.id) at \(failure.at): expected \(failure.expected); got \(failure.got)")
      }
    }
    print("\(name): \(count) passed")
  }
}
