import ArgumentParser

/// A first word that is not the name of a command.
///
/// ArgumentParser would report the options after it as unknown.
struct UnknownCommand: CustomStringConvertible {
  let word: String
  /// The most similar commands; none if none is similar.
  let suggestions: [String]

  /// Nil if the first word is a command or an option, or if there is none.
  init?(in arguments: [String]) {
    var commands: [String] = []
    for group in MatteTool.configuration.groupedSubcommands {
      for command in group.subcommands { commands.append(command.configuration.commandName ?? "") }
    }
    guard let first = arguments.first, !first.hasPrefix("-"), first != "help", !commands.contains(first) else {
      return nil
    }
    word = first
    suggestions = first.nearest(in: commands)
  }

  var description: String {
    let near = suggestions.map { "'\($0)'" }.joined(separator: " or ")
    return "unknown command '\(word)'; "
      + (near.isEmpty ? "`mattetool --help` lists the commands" : "did you mean \(near)?")
  }
}
