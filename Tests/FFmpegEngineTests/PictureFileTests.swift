#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("Pictures")
struct PictureFileTests {
  private func expectPicture(_ source: String, _ played: Played, _ playback: Playback) {
    #expect(playback.opened?.hasVideo == true && playback.opened?.duration.isKnown == true, "\(source)")
    playback.play()
    playback.run()
    #expect(playback.failure == nil && played.pictures.count == 1, "\(source)")
  }

  @Test("A picture is recognised by its content", arguments: ["jpg", "png", "bmp", "tga", "webp", "tiff", "ppm"])
  func picture(ending: String) throws {
    try Media.withDirectory { directory in
      // Larger than the first probe of libavformat.
      try FFmpegProgram.run(
        "-f lavfi -i testsrc2=size=640x480 -vf noise=alls=50 -frames:v 1 a.\(ending)", in: directory)
      let path = directory + "/a." + ending
      let played = Played()
      expectPicture(path, played, Playback(path, outputs: [played.output()]))
      let server = WebServer { .file(path, $0) }
      let remote = Played()
      expectPicture(server.address, remote, Playback(server.address + "/a." + ending, outputs: [remote.output()]))
      #expect(remote.pictures == played.pictures)
      withExtendedLifetime(server) {}
    }
  }

  @Test("A file name that is a pattern opens no other file")
  func pattern() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.run("-f lavfi -i testsrc2=size=64x48 -frames:v 3 picture-%d.jpg", in: directory)
      let path = directory + "/picture-%d.jpg"
      #expect(Playback(path).failure?.kind == .notFound)
      try Data("no picture".utf8).write(to: URL(filePath: path))
      #expect(Playback(path).failure?.kind == .imageUnsupported)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: directory + "/picture-1.jpg", toPath: path)
      let played = Played()
      expectPicture(path, played, Playback(path, outputs: [played.output()]))
    }
  }
}
#endif
