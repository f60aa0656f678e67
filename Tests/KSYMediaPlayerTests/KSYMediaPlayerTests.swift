import Testing

@testable import KSYMediaPlayer
