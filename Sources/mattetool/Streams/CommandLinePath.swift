import MatteKit
import SystemPackage

/// Paths of the command line in their original bytes: Swift repairs arguments that are not UTF-8, which would then not
/// name their files.
enum CommandLinePath {
  /// The path that an argument stands for.
  static func path(_ argument: String) -> FilePath {
    let text = FilePath(bytes: argument.utf8)
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return text }
    return raw.first { $0.description == text.description } ?? text
  }

  /// All arguments, and the parts after an equals sign.
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
