import Foundation
import PlayerCore
import Testing

@testable import tapedeck

@Suite("Sentences about failures")
struct FailureTextTests {
  @Test("name the source, what went wrong, and what to do", arguments: Failure.Kind.allCases)
  func everyKind(_ kind: Failure.Kind) {
    let sentence = FailureText.sentence(Failure(kind, detail: 5), source: "a.mp4")
    #expect(sentence.hasPrefix("a.mp4: "))
    #expect(sentence.hasSuffix("."))
    #expect(sentence.split(separator: ". ").count >= 2, "\(sentence)")
  }

  @Test("include the HTTP status and the system's words where they help")
  func details() {
    #expect(FailureText.sentence(Failure(.httpNotFound, detail: 404), source: "u").contains("(HTTP 404)"))
    #expect(FailureText.sentence(Failure(.connect, detail: ECONNREFUSED), source: "u").contains("(Connection refused)"))
    #expect(
      FailureText.sentence(Failure(.invalidData, detail: EISDIR), source: "d") == "d: this is a directory. Give a file."
    )
    #expect(!FailureText.sentence(Failure(.invalidData, detail: EINVAL), source: "d").contains("("))
    #expect(FailureText.sentence(Failure(.io), source: "u", words: "cable\u{7}\npulled").contains("(cable  pulled)"))
  }
}
