import FoundationEssentials
import Support

/// The built `mattetool`, run as a user runs it.
struct MatteTool {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The tested binary: the one that MATTEKIT_TOOL names, which `make test` builds as it ships; else the one beside the
  /// test bundle.
  static var executable: URL {
    if let tool = ProcessInfo.processInfo.environment["MATTEKIT_TOOL"] { return URL(filePath: tool) }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().appending(path: "mattetool")
  }

  static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(executable, arguments, environment: environment)
  }

  /// Runs any program; standard output and error go through files, so that no pipe can fill up.
  static func run(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    let folder = try TemporaryFolder()
    let (output, errors) = (folder.url.appending(path: "out"), folder.url.appending(path: "err"))
    let program = try Subprocess(
      program, arguments, environment: environment, output: output.path, errors: errors.path)
    let end = try program.waitForEnd()
    return Outcome(
      status: end.status, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
