import ArgumentParser
import Glibc
import SystemPackage

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Apply effects to photos over HTTP, with a page to try them.",
    discussion: """
      Runs mattetool-serve, a program beside mattetool or on the PATH, which passes photos to `mattetool worker` \
      processes. `make serve` in the sources builds it, and `make install` then installs it too. `mattetool serve \
      --help` lists its options once it is installed.

      Example: mattetool serve --port 8080
      """)

  @Argument(parsing: .captureForPassthrough, help: "Options of mattetool-serve; see `mattetool serve --help`.")
  var arguments: [String] = []

  static let program = "mattetool-serve"

  func run() throws {
    let own = Self.ownPath ?? FilePath(CommandLine.arguments[0])
    let beside = own.removingLastComponent().appending(Self.program)
    for path in [beside.description, Self.program] {
      // Searched for on the PATH if it has no slash.
      let words = ([path, "--tool", own.description] + arguments).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      execvp(path, words)
      guard errno == ENOENT else { throw failure("\(path): \(Errno(rawValue: errno))") }
    }
    throw failure(
      "\(Self.program) is neither beside mattetool nor on the PATH; in MatteKit's sources `make serve` builds it, and `make "
        + "install` installs it")
  }

  /// The path of the running program's file; nil if the system does not provide it.
  private static var ownPath: FilePath? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  private func failure(_ message: String) -> ExitCode {
    Console.error("error: \(message)")
    return Failure.unavailable
  }
}
