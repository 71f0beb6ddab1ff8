import ArgumentParser
import Batch
import Glibc
import MatteKit

@main
struct MatteTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mattetool",
    abstract: "Find faces, make hair, skin, teeth and portrait mattes, and apply effects through them.",
    discussion: """
      Reads \(PhotoFormat.names(joinedBy: "and")). Writes the mattes into \
      \(PhotoFormat.names(joinedBy: "and") { $0.holds(.auxiliaryImages) }) files as auxiliary images, as an iPhone does.

      Commands that take one photo accept - for standard input and, where they write one file, for standard output.

      Exit codes: 0 success; 1 some files of several failed; 2 nothing to do; 64 wrong usage; 65 an input cannot be read \
      or is not a picture or movie; 69 a network or codec is missing (see `mattetool doctor`); 73 an output cannot be written or \
      exists already; 75 a server did not answer, so that the same command may succeed later; 130 interrupted.

      Commands with the option --s3-endpoint also read photos in object storage (s3://bucket/key) and on the web \
      (https://host/path), and write to object storage. Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or \
      from AWS_PROFILE in ~/.aws/credentials, the region from AWS_REGION.
      """,
    version: SoftwareVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Photo and movie",
        subcommands: [
          ApplyEffectCommand.self, RenderCommand.self, MattesCommand.self, FacesCommand.self, CodesCommand.self,
          TrackCommand.self, RetimeCommand.self,
        ]),
      CommandGroup(
        name: "Batch and service",
        subcommands: [
          BatchCommand.self, WatchCommand.self, WorkerCommand.self, ServeCommand.self, ReportCommand.self,
        ]),
      CommandGroup(
        name: "Lossless editing",
        subcommands: [InspectCommand.self, EmbedCommand.self, ExtractCommand.self, StripCommand.self]),
      CommandGroup(name: "Capture", subcommands: [DevicesCommand.self, CaptureCommand.self]),
      CommandGroup(name: "Reference", subcommands: [EffectsCommand.self, FiltersCommand.self, DoctorCommand.self]),
    ])

  static func main() async {
    StandardDescriptors.prepare()
    // A file that exceeds the size limit (`ulimit -f`) is an error of that file, rather than the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    // Set before any threads start, because each would get a heap arena.
    if SinglePhotoWork.isRequested(by: CommandLine.arguments.dropFirst()) {
      SinglePhotoWork.prepare()
    } else {
      SteadyMemory.prepare()
    }
    if let argument = EmptyArgument(in: Array(CommandLine.arguments.dropFirst())) { end(by: argument) }
    if let command = UnknownCommand(in: Array(CommandLine.arguments.dropFirst())) { end(by: command) }
    let arguments = CommandOptions.joiningValues(Array(CommandLine.arguments.dropFirst()))
    if let option = UnknownOption(in: arguments) { end(by: option) }
    do {
      var command = try await asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let error as ExitCode {
      exit(withError: error)
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      // An unknown option is reported before other faults of the arguments.
      if let option = MisspeltOption(in: arguments), !fullMessage(for: error).contains("'\(option.word)'") {
        end(by: option)
      }
      // To what a command finds as it runs, ArgumentParser would add the usage of mattetool itself.
      if error is ValidationError { end(by: message(for: error)) }
      // Its lines are ArgumentParser's; those of a word that it repeats are not.
      let message = arguments.filter { $0.contains("\n") }.reduce(
        "\(fullMessage(for: error).trimmingPrefix("Error: "))"
      ) {
        $0.replacing($1, with: TerminalText.shown($1))
      }
      Console.error(lines: "error: \(message)")
      ProcessEnd.now(.validationFailure)
    }
  }

  private static func end(by fault: some CustomStringConvertible) -> Never {
    Console.error("error: \(fault)")
    ProcessEnd.now(.validationFailure)
  }
}
