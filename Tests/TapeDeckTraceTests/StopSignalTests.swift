import Foundation
import Testing

@testable import tapedeck

@Suite("Signals that end long work")
struct StopSignalTests {
  @Test("The first is a wish that is heard, a second one ends the program at once with 128 and its number")
  func twice() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      let stop = StopSignal()
      guard !stop.isRaised else { exit(1) }
      raise(SIGINT)
      guard stop.isRaised else { exit(2) }
      // What comes sooner is the same wish.
      usleep(150_000)
      raise(SIGTERM)
      exit(3)
    }
  }
}
