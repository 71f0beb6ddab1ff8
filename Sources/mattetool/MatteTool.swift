import ArgumentParser

@main
struct MatteTool: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "mattetool", abstract: "Portraits on Linux.")
}
