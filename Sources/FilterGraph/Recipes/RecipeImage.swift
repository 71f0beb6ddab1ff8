import Imaging

/// An image as a recipe names it.
enum RecipeImage: Sendable, Hashable {
  /// An input or an earlier step.
  case named(String)
  case matte(MatteKind, of: String?)
  case color(Color)

  init(_ value: JSONValue, at path: String) throws(RecipeError) {
    // The value in the place of a colour parameter of a filter that is a recipe.
    if let color = Self.color(value) {
      self = .color(color)
      return
    }
    let text = try value.string(at: path)
    if text.hasPrefix("#") {
      guard let color = Color(css: text) else {
        throw RecipeError(path: path, reason: "\"\(text)\" is not a colour such as #ff8000")
      }
      self = .color(color)
    } else if text.hasPrefix("matte:") {
      let parts = text.dropFirst(6).split(separator: "@", maxSplits: 1).map(String.init)
      guard let kind = parts.first.flatMap(MatteKind.init(rawValue:)) else {
        let kinds = MatteKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw RecipeError(path: path, reason: "there is no matte \"\(parts.first ?? "")\"; there are \(kinds)")
      }
      self = .matte(kind, of: parts.count > 1 ? parts[1] : nil)
    } else {
      self = .named(text)
    }
  }
}

extension RecipeImage {
  /// The colour given by three or four numbers.
  private static func color(_ value: JSONValue) -> Color? {
    guard case .array(let list) = value else { return nil }
    let numbers = list.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard numbers.count == list.count, case .color(let color)? = FilterValue(numbers: numbers, as: .color) else {
      return nil
    }
    return color
  }
}
