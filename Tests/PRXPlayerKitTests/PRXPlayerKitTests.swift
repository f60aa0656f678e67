import Testing

@testable import PRXPlayerKit
