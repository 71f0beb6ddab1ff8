import FoundationEssentials

/// A file name with a placeholder for a number: `%d`, or `%06d` for one of at least six digits with leading zeros.
struct NumberedFileName {
  private let folder: String
  private let prefix: Substring
  private let suffix: Substring
  /// The least digits; 1 for `%d`.
  private let digits: Int

  /// - Returns: nil if the last component of the path has no placeholder, or several.
  init?(_ path: String) {
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    let places = name.matches(of: /%(?:0(?<digits>[1-9][0-9]?))?d/)
    guard places.count == 1, let place = places.first else { return nil }
    folder = name.startIndex == path.startIndex ? "." : String(path[..<name.startIndex])
    prefix = name[..<place.range.lowerBound]
    suffix = name[place.range.upperBound...]
    digits = place.digits.flatMap { Int($0) } ?? 1
  }

  /// The existing files, in the order of their numbers.
  func files() -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    return FileNamePattern.sorted(names.filter(matches)).map { url.appending(path: $0) }
  }

  /// The first missing number between those of the files, and how many are missing; nil if there are none.
  func gap(in files: [URL]) -> (first: Int, count: Int)? {
    let numbers = files.compactMap { Int($0.lastPathComponent.dropFirst(prefix.count).dropLast(suffix.count)) }
    guard let lowest = numbers.first, let highest = numbers.last, highest - lowest >= numbers.count else { return nil }
    let before = zip(numbers, numbers.dropFirst()).first { $1 > $0 + 1 }?.0 ?? lowest
    return (before + 1, highest - lowest + 1 - numbers.count)
  }

  private func matches(_ name: String) -> Bool {
    guard name.count >= prefix.count + digits + suffix.count, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
      return false
    }
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    // Numbers may have more digits than the minimum.
    return number.allSatisfy { $0.isASCII && $0.isNumber } && (number.count == digits || number.first != "0")
  }
}
