import FoundationEssentials
import Glibc
import Support
import Testing

/// What runs the programs of the tests, so that a test cannot wait for ever.
@Suite struct SubprocessTests {
  private let shell = URL(filePath: "/bin/sh")

  @Test func `it ends with the program, and its output is in the files`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Subprocess.Failure.self) { try Subprocess(URL(filePath: folder.file("none")), []) }
    try Data("in".utf8).write(to: URL(filePath: folder.file("in")))
    let program = try Subprocess(
      shell, ["-c", "cat; echo $MINE >&2; exit 3"], environment: ["MINE": "yes"], input: folder.file("in"),
      output: folder.file("out"), errors: folder.file("err"))
    #expect(try program.waitForEnd() == .exit(3))
    #expect(try String(contentsOfFile: folder.file("out"), encoding: .utf8) == "in")
    #expect(try String(contentsOfFile: folder.file("err"), encoding: .utf8) == "yes\n")
  }

  @Test func `a signal ends it, and so does a timeout`() throws {
    let program = try Subprocess(shell, ["-c", "sleep 100"])
    program.send(SIGTERM)
    #expect(try program.waitForEnd().status == -SIGTERM)
    let endless = try Subprocess(shell, ["-c", "sleep 100"])
    #expect(throws: Subprocess.Failure.self) { try endless.waitForEnd(seconds: 0.1) }
    #expect(!endless.isRunning)
  }

  @Test func `no exit is missed when many end at once`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for status in Int32(0)..<200 {
        group.addTask {
          let program = try Subprocess(URL(filePath: "/bin/sh"), ["-c", "exit \(status)"])
          #expect(try program.waitForEnd(seconds: 60) == .exit(status))
        }
      }
      try await group.waitForAll()
    }
  }
}
