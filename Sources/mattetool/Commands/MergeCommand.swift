import ArgumentParser
import Batch
import MatteKit
import SystemPackage

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge the reports of several runs into one with a common summary.",
    discussion: """
      Merges the reports of the shards of a list, or of a run and those that resumed it. Name the reports of earlier runs \
      first, as ls -tr lists them. Of two lines about the same output the later wins, unless it only says that the output \
      is unchanged or was skipped. A folder that could not be read counts as failed until a later run reports files in it. \
      An incomplete last line is ignored.

      The duration is the time in which at least one run was at work, by the clocks of their machines; the rate is that of \
      the photos done in it. A run that was killed has no duration, so its photos do not count for the rate.

      Memory does not grow with the number of lines: above 260,000, their positions are kept in temporary files (TMPDIR), \
      100 bytes a line.

      Paths in reports are relative if those of the command line were: run this in the same folder.

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
      for argument in report { try merge.add(argument) }
      if output == "-" {
        try write(merge) { try OutputTarget.standardOutput.write($0, overwriting: false) }
      } else {
        let path = CommandLinePath.path(output)
        var sources = SourceFiles(input: nil)
        for argument in report where argument != "-" {
          sources.add(.path(CommandLinePath.path(argument)), as: .report)
        }
        try sources.check(.path(path))
        let file = try AtomicFile(path, overwriting: overwrite).begin()
        try write(merge) { bytes in
          do {
            try FileDescriptor(rawValue: file.descriptor).writeAll(bytes)
          } catch {
            throw PhotoFileError.cannotWrite(path.shown, error)
          }
        }
        try file.finish()
      }
      if let sheet {
        try ResultSheet.write(try merge.files, in: CommandLinePath.path(sheet), title: "Merged reports")
      }
    }
  }

  /// Writes the lines of a report a megabyte at a time.
  private func write(_ merge: ReportMerge, _ write: ([UInt8]) throws -> Void) throws {
    var lines: [UInt8] = []
    let summary = try merge.forEach { file in
      lines += try JSONLine.bytes(of: file)
      guard lines.count >= 1 << 20 else { return }
      try write(lines)
      lines.removeAll(keepingCapacity: true)
    }
    lines += try JSONLine.bytes(of: ReportFile.SummaryLine(summary: summary))
    try write(lines)
  }
}
