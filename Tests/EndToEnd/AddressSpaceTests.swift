import Foundation
import Support
import Testing

/// Processes with a limited address space, as batch systems set it by `ulimit -v`.
struct AddressSpaceTests {
  private func run(_ arguments: [String], kibibytes: Int) throws -> MatteTool.Outcome {
    try MatteTool.run(
      URL(filePath: "/bin/sh"),
      ["-c", "ulimit -v \(kibibytes); exec \"$@\"", "sh", MatteTool.executable.path] + arguments)
  }

  @Test(arguments: [["faces", Samples.astronaut], ["apply-effect", "blur-background", Samples.astronaut, "-o"]])
  func `a limit too low for networks is one error, and nothing hangs or crashes`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.jpg")
    let outcome = try run(arguments + (arguments.last == "-o" ? [output] : []), kibibytes: 400_000)
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.errors.contains("736 MiB") && outcome.errors.contains("390 MiB"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  /// On two cores `mattes` failed with 1300 MiB, and the effect with 1060; more cores need more. With 784 MiB the
  /// effect once ended the process: cached networks were loaded without a check of the room for them.
  @Test(
    arguments: [["mattes", Samples.astronaut, "-o"], ["apply-effect", "blur-background", Samples.astronaut, "-o"]],
    [760, 784, 820])
  func `a limit too low for a job is one error with our message`(arguments: [String], mebibytes: Int) throws {
    let folder = try TemporaryFolder()
    let output = folder.file(arguments[0] == "mattes" ? "mattes" : "out.jpg")
    let outcome = try run(arguments + [output], kibibytes: mebibytes << 10)
    #expect(outcome.status == 69, "\(outcome)")
    #expect(
      outcome.errors.contains("the \(mebibytes) MiB that this process may use; raise the limit"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `a command without networks works under such a limit`() throws {
    #expect(try run(["effects"], kibibytes: 400_000).status == 0)
  }
}
