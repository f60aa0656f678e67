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
    // What is about to end may still be open; on a loaded machine for longer.
    #expect(counts.count > 2 && last - first < counts.count / 2 + 2, "\(run.output)\(run.errors)")
  }

  @Test("A program that ends by itself is told, also where media had to fail")
  func programThatEnds() throws {
    let engine = #"echo '{"k":"h","engine":"mine 1.0"}'; read -r; exit 3"#
    let words = "certify --fails missing.mp4 --sessions 2 --".split(separator: " ").map(String.init)
    let run = try Program.run(words + ["bash", "-c", engine])
    #expect(run.exit == 1)
    #expect(run.output.hasSuffix("\nThe program has ended (exit code 3).\n"), "\(run.output)\(run.errors)")
  }
}
