// swift-tools-version: 6.2

import PackageDescription

// Linux loads FFmpeg's libraries when they are first needed: linked, they would come with every command that plays nothing.
#if os(Linux)
let ffmpeg = Target.target(
  name: "CFFmpeg", path: "Sources/CFFmpegLoader",
  cSettings: [.define("CFF_IS_WANTED", .when(traits: ["FFmpeg"]))],
  linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")])
#else
let ffmpeg = Target.systemLibrary(name: "CFFmpeg", pkgConfig: "libavformat", providers: [.brew(["ffmpeg"])])
#endif

// The façades. One name here makes the library, its product and its tests; scripts and pages read the list, too.
let facades = ["PRXPlayerKit", "KSYMediaPlayer", "SRGMediaPlayer", "PlayerProtocolKit"]

let package = Package(
  name: "TapeDeck",
  platforms: [.macOS("13.0"), .iOS("16.0")],
  products: [
    .library(name: "PlayerCore", targets: ["PlayerCore"]),
    .library(name: "PlayerTrace", targets: ["PlayerTrace"]),
    .library(name: "PlayerLogs", targets: ["PlayerLogs"]),
    .library(name: "PlayerRuntime", targets: ["PlayerRuntime"]),
    .library(name: "PlayerSimulation", targets: ["PlayerSimulation"]),
    .library(name: "ReducerTesting", targets: ["ReducerTesting"]),
    .library(name: "PlayerTesting", targets: ["PlayerTesting"]),
    .library(name: "PlayerTestingSupport", targets: ["PlayerTestingSupport"]),
    .library(name: "EngineContract", targets: ["EngineContract"]),
    .library(name: "FFmpegEngine", targets: ["FFmpegEngine"]),
    .executable(name: "tapedeck", targets: ["tapedeck"]),
  ] + facades.map { .library(name: $0, targets: [$0]) },
  traits: [
    .default(enabledTraits: ["FFmpeg"]),
    .trait(name: "FFmpeg", description: "The adapter that plays real media with the machine's FFmpeg libraries."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(name: "PlayerCore"),
    // The C library: its headers, the memory of its players, and the implementation. Tools/c-library builds it.
    .target(name: "CTapeDeck"),
    .target(name: "CTapeDeckMemory"),
    .target(name: "PlayerCABI", dependencies: ["CTapeDeck", "CTapeDeckMemory", "PlayerCore", "PlayerTrace"]),
    .target(name: "CTapeDeckTraceMemory"),
    .target(
      name: "PlayerTraceABI",
      dependencies: ["CTapeDeck", "CTapeDeckTraceMemory", "PlayerCore", "PlayerTesting", "PlayerText", "PlayerTrace"]),
    .testTarget(
      name: "PlayerTraceABITests",
      dependencies: ["CTapeDeck", "PlayerTraceABI", "PlayerCore", "PlayerTesting", "PlayerTrace"]),
    .target(name: "CLibrarySessions", dependencies: ["CTapeDeck"], path: "Tests/CLibrary", sources: ["sessions.c"]),
    .executableTarget(
      name: "tapedeck-c-digest", dependencies: ["CLibrarySessions", "PlayerCABI"], path: "Tools/support/c/digest"),
    .testTarget(
      name: "PlayerCABITests",
      dependencies: ["CTapeDeck", "CLibrarySessions", "PlayerCABI", "PlayerCore", "PlayerTrace", "PlayerTesting"]),
    // What newer systems have, for older ones: a lock, an atomic integer, ends of objects on the main actor.
    .target(name: "CBackports"),
    .target(name: "Backports", dependencies: ["CBackports"]),
    .testTarget(name: "BackportsTests", dependencies: ["Backports"]),
    // Numbers, times, JSON and excerpts, for every module that reads or writes text.
    .target(name: "PlayerText", dependencies: ["Backports"]),
    .testTarget(name: "PlayerTextTests", dependencies: ["PlayerText"]),
    .target(name: "PlayerTrace", dependencies: ["PlayerCore", "PlayerText", "Backports"]),
    // Logs of other players as traces. Apart from PlayerTrace: what is built as WebAssembly needs none of it.
    .target(name: "PlayerLogs", dependencies: ["PlayerCore", "PlayerText", "PlayerTrace"]),
    .testTarget(
      name: "PlayerLogsTests",
      dependencies: ["PlayerLogs", "PlayerTesting", "PlayerCore", "PlayerSimulation", "PlayerTrace"],
      exclude: ["Logs"]),
    .target(
      name: "PlayerSimulation",
      dependencies: ["PlayerCore", "PlayerText", "PlayerTrace", "Backports", .product(name: "Yams", package: "Yams")]),
    .target(name: "CPrefetch"),
    .target(name: "CCrashNotes"),
    .target(name: "ReducerTesting", dependencies: ["CPrefetch", "CCrashNotes", "Backports"]),
    .target(
      name: "PlayerTesting",
      dependencies: [
        "ReducerTesting", "PlayerCore", "PlayerText", "PlayerTrace", "PlayerSimulation", "CPrefetch", "Backports",
      ]),
    .target(name: "PlayerTestingSupport", dependencies: ["ReducerTesting"]),
    .target(name: "PlayerRuntime", dependencies: ["PlayerCore", "PlayerText", "PlayerTrace", "Backports"]),
    .target(
      name: "EngineContract",
      dependencies: ["PlayerCore", "PlayerText", "PlayerTrace", "PlayerRuntime", "ReducerTesting", "Backports"]),
    ffmpeg,
    .target(name: "CSDL", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "FFmpegEngine",
      dependencies: [
        "PlayerCore", "PlayerText", "PlayerRuntime", "Backports",
        .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
        .target(name: "CSDL", condition: .when(traits: ["FFmpeg"])),
      ]),
    .target(
      name: "Conformance",
      dependencies: ["PlayerCore", "PlayerText", "PlayerRuntime", "ScriptedEngine"] + facades.map { .byName(name: $0) },
      path: "Tools/conformance"),
    // What Tools/check-cases runs.
    .executableTarget(
      name: "check-cases",
      dependencies: [
        "Conformance", "PlayerCore", "PlayerText", "PlayerTrace", "PlayerRuntime", "PlayerSimulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/support/cases"),
    .executableTarget(
      name: "tapedeck",
      dependencies: [
        "PlayerCore", "PlayerText", "PlayerTrace", "PlayerLogs", "PlayerRuntime", "PlayerSimulation", "ReducerTesting",
        "PlayerTesting", "EngineContract", "Backports",
        .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/tapedeck"),
    // What Tools/test builds with AddressSanitizer.
    .executableTarget(
      name: "address-check",
      dependencies: [
        "PlayerCore", "PlayerTrace", "PlayerRuntime",
        .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
      ],
      path: "Tools/support/address"),
    // Needs nothing of the player: it makes what the player is built from.
    .executableTarget(
      name: "tapedeck-generator",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"), .product(name: "Yams", package: "Yams"),
      ],
      path: "Tools/generator"),
    .testTarget(name: "GeneratorTests", dependencies: ["tapedeck-generator"]),
    .target(name: "CCounters", path: "Tools/benchmarks/CCounters"),
    .executableTarget(
      name: "tapedeck-bench",
      dependencies: [
        "PlayerCore", "PlayerTrace", "PlayerRuntime", "PlayerSimulation", "ReducerTesting", "PlayerTesting",
        "CCounters", "Backports",
        .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/benchmarks/tapedeck-bench"),
    .testTarget(
      name: "PlayerCoreTests", dependencies: ["PlayerCore", "ScriptedEngine"], exclude: ["Wire/FrozenNumbers.txt"]),
    .executableTarget(name: "TraceVictim", dependencies: ["PlayerCore", "PlayerTrace"], path: "Tests/TraceVictim"),
    .testTarget(name: "PlayerTraceTests", dependencies: ["PlayerCore", "PlayerText", "PlayerTrace", "TraceVictim"]),
    .testTarget(
      name: "PlayerSimulationTests", dependencies: ["PlayerSimulation", "PlayerCore", "PlayerTrace"],
      exclude: ["Networks", "Scenarios"]),
    .testTarget(name: "ReducerTestingTests", dependencies: ["ReducerTesting"]),
    .testTarget(
      name: "PlayerTestingTests",
      dependencies: ["PlayerTesting", "ReducerTesting", "PlayerSimulation", "PlayerCore", "PlayerTrace"]),
    .testTarget(name: "PlayerTestingSupportTests", dependencies: ["PlayerTestingSupport", "ReducerTesting"]),
    .target(name: "ScriptedEngine", dependencies: ["PlayerCore", "PlayerRuntime"], path: "Tests/ScriptedEngine"),
    .executableTarget(name: "NetworkWitness", dependencies: ["PlayerRuntime"], path: "Tests/NetworkWitness"),
    .testTarget(
      name: "PlayerRuntimeTests", dependencies: ["PlayerCore", "PlayerRuntime", "PlayerTrace", "ScriptedEngine"]),
    .testTarget(
      name: "EngineContractTests",
      dependencies: [
        "EngineContract", "PlayerCore", "PlayerRuntime", "PlayerSimulation", "ReducerTesting", "ScriptedEngine",
        .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
      ], exclude: ["Support/misbehaving.py"]),
    .testTarget(
      name: "FFmpegEngineTests",
      dependencies: [
        "PlayerCore", "PlayerRuntime", .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
      ]),
    .testTarget(
      name: "TapeDeckTests",
      dependencies: [
        "PlayerCore", "PlayerRuntime", "PlayerTrace", "ScriptedEngine", "tapedeck", "NetworkWitness",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Conformance", "PlayerRuntime", "check-cases"], exclude: ["Cases"]),
    // Programs to learn from, each with its tests; no product.
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "PlayerCore", "PlayerLogs", "PlayerRuntime", "PlayerSimulation", "PlayerTesting", "PlayerTestingSupport",
        "PlayerTrace", "ReducerTesting", .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
      ],
      path: "Sources/Examples", exclude: ["player-team/golden.trace.jsonl", "sponsorblock/answer.json"]),
    .testTarget(
      name: "TapeDeckTraceTests",
      dependencies: ["PlayerCore", "PlayerTesting", "ReducerTesting", "PlayerTrace", "tapedeck"]),
  ]
    + facades.flatMap { facade -> [Target] in
      [
        .target(name: facade, dependencies: ["PlayerCore", "PlayerRuntime", "Backports"]),
        .testTarget(
          name: facade + "Tests",
          dependencies: [
            .byName(name: facade), "PlayerCore", "PlayerRuntime", "Conformance", "ScriptedEngine",
            .target(name: "FFmpegEngine", condition: .when(traits: ["FFmpeg"])),
          ]),
      ]
    },
  swiftLanguageModes: [.v6]
)

// Continuous integration builds once and debugs nothing. Without debug information the optimizer's share is a fifth less
// (PlayerCore for release: 22.5 s of processor instead of 27.8), and modules that are compiled whole save as much of
// `tapedeck` in debug (193 s instead of 238). The tests, compiled whole, gain nothing.
// Programs that have little to do are built with "briefly".
if let builds = Context.environment["TAPEDECK_BUILDS_ONCE"] {
  // Tests spend most of their time in these: optimised also for debugging, with all assertions. With only PlayerCore,
  // PlayerText and ReducerTesting the computing tests take 158 s of processor instead of 54, and those that run commands
  // more, too: what building would save.
  let busy: Set =
    builds == "briefly"
    ? [] : ["PlayerCore", "PlayerText", "PlayerTrace", "PlayerSimulation", "ReducerTesting", "PlayerTesting"]
  for target in package.targets where ![.system, .binary, .plugin, .macro].contains(target.type) {
    // The package manager asks for debug information after these flags: only the compiler's frontend can be told otherwise.
    let flags = ["-Xfrontend", "-gnone", "-whole-module-optimization", "-num-threads", "2"]
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
    if busy.contains(target.name) {
      target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
    // These wait for media, or read arguments and print: compiling the command line takes 30 s of processor instead of 120.
    let waiting = ["tapedeck", "tapedeck-generator", "FFmpegEngine", "EngineContract", "PlayerLogs"]
    if (waiting + facades).contains(target.name) {
      target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
  }
}
