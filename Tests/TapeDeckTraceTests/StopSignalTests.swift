import Foundation
import Testing

@testable import tapedeck

@Suite("Signals that end long work")
struct StopSignalTests {
  @Test("The first is a request to stop, a second one ends the program at once with 128 plus its number")
  func twice() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      let stop = StopSignal()
      guard !stop.isRaised else { exit(1) }
      raise(SIGINT)
      guard stop.isRaised else { exit(2) }
      // Signals in quick succession count as one request.
      usleep(150_000)
      raise(SIGTERM)
      exit(3)
    }
  }
}
