import ArgumentParser
import Batch
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
      or is not a picture; 69 a network or codec is missing (see `mattetool doctor`); 73 an output cannot be written or \
      exists already; 130 interrupted.
      """,
    version: SoftwareVersion.current,
    subcommands: [
      ApplyEffectCommand.self, BatchCommand.self, WatchCommand.self, WorkerCommand.self, ServeCommand.self,
      ReportCommand.self,
      RenderCommand.self, MattesCommand.self, FacesCommand.self, CodesCommand.self, TrackCommand.self,
      DevicesCommand.self, CaptureCommand.self,
      RetimeCommand.self, InspectCommand.self, EmbedCommand.self, ExtractCommand.self, StripCommand.self,
      EffectsCommand.self, FiltersCommand.self, DoctorCommand.self,
    ])
}
