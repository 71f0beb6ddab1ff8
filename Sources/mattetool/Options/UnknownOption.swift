/// A word with one dash that is not an option, but may be the name of a file.
///
/// ArgumentParser parses each of its letters as an option, so that `-beach.jpg`, which contains an h, would print the
/// help and succeed.
struct UnknownOption: CustomStringConvertible {
  private let word: String

  /// The one-letter options of all commands.
  static let letters: Set<Character> = ["h", "o", "r", "0"]

  /// The first such word; nil if there is none.
  init?(in arguments: some Sequence<String>) {
    for argument in arguments {
      if argument == "--" { return nil }
      guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2 else { continue }
      let letters = argument.dropFirst().prefix(while: { $0 != "=" })
      // Numbers and lists of them may be negative.
      let isNumber = letters.first.map { $0.isNumber || $0 == "." } ?? false
      if isNumber || letters.allSatisfy(Self.letters.contains) { continue }
      word = argument
      return
    }
    return nil
  }

  var description: String { "unknown option '\(word)'; a file of that name is given as ./\(word)" }
}
