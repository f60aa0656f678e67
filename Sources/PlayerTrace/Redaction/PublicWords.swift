import PlayerText

/// Words that reveal nothing about who plays what, but help diagnose problems: names of metadata, schemes, formats.
enum PublicWords {
  /// Whether a text is kept: the name of a kind of metadata, or of a container.
  static func contains(_ text: String) -> Bool { texts.contains(ExactText(text)) }

  /// Names of metadata in FFmpeg, containers and streams, and FFmpeg's names of containers.
  private static let texts: Set<ExactText> = [
    "container", "title", "artist", "album", "album_artist", "composer", "performer", "genre", "date", "year", "track",
    "disc", "comment", "description", "synopsis", "copyright", "publisher", "language", "encoder", "encoded_by",
    "major_brand", "minor_version", "compatible_brands", "creation_time", "handler_name", "vendor_id", "duration",
    "rotate", "service_name", "service_provider", "variant_bitrate", "displayWidth", "displayHeight", "fps", "profile",
    "level", "Server", "StreamTitle", "StreamUrl", "icy-name", "icy-genre", "icy-url", "icy-br",
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "hls", "dash", "flv", "mpegts", "mpeg", "mp3", "aac", "ac3", "flac",
    "ogg", "wav", "aiff", "avi", "asf", "rtsp", "mp4", "webm",
  ]

  /// Whether a scheme is in common use. Others may name an app.
  static func isScheme(_ scheme: String) -> Bool { schemes.contains(scheme) || hasContent(scheme) }

  /// Whether the media itself, or a handle to it, follows the colon of this scheme.
  static func hasContent(_ scheme: String) -> Bool { contents.contains(scheme) }

  private static let contents = ["data", "blob", "about", "javascript", "urn"]

  private static let schemes = [
    "http", "https", "file", "ftp", "ftps", "sftp", "smb", "nfs", "rtmp", "rtmps", "rtmpt", "rtmpe", "rtsp", "rtsps",
    "rtp", "srt", "udp", "tcp", "mms", "mmsh", "hls", "content", "asset", "android.resource", "pipe", "concat",
    "crypto",
    "cache", "dvd", "bluray", "cdda",
  ]

  /// Whether a file name extension is that of a format. Others may be a part of the name.
  static func isExtension(_ ending: String) -> Bool { extensions.contains(ending) }

  private static let extensions = [
    "3g2", "3gp", "aac", "ac3", "aif", "aiff", "amr", "avi", "caf", "cmfa", "cmfv", "eac3", "f4m", "f4v", "flac", "flv",
    "ism", "isml", "m2ts", "m3u", "m3u8", "m4a", "m4b", "m4s", "m4v", "mka", "mkv", "mov", "mp3", "mp4", "mpd", "mpeg",
    "mpg", "mts", "oga", "ogg", "ogv", "opus", "srt", "ts", "ttml", "vtt", "wav", "webm", "wma", "wmv",
  ]
}
