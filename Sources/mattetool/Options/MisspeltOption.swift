/// A word with two dashes that is not an option of its command.
///
/// ArgumentParser reports it only without other errors: for `strip --locations` it would report that no part was named.
struct MisspeltOption: CustomStringConvertible {
  let word: String
  /// The most similar option, with its dashes; nil if none is similar.
  let suggestion: String?

  /// The first such word; nil if there is none.
  init?(in arguments: [String]) {
    guard arguments.contains(where: { $0.hasPrefix("--") }), let options = CommandOptions(of: arguments),
      !options.passesWords
    else { return nil }
    for argument in arguments {
      if argument == "--" { return nil }
      let name = argument.dropFirst(2).prefix { $0 != "=" }
      guard argument.hasPrefix("--"), !name.isEmpty, !options.longNames.contains(String(name)) else { continue }
      word = "--\(name)"
      let near = options.longNames.map { ($0, Self.distance(Array($0), Array(name))) }
        .filter { $0.1 <= min(3, name.count / 2) }
      suggestion = near.min { ($0.1, $0.0) < ($1.1, $1.0) }.map { "--\($0.0)" }
      return
    }
    return nil
  }

  var description: String { "unknown option '\(word)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "") }

  /// The Levenshtein distance of two words: number of letters to add, remove or change.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (number, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = number + 1
      for column in b.indices {
        let changed = diagonal + (letter == b[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
