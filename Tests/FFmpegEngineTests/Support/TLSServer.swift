#if FFmpeg
import Foundation
import Testing

/// Certificates made by the `openssl` program, and a server that serves files over TLS.
final class TLSServer {
  private let process = Process()
  let port: UInt16

  var address: String { "https://127.0.0.1:\(port)" }

  private static let program = """
    import functools, http.server, ssl, sys
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments): pass
        def do_GET(self):
            if self.path.startswith("/moved/"):
                self.send_response(302)
                self.send_header("Location", self.path[6:])
                self.end_headers()
            elif self.path.startswith("/endless/"):
                self.send_response(200)
                self.end_headers()
                text = open(self.path[9:], "rb").read()
                while True: self.wfile.write(text)
            else: super().do_GET()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1] + ".pem", sys.argv[1] + ".key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  /// Serves the files of `directory` with its `name.pem` and `name.key`; below `/moved/` by a redirect, and below
  /// `/endless/` again and again, without a length.
  init(_ name: String, in directory: String) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program, name]
    process.currentDirectoryURL = URL(filePath: directory)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = try #require(UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  deinit { process.terminate() }

  /// Makes `name.pem` and `name.key` for `host`, from one date to another in the form `YYYYMMDD000000Z`.
  static func makeCertificate(
    _ name: String, for host: String = "IP:127.0.0.1", from: String = "20200101000000Z",
    to: String = "20991231000000Z", in directory: String
  ) throws {
    let settings = """
      [ca]
      default_ca = own
      [own]
      new_certs_dir = .
      database = \(name).index
      serial = \(name).serial
      default_md = sha256
      policy = any
      x509_extensions = extensions
      [any]
      commonName = supplied
      [req]
      distinguished_name = empty
      [empty]
      [extensions]
      subjectAltName = \(host)
      basicConstraints = critical, CA:true
      """
    try Data(settings.utf8).write(to: URL(filePath: "\(directory)/\(name).cnf"))
    try Data().write(to: URL(filePath: "\(directory)/\(name).index"))
    try Data("01\n".utf8).write(to: URL(filePath: "\(directory)/\(name).serial"))
    try run(
      "req -new -newkey rsa:2048 -nodes -keyout \(name).key -out \(name).csr -subj /CN=test -config \(name).cnf",
      in: directory)
    try run(
      "ca -batch -selfsign -notext -config \(name).cnf -keyfile \(name).key -in \(name).csr -out \(name).pem "
        + "-startdate \(from) -enddate \(to)", in: directory)
  }

  private static func run(_ line: String, in directory: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + line.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(filePath: directory)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(line)")
  }
}
#endif
