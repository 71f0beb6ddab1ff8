/// The faces of a picture to which an effect applies: in a photo by index, in a stream by identity (``Face/id``).
public enum FaceSelection: Sendable, Hashable, CustomStringConvertible {
  /// Every face.
  case all
  /// By their numbers, from 0.
  case only(Set<Int>)

  /// From `all` or numbers with commas between; nil for anything else.
  package init?(_ text: String) {
    if text == "all" {
      self = .all
      return
    }
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else { return nil }
      numbers.insert(number)
    }
    self = .only(numbers)
  }

  /// Whether the face with a number is selected.
  public func contains(_ index: Int) -> Bool {
    switch self {
    case .all: true
    case .only(let numbers): numbers.contains(index)
    }
  }

  public var description: String {
    switch self {
    case .all: "all"
    case .only(let numbers): numbers.sorted().map { "\($0)" }.joined(separator: ",")
    }
  }
}
