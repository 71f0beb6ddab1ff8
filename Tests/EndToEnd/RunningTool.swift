import Foundation

/// A `mattetool` at work, to be spoken to while it runs.
final class RunningTool {
  private let process = Process()
  private let folder: TemporaryFolder
  private var output: URL { folder.url.appending(path: "out") }
  private var errors: URL { folder.url.appending(path: "err") }

  /// - Parameter input: what it finds on standard input; nil for nothing.
  init(_ arguments: [String], input: Data? = nil) throws {
    folder = try TemporaryFolder()
    process.executableURL = MatteTool.executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    if let input {
      let file = folder.url.appending(path: "in")
      try input.write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var errorText: String { String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self) }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for something to become true, at most a minute; false if it did not, or the tool ended first.
  func wait(until condition: () -> Bool) -> Bool {
    for _ in 0..<6_000 {
      if condition() { return true }
      if !process.isRunning { return condition() }
      usleep(10_000)
    }
    return false
  }

  /// Waits for its end: status, standard output's bytes, what it said on standard error.
  func finish() throws -> (status: Int32, output: Data, errors: String) {
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return (status, try Data(contentsOf: output), errorText)
  }

  /// Runs the tool with bytes on standard input.
  static func run(_ arguments: String..., input: Data? = nil) throws -> (
    status: Int32, output: Data, errors: String
  ) {
    try RunningTool(arguments, input: input).finish()
  }
}
