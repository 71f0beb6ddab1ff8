import FoundationEssentials
import Glibc
import Support

/// A `mattetool` at work, to be spoken to while it runs.
final class RunningTool {
  private let program: Subprocess
  private let folder: TemporaryFolder
  private var output: URL { folder.url.appending(path: "out") }
  private var errors: URL { folder.url.appending(path: "err") }

  /// - Parameters:
  ///   - input: the bytes of standard input; nil for none.
  ///   - inputFile: the file or pipe used as standard input instead.
  ///   - isOnOneProcessor: whether it runs on a single processor.
  init(
    _ arguments: [String], input: Data? = nil, inputFile: String? = nil, environment: [String: String] = [:],
    isOnOneProcessor: Bool = false
  ) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "in")
    try input?.write(to: file)
    program = try Subprocess(
      isOnOneProcessor ? URL(filePath: "/usr/bin/taskset") : MatteTool.executable,
      (isOnOneProcessor ? ["-c", Self.processor, MatteTool.executable.path] : []) + arguments,
      environment: environment, input: inputFile ?? (input == nil ? "/dev/null" : file.path),
      output: folder.url.appending(path: "out").path, errors: folder.url.appending(path: "err").path)
    self.folder = folder
  }

  /// The number of the first processor that this process may use.
  private static var processor: String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let list = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }?.split(separator: "\t").last
    return String(list?.prefix { $0.isNumber } ?? "0")
  }

  var identifier: pid_t { program.identifier }
  var isRunning: Bool { program.isRunning }
  var outputText: String { String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self) }
  var errorText: String { String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self) }

  /// Bytes that it has written so far to files without a name, which movies are until they are whole.
  var unnamedBytes: Int {
    let folder = "/proc/\(program.identifier)/fd"
    let links = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return links.reduce(0) { sum, link in
      let path = "\(folder)/\(link)"
      var status = stat()
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
        target.hasSuffix(" (deleted)"),
        stat(path, &status) == 0
      else { return sum }
      return sum + Int(status.st_size)
    }
  }

  func send(_ signal: Int32) { program.send(signal) }

  /// Whether it handles a signal, instead of being ended by it.
  func handles(_ signal: Int32) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)) ?? ""
    let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
    return (caught.flatMap { UInt64($0, radix: 16) } ?? 0) >> UInt64(signal - 1) & 1 == 1
  }

  /// Waits for something to become true, at most three minutes; false if it did not, or the tool ended first.
  func wait(until condition: () -> Bool) -> Bool {
    for _ in 0..<18_000 {
      if condition() { return true }
      if !program.isRunning { return condition() }
      usleep(10_000)
    }
    return false
  }

  /// Waits for its end: status, the bytes of standard output, the text of standard error.
  func finish() throws -> (status: Int32, output: Data, errors: String) {
    let end = try program.waitForEnd()
    return (end.status, try Data(contentsOf: output), errorText)
  }

  /// Runs the tool with bytes on standard input.
  static func run(_ arguments: String..., input: Data? = nil) throws -> (
    status: Int32, output: Data, errors: String
  ) {
    try RunningTool(arguments, input: input).finish()
  }
}
