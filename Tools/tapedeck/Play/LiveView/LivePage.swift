import PlayerTrace

extension ViewerTemplate {
  /// The page that shows a run in progress. It may access only the server that it comes from.
  func livePage(of name: String, stream: String) throws -> [UInt8] {
    let policy = "content=\"default-src 'none';"
    let parts = String(decoding: head, as: UTF8.self).split(separator: policy, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      Talk.error(
        "\(path): found \(parts.count - 1) policies that begin with \"default-src 'none';\"; expected one. "
          + "'Tools/viewer' builds such a page")
      throw Exit.usage.error
    }
    let element =
      "<script type=\"application/x-tapedeck-live\" data-name=\"\(MarkupText.html(name))\""
      + " data-address=\"\(MarkupText.html(stream))\"></script>\n"
    // Browsers request an icon from the server unless the page has one.
    let page = "\(parts[0])\(policy) connect-src 'self';\(parts[1])"
      .replacing("<title>", with: "<link rel=\"icon\" href=\"data:,\">\n<title>", maxReplacements: 1)
    return Array("\(page)\(element)".utf8) + tail
  }
}
