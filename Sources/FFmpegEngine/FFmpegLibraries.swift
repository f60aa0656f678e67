#if FFmpeg
import CFFmpeg

/// FFmpeg's shared libraries. On Linux they are loaded when media is first opened, so that a program starts quickly,
/// and starts even where they are missing; elsewhere they come with the program.
public enum FFmpegLibraries {
  /// Why the libraries cannot be loaded; `nil` when they are there. The first call loads them, which takes tens of
  /// milliseconds.
  public static var failure: String? { cff_load().map { String(cString: $0) } }
}
#endif
