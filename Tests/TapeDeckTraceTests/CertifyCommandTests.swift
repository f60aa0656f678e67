import Testing

@Suite("tapedeck certify")
struct CertifyCommandTests {
  /// Says how many descriptors the program that has started it has open, and opens no media.
  private static let engine = #"""
    ls /proc/$PPID/fd | wc -l >&2
    echo '{"k":"h","engine":"mine 1.0"}'
    exec sed -un -e 's/.*engine.open.*"epoch":\([0-9]*\).*/{"k":"i","e":"failed","a":{"epoch":\1,"failure.kind":"fileNotFound"}}/p' \
      -e 's/.*engine.close.*"epoch":\([0-9]*\).*/{"k":"i","e":"closed","a":{"epoch":\1}}/p'
    """#

  @Test("An engine program that has ended leaves nothing open")
  func descriptors() throws {
    let words = "certify --fails missing.mp4 --sessions 60 --length 1 --".split(separator: " ").map(String.init)
    let run = try Program.run(words + ["bash", "-c", Self.engine])
    let counts = run.errors.split(separator: "\n").compactMap { Int($0) }
    let (first, last) = try (#require(counts.first), #require(counts.last))
    // What is about to end may still be open.
    #expect(counts.count > 2 && last - first < counts.count / 2, "\(run.output)\(run.errors)")
  }
}
