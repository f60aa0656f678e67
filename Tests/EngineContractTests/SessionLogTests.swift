import PlayerCore
import Testing

@testable import EngineContract

@Suite("Engine contract: the log of a session")
struct SessionLogTests {
  @Test("messages show numbers without the types around them")
  func plain() {
    let event = EngineEvent.seekCompleted(SeekSerial(3), position: .seconds(1), isFinished: true)
    #expect(SessionLog.plain("\(event)") == "seekCompleted(3, position: 1.000 s, isFinished: true)")
    #expect(SessionLog.plain("\(EngineCommand.play(rate: .normal))") == "play(rate: 1000/1000)")
  }
}
