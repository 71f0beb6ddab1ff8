import FoundationEssentials
import Glibc
import Support

/// A PulseAudio server of the test's own, in its folder, without sound cards: its output is discarded, and its sources
/// are synthetic.
final class PrivateSoundServer {
  /// The environment of programs that use it.
  let environment: [String: String]
  private let daemon: Subprocess
  private let folder: TemporaryFolder

  /// Whether there is the program.
  static var isPossible: Bool { OtherReaders.pulseAudio != nil && OtherReaders.pactl != nil }

  /// - Parameter lines: of its script: the sources and loudspeakers that it has.
  init(_ lines: [String], in folder: TemporaryFolder) throws {
    guard let program = OtherReaders.pulseAudio else { throw Failure(words: "pulseaudio is not installed") }
    self.folder = folder
    let runtime = folder.url.appending(path: "run")
    try FileManager.default.createDirectory(
      at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Nothing of the machine's own sound system is to be found.
    environment = [
      "HOME": folder.url.path, "XDG_RUNTIME_DIR": runtime.path, "PULSE_SERVER": "unix:\(runtime.path)/pulse/native",
    ]
    let script = try folder.file(
      "script.pa",
      Array(
        (["load-module module-native-protocol-unix"] + lines)
          .joined(separator: "\n").utf8))
    daemon = try Subprocess(
      program,
      ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes", "-F", script.path],
      environment: environment, input: "/dev/null", output: folder.file("server.out"),
      errors: folder.file("server.err"))
    for _ in 0..<3000 {
      if try control("info").status == 0 { return }
      guard daemon.isRunning else { break }
      usleep(10_000)
    }
    throw Failure(words: (try? String(contentsOfFile: folder.file("server.err"), encoding: .utf8)) ?? "")
  }

  deinit {
    daemon.send(SIGKILL)
    _ = try? daemon.waitForEnd()
  }

  /// Runs PulseAudio's own program of control.
  @discardableResult
  func control(_ arguments: String...) throws -> MatteTool.Outcome {
    guard let program = OtherReaders.pactl else { throw Failure(words: "pactl is not installed") }
    return try MatteTool.run(program, arguments, environment: environment)
  }

  struct Failure: Error, CustomStringConvertible {
    let words: String
    var description: String { "there is no sound server: \(words)" }
  }
}
