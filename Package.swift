// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "TapeDeck",
  platforms: [.macOS("26.0"), .iOS("26.0")],
  products: [
    .library(name: "PlayerCore", targets: ["PlayerCore"]),
    .library(name: "PlayerTrace", targets: ["PlayerTrace"]),
    .library(name: "PlayerRuntime", targets: ["PlayerRuntime"]),
  ],
  targets: [
    .target(name: "PlayerCore"),
    .target(name: "PlayerTrace", dependencies: ["PlayerCore"]),
    .target(name: "PlayerRuntime", dependencies: ["PlayerCore", "PlayerTrace"]),
  ],
  swiftLanguageModes: [.v6]
)
