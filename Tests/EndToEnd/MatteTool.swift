import Foundation
import Support

/// The built `mattetool`, run as a user runs it.
struct MatteTool {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Beside the test bundle, where the package manager puts executables.
  static var executable: URL {
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
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // A crash is to end the process at once, not to be looked into by the runtime.
    let own = ["SWIFT_BACKTRACE": "enable=no"]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
