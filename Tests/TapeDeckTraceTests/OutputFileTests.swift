import Foundation
import Testing

@Suite("Output files: never the input, whole or not at all")
struct OutputFileTests {
  private let fixture: Fixture
  private let story: String
  private let content: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
    content = try fixture.text("story.trace.jsonl")
  }

  private func shell(_ line: String) throws -> ProgramResult {
    try Program.shell("cd '\(fixture.path)' && \(line)")
  }

  /// Everything in the folder but these, hidden files included.
  private func leftovers(beside names: Set<String>) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.path).filter { !names.contains($0) }
  }

  @Test(
    "No command overwrites its input, under whatever name",
    arguments: [
      "story.trace.jsonl", "./story.trace.jsonl", "symbolic", "hard", "folder/../story.trace.jsonl",
      "elsewhere/symbolic",
      "/proc/self/fd/9",
    ])
  func input(_ name: String) throws {
    let commands = [
      "cat story.trace.jsonl --output", "scenario story.trace.jsonl --output", "timeline story.trace.jsonl --svg",
      "what-if story.trace.jsonl --skip 15 --output", "shrink story.trace.jsonl --until stallBegan --output",
      "cat - --output",
    ]
    _ = try shell("ln -s story.trace.jsonl symbolic; ln story.trace.jsonl hard; mkdir folder; ln -s . elsewhere")
    for command in commands {
      let result = try shell("$TAPEDECK \(command) \(name) 9<>story.trace.jsonl <story.trace.jsonl")
      #expect(result.exit == 2, "\(command): \(result.errors)")
      #expect(result.errors.contains(name), "\(command): \(result.errors)")
      #expect(result.errors.contains("another file") || result.errors.contains("another name"), "\(result.errors)")
      #expect(try fixture.text("story.trace.jsonl") == content, "\(command)")
    }
    #expect(try leftovers(beside: ["story.trace.jsonl", "symbolic", "hard", "folder", "elsewhere"]) == [])
  }

  @Test("An output that nobody named replaces no file; one that is named does")
  func unnamed() throws {
    let names = [
      "story.shrunk.trace.jsonl": "shrink story.trace.jsonl --until stallBegan", "story.html": "view story.trace.jsonl",
      "mpv.trace": "import mpv.log", "story.triage.trace.jsonl": "triage story.trace.jsonl",
      "story.triage.yaml": "triage story.trace.jsonl --output .",
    ]
    let log = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "PlayerLogsTests/Logs/mpv/cache-never-fills.log").path()
    _ = try shell("cp '\(log)' mpv.log")
    for (name, command) in names {
      _ = try fixture.write("mine", to: name)
      for link in [false, true] {
        // What a link leads to, be it there or not, is replaced as little.
        if link { _ = try shell("mv \(name) kept; ln -s nowhere \(name)") }
        let result = try shell("$TAPEDECK \(command)")
        #expect(result.exit == 2, "\(command): \(result.errors)")
        #expect(
          result.errors.contains("\(name): create failed: something of this name is there already"), "\(result.errors)")
        #expect(result.errors.contains("or give --output F"), "\(result.errors)")
      }
      _ = try shell("rm \(name); mv kept \(name)")
      #expect(try fixture.text(name) == "mine", "\(command)")
      _ = try shell("rm \(name)")
    }
    #expect(try shell("[ ! -e nowhere ]").exit == 0)
    _ = try fixture.write("mine", to: "story.shrunk.trace.jsonl")
    #expect(
      try shell("$TAPEDECK shrink story.trace.jsonl --until stallBegan --output story.shrunk.trace.jsonl").exit == 0)
    #expect(try fixture.text("story.shrunk.trace.jsonl").contains("stallBegan"))
  }

  @Test("A scenario is not overwritten by the trace of its run")
  func scenario() throws {
    let text = "scenario: a\nmedia: {duration: 20 s}\nsteps: [play]\n"
    let path = try fixture.write(text, to: "a.yaml")
    _ = try shell("ln -s a.yaml b.trace")
    for output in ["a.yaml", "b.trace"] {
      let result = try shell("$TAPEDECK simulate a.yaml --output \(output)")
      #expect(result.exit == 2)
      #expect(result.errors.contains("\(output): this is the same file as a.yaml"), "\(result.errors)")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("A network that a scenario reads is not overwritten, whichever scenario of the run reads it")
  func network() throws {
    let network = try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../PlayerSimulationTests/Networks/steady.json")
        .standardizedFileURL, encoding: .utf8)
    _ = try shell("mkdir nets")
    for name in ["nets/slow.json", "b.trace.jsonl"] { _ = try fixture.write(network, to: name) }
    let media = "media: {duration: 20 s}\nsteps: [play]\nexpect: [playing within 10 s]\n"
    _ = try fixture.write("scenario: a\nnetwork: {file: nets/slow.json}\n\(media)", to: "a.yaml")
    _ = try fixture.write("scenario: b\nnetwork: 3 Mbit/s\n\(media)", to: "b.yaml")
    _ = try fixture.write("scenario: c\nnetwork: {file: b.trace.jsonl}\n\(media)", to: "c.yaml")
    let runs = [
      ("simulate a.yaml --output nets/slow.json", "nets/slow.json"),
      ("simulate b.yaml c.yaml --output .", "b.trace.jsonl"),
      ("shrink a.yaml --until stallBegan --output nets/slow.json", "nets/slow.json"),
    ]
    for (command, name) in runs {
      let result = try shell("$TAPEDECK \(command)")
      #expect(result.exit == 2, "\(command): \(result.errors)")
      #expect(result.errors.contains("\(name): this is the same file as"), "\(command): \(result.errors)")
      #expect(try fixture.text(name) == network, "\(command)")
    }
    #expect(try shell("$TAPEDECK simulate a.yaml c.yaml --output nets").exit == 0)
  }

  @Test("Standard output appended to the trace itself is refused: it would never end")
  func appended() throws {
    let result = try shell("$TAPEDECK cat story.trace.jsonl >>story.trace.jsonl")
    #expect(result.exit == 2)
    #expect(result.errors.contains("standard output: this is the same file as story.trace.jsonl"))
    #expect(try fixture.text("story.trace.jsonl") == content)
  }

  @Test("A trace damaged half-way does not replace a good file")
  func damaged() throws {
    _ = try fixture.write(content.replacing("\"e\":\"pause\"", with: "\"e\":\"pose\""), to: "bad.trace.jsonl")
    _ = try fixture.write("good", to: "good.trace.jsonl")
    for form in ["", "--to human", "--to binary"] {
      let result = try shell("$TAPEDECK cat bad.trace.jsonl \(form) --output good.trace.jsonl")
      #expect(result.exit == 3)
      #expect(result.errors.contains("good.trace.jsonl is unchanged"), "\(result.errors)")
      #expect(try fixture.text("good.trace.jsonl") == "good")
    }
    // Standard output still gets what precedes the damage.
    let rescued = try shell("$TAPEDECK cat bad.trace.jsonl >rescued.trace.jsonl; $TAPEDECK replay rescued.trace.jsonl")
    #expect(rescued.exit == 0)
    #expect(
      try leftovers(beside: ["story.trace.jsonl", "bad.trace.jsonl", "good.trace.jsonl", "rescued.trace.jsonl"]) == [])
  }

  @Test("A file keeps its permissions, a link its target; a new file has default permissions")
  func permissions() throws {
    let result = try shell(
      """
      mkdir deep; echo old >deep/target; chmod 640 deep/target; ln -s deep/target link; ln -s deep/new dangling
      $TAPEDECK cat story.trace.jsonl --output link && $TAPEDECK cat story.trace.jsonl --output dangling || exit 9
      umask 022; $TAPEDECK cat story.trace.jsonl --output fresh
      stat -c '%F %a %n' link dangling deep/target fresh
      """)
    #expect(
      result.lines == [
        "symbolic link 777 link", "symbolic link 777 dangling", "regular file 640 deep/target",
        "regular file 644 fresh",
      ], "\(result.output) \(result.errors)")
    for name in ["deep/target", "deep/new"] {
      #expect(try Program.run(["cat", fixture.file(name)]).output == content)
    }
  }

  @Test("A read-only file is not replaced either")
  func readOnly() throws {
    let result = try shell(
      "[ $(id -u) = 0 ] && exit 77; echo old >kept; chmod 444 kept; $TAPEDECK cat story.trace.jsonl --output kept")
    if result.exit == 77 { return }
    #expect(result.exit == 2)
    #expect(result.errors.contains("kept: create failed: Permission denied. Check the permissions"))
    #expect(try fixture.text("kept") == "old\n")
  }

  @Test(
    "-, /dev/stdout, descriptors and pipes are written to directly",
    arguments: [
      "--output - >out", "--output /dev/stdout --to text >out", "--output /dev/stdout --to text | cat >out",
      "--output /dev/fd/7 --to text 7>out", "--output pipe --to text & cat pipe >out; wait",
      "--output >(cat >out) --to text; while ! [ -s out ]; do sleep 0.01; done; sleep 0.1",
    ])
  func streams(_ output: String) throws {
    let result = try shell("mkfifo pipe; $TAPEDECK cat story.trace.jsonl \(output)")
    #expect(result.exit == 0, "\(result.errors)")
    #expect(try fixture.text("out") == content)
    #expect(try leftovers(beside: ["story.trace.jsonl", "pipe", "out"]) == [])
  }

  @Test("Earlier content of a file that is already open is kept")
  func appends() throws {
    let result = try shell("echo before >out; $TAPEDECK cat story.trace.jsonl --to text --output /dev/stdout >>out")
    #expect(result.exit == 0)
    #expect(try fixture.text("out") == "before\n" + content)
  }

  @Test(
    "A full disk leaves the old file, and nothing half-written",
    arguments: [
      "cat long.trace.jsonl --output out", "cat long.trace.jsonl --to human --output out",
      "scenario long.trace.jsonl --output out", "what-if long.trace.jsonl --skip 1 --output out",
      "timeline story.trace.jsonl --svg out",
    ])
  func full(_ command: String) throws {
    _ = try fixture.long(steps: 3_000)
    _ = try fixture.write("old", to: "out")
    // A limit of 4 KiB on the file size stands in for a full disk.
    let result = try shell("ulimit -f 4; $TAPEDECK \(command) >/dev/null")
    #expect(result.exit == 1, "\(result.errors)")
    #expect(result.errors.contains("out: write failed: File too large"), "\(result.errors)")
    #expect(try fixture.text("out") == "old")
    #expect(try leftovers(beside: ["story.trace.jsonl", "long.trace.jsonl", "out"]) == [])
  }

  @Test(
    "A full device is reported",
    arguments: [
      "cat story.trace.jsonl --output", "scenario story.trace.jsonl --output", "timeline story.trace.jsonl --svg",
      "what-if story.trace.jsonl --skip 15 --output",
    ])
  func device(_ command: String) throws {
    let result = try shell("$TAPEDECK \(command) /dev/full")
    #expect(result.exit == 1)
    #expect(result.errors.contains("/dev/full: write failed: No space left on device. Make room, or write elsewhere"))
  }

  @Test("A signal removes the temporary file, and leaves the old file", arguments: ["INT", "TERM", "HUP"])
  func signal(_ name: String) throws {
    let result = try shell(
      """
      set -m; mkfifo in; echo old >out
      $TAPEDECK cat in --output out & job=$!
      exec 3>in; head -n 3 story.trace.jsonl >&3
      until ls .tapedeck-* >/dev/null 2>&1; do sleep 0.01; done
      kill -\(name) $job; (sleep 20; kill -KILL $job) & guard=$!; wait $job; echo $?; kill -- -$guard
      """)
    let number = ["INT": 130, "TERM": 143, "HUP": 129][name] ?? 0
    #expect(result.lines == ["\(number)"], "\(result.errors)")
    #expect(try fixture.text("out") == "old\n")
    #expect(try leftovers(beside: ["story.trace.jsonl", "in", "out"]) == [])
  }

  @Test("A folder or a place that does not exist is named")
  func places() throws {
    for (output, says) in [
      (".", "Is a directory. Give the name of a file in it"), ("no/such", "No such file or directory. Check the path"),
      ("story.trace.jsonl/x", "Not a directory"),
    ] {
      let result = try shell("$TAPEDECK cat story.trace.jsonl --output \(output)")
      #expect(result.exit == 2)
      #expect(result.errors.contains("\(output): create failed: \(says)"), "\(result.errors)")
    }
  }
}
