import ArgumentParser
import Batch
import MatteKit
import SystemPackage

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Process the reports that batch and watch write.",
    subcommands: [MergeCommand.self])

  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Merge the reports of several runs into one with a common summary.",
      discussion: """
        Merges the reports of the shards of a list, or of a run and those that resumed it. Of two lines about the same \
        output the later wins, unless it only says that the output is unchanged. An incomplete last line is ignored. The \
        duration is the time in which at least one of the runs was at work, by the clocks of their machines, and the rate \
        is that of the photos done in it: a run that was killed has left no time, and its photos do not count for the rate. \
        Name the reports of earlier runs first, as ls -tr lists them.

        Paths in reports are relative where those of the command line were: run this in the same folder.

        Example: mattetool report merge part-*.jsonl -o all.jsonl --sheet sheet/
        """)

    @Argument(help: "Reports, earlier ones first; - for standard input.") var report: [String]
    @Option(name: .shortAndLong, help: "The file to write; - for standard output.") var output = "-"
    @Flag(help: "Replace the output if it exists.") var overwrite = false
    @Option(
      help: ArgumentHelp(
        "Also write pages to browse to this folder, as `batch --sheet` does; pictures that are there are used.",
        valueName: "dir"), completion: .directory)
    var sheet: String?

    func run() throws {
      try Failure.reporting {
        var merge = ReportMerge()
        for argument in report {
          try merge.add(try InputFile(argument).bytes(), name: argument)
        }
        var lines: [UInt8] = []
        for file in merge.files { lines += try JSONLine.bytes(of: file) }
        lines += try JSONLine.bytes(of: ReportFile.SummaryLine(summary: merge.summary))
        if output == "-" {
          _ = try? FileDescriptor.standardOutput.writeAll(lines)
        } else {
          try AtomicFile.write(lines, to: CommandLinePath.path(output), overwriting: overwrite)
        }
        if let sheet {
          try ResultSheet.write(merge.files, in: CommandLinePath.path(sheet), title: "Merged reports")
        }
      }
    }
  }
}
