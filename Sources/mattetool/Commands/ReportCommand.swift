import ArgumentParser
import Batch
import MatteKit
import SystemPackage

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Work on the reports that batch and watch write.",
    subcommands: [MergeCommand.self])

  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Join the reports of several runs into one, with a summary of all.",
      discussion: """
        For the parts of a list that --shard made, and for a run with those that went on with it by --resume. Of two lines \
        about one output the later counts, but that it is unchanged says nothing new. A last line that was cut off is left \
        out. Seconds are those of the part that took longest.

        Example: mattetool report merge part-*.jsonl -o all.jsonl
        """)

    @Argument(help: "Reports, the earlier first; - is standard input.") var report: [String]
    @Option(name: .shortAndLong, help: "The file to write; - is standard output.") var output = "-"
    @Flag(help: "Replace the output if it is there already.") var overwrite = false

    func run() throws {
      try Failure.reporting {
        var merge = ReportMerge()
        for argument in report {
          try merge.add(try InputFile(argument).bytes(), name: argument)
        }
        var lines: [UInt8] = []
        for photo in merge.photos { lines += try JSONLine.bytes(of: photo) }
        lines += try JSONLine.bytes(of: ReportFile.SummaryLine(summary: merge.summary))
        if output == "-" {
          _ = try? FileDescriptor.standardOutput.writeAll(lines)
        } else {
          try AtomicFile.write(lines, to: CommandLinePath.path(output), overwriting: overwrite)
        }
      }
    }
  }
}
