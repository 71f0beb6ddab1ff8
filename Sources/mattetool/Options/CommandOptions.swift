import FoundationEssentials

/// The options of the command named by the arguments, as the command declares them.
struct CommandOptions {
  private struct Help: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  private struct Argument: Decodable {
    let kind: String
    let names: [Name]?

    var longName: String? { names?.first { $0.kind == "long" }?.name }
  }

  private struct Name: Decodable {
    let kind: String
    let name: String
  }

  /// The long names of all options and flags, without dashes.
  let longNames: Set<String>
  /// The long name of each option that takes a value, by each of its names with their dashes.
  private let longNamesOfOptions: [String: String]
  /// Whether the arguments go to another program, which has its own options.
  let passesWords: Bool

  /// - Parameters:
  ///   - arguments: the arguments of the tool, without its own name.
  ///   - help: the declarations of the tool's commands, in JSON.
  init?(of arguments: some Sequence<String>, help: String = MatteTool._dumpHelp()) {
    guard var command = try? JSONDecoder().decode(Help.self, from: Data(help.utf8)).command else { return nil }
    var isPassedOn = false
    for word in arguments where !word.hasPrefix("-") {
      guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = next
      isPassedOn = isPassedOn || word == ServeCommand.configuration.commandName
    }
    passesWords = isPassedOn
    var (names, options): (Set<String>, [String: String]) = ([], [:])
    for argument in command.arguments ?? [] {
      for name in argument.names ?? [] {
        if name.kind == "long" { names.insert(name.name) }
        guard argument.kind == "option", let long = argument.longName else { continue }
        options[(name.kind == "long" ? "--" : "-") + name.name] = long
      }
    }
    (longNames, longNamesOfOptions) = (names, options)
  }

  /// Arguments in which a value that begins with a dash is joined to its option by an equals sign: ArgumentParser would
  /// parse it as an option. A word that is an option itself, as after one without its value, stays.
  static func joiningValues(_ arguments: [String]) -> [String] {
    func isDashed(_ word: String) -> Bool {
      word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
        && !word.dropFirst().allSatisfy(UnknownOption.letters.contains)
    }
    // Determining the options takes longer than all other work on arguments.
    guard arguments.contains(where: isDashed), let options = CommandOptions(of: arguments), !options.passesWords else {
      return arguments
    }
    var joined: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" { return joined + [word] + rest }
      if let option = options.longNamesOfOptions[word], let value = rest.first, isDashed(value) {
        joined.append("--\(option)=\(value)")
        rest = rest.dropFirst()
      } else {
        joined.append(word)
      }
    }
    return joined
  }
}
