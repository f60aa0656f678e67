@testable import PlayerCore
@testable import PlayerTesting
import ReducerTesting
import Testing

@Suite("Copies of a player and rebuilt players")
struct PlayerCopiesTests {
  @Test(
    "an omitted field of the state is detected",
    arguments: ["clock", "transport.anchor", "loading.epoch", "buffering.until"])
  func field(_ name: String) throws {
    let place = try #require(Self.names.firstIndex(of: name))
    let detail = try #require(Self.finding(.rebuiltOtherwise, PlayerModel.CopyFault(field: place)))
    #expect(detail.contains(": \(name) is "), "\(detail)")
  }

  @Test("an omitted word of the canonical form is detected", arguments: 0..<3)
  func word(_ index: Int) throws {
    let changes: [(inout Player) -> Void] = [
      { $0.shown.phase = .opening }, { $0.transport.anchor = .seconds(5) }, { $0.shown.left = 7 },
    ]
    var player = Player()
    let empty = CanonicalState(player)
    changes[index](&player)
    let changed = CanonicalState(player)
    let place = try #require((0..<CanonicalState.wordCount).first { changed[$0] != empty[$0] })
    let detail = try #require(Self.finding(.canonicalStateOtherwise, PlayerModel.CopyFault(word: place)))
    #expect(detail.contains(": canonical state differs in ") && detail.contains("word \(place) ("), "\(detail)")
  }

  @Test("an input that reaches the original as well as its copy is detected")
  func disturbed() { #expect(Self.finding(.copyDisturbed, PlayerModel.CopyFault(disturbs: true)) != nil) }

  @Test("nothing is reported without a fault")
  func sound() {
    let model = PlayerModel().thorough(for: Law.rebuiltOtherwise.property.id)
    for seed in UInt64(0)..<10 { #expect(model.probe(seed: seed, length: 60).finding == nil, "seed \(seed)") }
  }

  /// What the first of a few sessions that breaks `law` with this fault shows; `nil` without one.
  private static func finding(_ law: Law, _ fault: PlayerModel.CopyFault) -> String? {
    let id = law.property.id
    var model = PlayerModel(properties: PlayerPropertySet(ids: [id])).thorough(for: id)
    model.copyFault = fault
    return (UInt64(0)..<40).lazy.compactMap { model.probe(seed: $0, length: 60).finding?.violation }
      .first { $0.property == id }?.detail
  }

  /// The names of the fields of the state, in their order.
  private static var names: [String] {
    var reader = Names()
    var player = Player()
    player.visitState(&reader)
    return reader.names
  }

  private struct Names: StateVisitor {
    var names: [String] = []
    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      names.append(name.description)
    }
  }
}
