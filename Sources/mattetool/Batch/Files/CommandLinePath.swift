import MatteKit

/// Paths of the command line as they were given: arguments that are no UTF-8 come to Swift mended, and would name no file.
enum CommandLinePath {
  /// The path that an argument stands for.
  static func path(_ argument: String) -> SystemPath {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return SystemPath(argument) }
    return raw.first { $0.description == argument } ?? SystemPath(argument)
  }

  /// All arguments, and what follows the equals sign of those that have one.
  private static var raw: [SystemPath] {
    var all: [SystemPath] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      var text: [UInt8] = []
      var place = 0
      while argument[place] != 0 {
        text.append(UInt8(bitPattern: argument[place]))
        place += 1
      }
      all.append(SystemPath(bytes: text))
      if let sign = text.firstIndex(of: UInt8(ascii: "=")) { all.append(SystemPath(bytes: text[(sign + 1)...])) }
    }
    return all
  }
}
