@testable import PlayerCore
@testable import PlayerTesting
import ReducerTesting
import Testing

/// Some law must read each field of a player's outputs: when a field is changed in a random session, a law must object.
@Suite("Every reported value is checked by a law")
struct FieldsJudgedTests {
  /// A field of a kind of output, by their names in the vocabulary.
  private struct Field: Hashable, Comparable, CustomStringConvertible {
    var kind: String
    var field: String

    var description: String { "\(kind).\(field)" }
    static func < (a: Self, b: Self) -> Bool { a.description < b.description }
  }

  private struct Tries {
    var made = 0
    var found: [String: Int] = [:]
  }

  /// How often each field is changed.
  private static let tries = 60
  private static let sessions: Range<UInt64> = 0..<260

  /// The names of a message's fields in their order; what every message of a kind carries comes before those of the
  /// registry.
  private static func names(of output: Output) -> (kind: String, fields: [String]) {
    let kind = Vocabulary.outputKind(output.code)
    let names = kind?.fields.map { $0.name.description } ?? []
    let missing = output.message.count - names.count
    let head = ["reason", "epoch"].filter { !names.contains($0) }
    return (kind?.name.description ?? "?", (missing > 0 ? Array(head.prefix(missing)) : []) + names)
  }

  /// Other values of a field that are values of its type.
  private static func changes(of output: Output, at index: Int) -> [Output] {
    let message = output.message
    let value = message[index]
    return [value &+ 1, value &- 1, value ^ 1, 0, 1, value &+ 1_000_000].compactMap { other in
      guard other != value else { return nil }
      var changed = WireMessage(code: message.code)
      for place in 0..<message.count { changed.put(place == index ? other : message[place]) }
      guard let output = Output(changed), output.message[index] == other else { return nil }
      return output
    }
  }

  private static func run() -> [Field: Tries] {
    var table: [Field: Tries] = [:]
    let model = PlayerModel()
    for seed in sessions {
      let session = model.explore(seed: seed, length: 60).session
      var state = model.begin(session.setup)
      var watch = state.monitor
      for (number, step) in session.steps.enumerated() {
        _ = model.take(step, in: &state) { input, now, state in
          change(state, input, now, watch, number, &table)
          _ = watch.take(input, at: now, state.outputs, state.player)
        }
      }
    }
    return table
  }

  /// Changes each field of each output, one at a time, and checks that a law objects.
  private static func change(
    _ state: borrowing PlayerModel.State, _ input: Input, _ now: Instant, _ watch: PlayerMonitor, _ number: Int,
    _ table: inout [Field: Tries]
  ) {
    let (outputs, player) = (Array(state.outputs), state.player)
    for (place, output) in outputs.enumerated() {
      let names = names(of: output)
      for index in 0..<output.message.count {
        let field = Field(kind: names.kind, field: index < names.fields.count ? names.fields[index] : "\(index)")
        guard table[field, default: Tries()].made < tries else { continue }
        let others = changes(of: output, at: index)
        guard !others.isEmpty else { continue }
        var falsified = Outputs()
        for (other, kept) in outputs.enumerated() {
          falsified.step.elements.append(other == place ? others[number % others.count] : kept)
        }
        var watch = watch
        table[field, default: Tries()].made += 1
        if !watch.take(input, at: now, falsified, player) {
          table[field, default: Tries()].found[watch.broken?.property.id ?? "", default: 0] += 1
        }
      }
    }
  }

  @Test("a changed field of a notification, an engine command, an answer or a diagnostic breaks a law")
  func outputs() {
    let table = Self.run()
    var seen: Set<String> = []
    for (field, tries) in table.sorted(by: { $0.key < $1.key }) {
      seen.insert(field.kind)
      #expect(!tries.found.isEmpty, "no law reads \(field), changed \(tries.made) times")
    }
    let kinds = Set(Vocabulary.outputs.map { $0.name.description })
    #expect(kinds.subtracting(seen).sorted() == [], "these were never said")
  }

  @Test("every name in the table of fields that an opening resets is a field of the state")
  func freshNames() {
    var reader = Names()
    var player = Player()
    player.visitState(&reader)
    #expect(FreshTable.fields.union(FreshTable.kept).subtracting(reader.names).sorted() == [])
    #expect(FreshTable.machines.filter { machine in !reader.names.contains { $0.hasPrefix(machine) } } == [])
  }

  private struct Names: StateVisitor {
    var names: Set<String> = []
    mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
      names.insert(name.description)
    }
  }

  @Test("a changed statistic breaks a law", arguments: 0..<4)
  func statistics(_ index: Int) {
    var bench = PropertyBench.playing()
    bench.report(.firstFrame(.video, position: .zero))
    let input: Input
    switch index {
    case 0, 1:
      bench.report(.starved(position: .seconds(2)))
      input = .engine(.buffered(until: .seconds(99), bytesRead: 10, isSaturated: true), bench.player.epoch)
    case 2: input = .engine(.firstFrame(.audio, position: .zero), bench.player.epoch)
    default: input = .engine(.firstFrame(.subtitle, position: .zero), bench.player.epoch)
    }
    let before = bench.player
    bench.player.receive(input, at: before.clock + .seconds(1), into: &bench.outputs)
    switch index {
    case 0:
      bench.player.statistics.stallCount += 1
      bench.player.deriveShown()
    case 1: bench.player.statistics.stallTime = .seconds(9)
    case 2: bench.player.statistics.startupTime = .seconds(9)
    default: bench.player.statistics.ignoredEvents += 7
    }
    let holds = bench.monitor.take(input, at: before.clock + .seconds(1), bench.outputs, bench.player)
    #expect(!holds)
  }
}
