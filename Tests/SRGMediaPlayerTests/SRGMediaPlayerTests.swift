import Testing

@testable import SRGMediaPlayer
