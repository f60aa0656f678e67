// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "TapeDeck",
  platforms: [.macOS("26.0"), .iOS("26.0")],
  products: [
    .library(name: "PlayerCore", targets: ["PlayerCore"]),
    .library(name: "PlayerTrace", targets: ["PlayerTrace"]),
    .library(name: "PlayerRuntime", targets: ["PlayerRuntime"]),
    .executable(name: "tapedeck", targets: ["tapedeck"]),
  ],
  traits: [
    .default(enabledTraits: ["FFmpeg"]),
    .trait(name: "FFmpeg", description: "The adapter that plays real media with the machine's FFmpeg libraries."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "PlayerCore"),
    .target(name: "PlayerTrace", dependencies: ["PlayerCore"]),
    .target(name: "PlayerRuntime", dependencies: ["PlayerCore", "PlayerTrace"]),
    .executableTarget(
      name: "tapedeck",
      dependencies: [
        "PlayerCore", "PlayerTrace", "PlayerRuntime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/tapedeck"),
    .testTarget(name: "PlayerRuntimeTests", dependencies: ["PlayerCore", "PlayerRuntime", "PlayerTrace"]),
  ],
  swiftLanguageModes: [.v6]
)
