import Foundation
import Testing

@Suite("tapedeck simulate")
struct SimulateCommandTests {
  private let networks = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../PlayerSimulationTests/Networks").standardizedFileURL.path(percentEncoded: false)

  private func sabre(_ network: String, _ rest: [String], media: String = "media/round.json") throws -> ProgramResult {
    try Program.run(
      ["simulate", "--sabre-compat", "--media", "\(networks)/\(media)", "--network", "\(networks)/\(network)"] + rest)
  }

  @Test("One session gives one object with three numbers")
  func one() throws {
    let result = try sabre("thirds.json", ["--quality", "1", "--cap", "7", "--json"])
    #expect(result.output == "{\"events\":5,\"play_us\":84000000,\"rebuffer_us\":53500000}\n")
    #expect(result.exit == 0)
    let text = try sabre("thirds.json", ["--quality", "1", "--cap", "7"])
    #expect(text.output == "5 rebuffer events, 53.5 s of rebuffering, 84 s in all\n")
  }

  @Test("The player announces the stalls that SABRE counts")
  func player() throws {
    let words = ["--quality", "0", "--quality", "1", "--json"]
    let lines = try sabre("steps.json", words).lines
    let played = try sabre("steps.json", words + ["--player"]).lines
    #expect(lines.count == 2 && played.count == 2)
    for (line, other) in zip(lines, played) {
      let objects = try [line, other].map { text in
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      }
      #expect(objects[0]["events"] as? Int == objects[1]["events"] as? Int)
      for key in ["rebuffer_us", "play_us"] {
        let (a, b) = (try #require(objects[0][key] as? Int), try #require(objects[1][key] as? Int))
        #expect(abs(a - b) <= 30, "\(key)")
      }
    }
  }

  @Test("Several sessions give a line each, with network and quality")
  func several() throws {
    let result = try sabre("thirds.json", ["\(networks)/steady.json", "--quality", "1", "--quality", "0", "--json"])
    let objects = try result.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["quality"] as? Int } == [1, 0, 1, 0])
    #expect(objects.map { ($0["network"] as? String)?.hasSuffix("steady.json") } == [false, false, true, true])
  }

  @Test("A network can be scaled and offset")
  func scaled() throws {
    let result = try sabre("steady.json", ["--quality", "0", "--scale", "0.1", "--offset", "1:00", "--json"])
    #expect(result.output == "{\"events\":29,\"play_us\":127200000,\"rebuffer_us\":92993333}\n")
  }

  @Test("Errors are reported, with the exit code of their kind")
  func wrong() throws {
    let quality = try sabre("steady.json", ["--quality", "2", "--json"])
    #expect(quality.exit == 2)
    #expect(quality.errors.contains("it has no quality 2: expected a number from 0 to 1"))
    let missing = try sabre("no-such.json", ["--quality", "0"])
    #expect(missing.exit == 2)
    #expect(missing.errors.contains("no-such.json: open failed"))
    let media = try sabre("media/round.json", ["--quality", "0"])
    #expect(media.exit == 3)
    #expect(media.errors.contains("this is a description of media for simulations, not a description of a network"))
    let network = try sabre("steady.json", ["--quality", "0"], media: "steady.json")
    #expect(network.exit == 3)
    let none = try Program.run(["simulate"])
    #expect(none.exit == 2)
    #expect(try quality.object()["error"] != nil)
    for result in [missing, media, network, none] { #expect(result.output == "") }
  }

  @Test("A session without an end is reported")
  func endless() throws {
    let fixture = try Fixture()
    let silent = try fixture.write("10 0\n", to: "silent.txt")
    let result = try Program.run([
      "simulate", "--sabre-compat", "--media", "\(networks)/media/round.json", "--network", silent, "--quality", "0",
    ])
    #expect(result.exit == 1)
    #expect(result.errors.contains("the session has no end"))
  }
}
