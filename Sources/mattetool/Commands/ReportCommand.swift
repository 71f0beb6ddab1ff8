import ArgumentParser

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Process the reports that batch and watch write.",
    subcommands: [MergeCommand.self])
}
