import ReducerTesting
import Testing
import XCTest

/// Where in a test a failure belongs, whichever framework runs it.
struct TestPlace {
  var sourceLocation: SourceLocation
  var file: StaticString
  var line: UInt

  func fail(_ text: String) {
    if Test.current != nil {
      Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    } else {
      XCTFail(text, file: file, line: line)
    }
  }

  func attach(_ bytes: [UInt8], _ name: String) {
    if Test.current != nil {
      Attachment.record(bytes, named: name, sourceLocation: sourceLocation)
    } else {
      #if canImport(Darwin)
      XCTContext.runActivity(named: name) { activity in
        let attachment = XCTAttachment(data: Data(bytes))
        attachment.name = name
        attachment.lifetime = .keepAlways
        activity.add(attachment)
      }
      #endif
    }
  }
}

extension TestPlace {
  /// An issue for each finding and each contradiction.
  func fail<Subject: Model>(_ report: CheckReport<Subject.Setup, Subject.Step>, of model: Subject) {
    for finding in report.findings { fail(model.text(for: finding)) }
    for contradiction in report.contradictions { fail(model.text(for: contradiction)) }
  }

  func fail(unreached names: [String], after work: String, of model: some Model) {
    if !names.isEmpty { fail(model.text(forUnreached: names, after: work)) }
  }
}
