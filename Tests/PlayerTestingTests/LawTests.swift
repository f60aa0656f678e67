import Foundation
@testable import PlayerCore
@testable import PlayerTesting
import Testing

@Suite("The values of laws")
struct LawTests {
  @Test("the list has every declared law, in the order of declaration")
  func list() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/PlayerTesting/Player/Laws/LawBook.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let declared = text.matches(of: /static let \w+ = Law\(\s*"([a-z-]+)"/).map { String($0.1) }
    #expect(Law.allCases.map(\.property.id) == declared)
    #expect(PlayerProperty.all.map(\.id) == declared && declared.count <= 128)
    for (place, law) in Law.allCases.enumerated() { #expect(Law(law.property.id) == law && law.number == place) }
    #expect(Law("no-such-law") == nil)
  }

  @Test("every law that needs only a state has a check of states")
  func states() {
    let stated = Law.allCases.filter { $0.property.needs == .state }
    #expect(!stated.isEmpty && stated.allSatisfy { $0.holdsInState != nil })
  }

  private static let situations = [
    PropertyBench(), .opening(), .starting(), .playing(), .playing(duration: .unknown), .paused, .interrupted, .stalled,
    .seeking, .beside, .heldFailure, .inSegment, .skipped, .landsSilently,
  ].map(\.player.inspection)

  /// One field of the second state put into the first.
  private static let changes: [@Sendable (inout Player.Inspection, Player.Inspection) -> Void] = [
    { $0.shown.phase = $1.shown.phase }, { $0.shown.state = $1.shown.state }, { $0.shown.supply = $1.shown.supply },
    { $0.shown.wantsPlay = $1.shown.wantsPlay }, { $0.shown.seek = $1.shown.seek }, { $0.isMoving = $1.isMoving },
    { $0.isStarting = $1.isStarting }, { $0.isSeeking = $1.isSeeking }, { $0.isHindered = $1.isHindered },
    { $0.isEngineOpen = $1.isEngineOpen }, { $0.failure = $1.failure }, { $0.awaitsFirstData = $1.awaitsFirstData },
    { $0.shown.segment = $1.shown.segment }, { $0.shown.skipped = $1.shown.skipped },
    { state, _ in state.movingRate = .zero }, { state, _ in state.shown.state = .ended },
  ]

  @Test("the monitor's combined check of a state agrees with the laws one by one, and each law can fail")
  func together() {
    var broken: Set<Law> = []
    for first in Self.situations {
      var state = first
      let isLawful = state.isLawful
      #expect(isLawful)
      for second in Self.situations {
        for change in Self.changes {
          var state = first
          change(&state, second)
          let faults = Law.ofStates.filter { $0.holdsInState?(state) == false }
          let isLawful = state.isLawful
          #expect(isLawful == faults.isEmpty, "\(faults.map(\.property.id))")
          #expect(Law.broken(in: state, among: .all) == faults.first)
          broken.formUnion(faults)
        }
      }
    }
    #expect(broken == Set(Law.ofStates))
  }

  @Test("inputs are named by whole families first, then one by one")
  func inputs() {
    #expect(InputKinds.all.names == ["all"])
    #expect(Law.soughtElsewhere.property.inputs.names == ["deadline", "engine", "seek", "restart"])
    #expect(Law.heirWrong.property.inputs.names == ["commitSegments"])
    #expect(([] as InputKinds).names == [])
    for input in Vocabulary.inputs { #expect(InputKinds.all.contains(input.code)) }
    #expect(InputKinds.commands.contains(Kind.restart) && !InputKinds.commands.contains(Kind.deadline))
    #expect(InputKinds.environment.contains(Kind.networkChanged) && InputKinds.engine.contains(Kind.connected))
    #expect(!InputKinds.all.contains(63) && !InputKinds.all.contains(.max) && InputKinds(63, .max) == [])
  }
}
