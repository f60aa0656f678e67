import Testing

@testable import PlayerProtocolKit
