import MatteKit
import SystemPackage

/// Paths of the command line as they were given: Swift mends arguments that are not UTF-8, and they would name no file.
enum CommandLinePath {
  /// The path that an argument stands for.
  static func path(_ argument: String) -> FilePath {
    let text = FilePath(bytes: argument.utf8)
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return text }
    return raw.first { $0.description == text.description } ?? text
  }

  /// All arguments, and what follows the equals sign of those that have one.
  private static var raw: [FilePath] {
    var all: [FilePath] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      all.append(FilePath(platformString: argument))
      var position = argument
      while position.pointee != 0, position.pointee != CChar(UInt8(ascii: "=")) { position += 1 }
      if position.pointee != 0 { all.append(FilePath(platformString: position + 1)) }
    }
    return all
  }
}
