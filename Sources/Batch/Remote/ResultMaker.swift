import MatteKit

/// The origin of a result, from the object's metadata.
struct ResultMaker {
  private enum Field {
    static let recipe = "mattekit-recipe"
    static let input = "mattekit-input"
    static let source = "mattekit-input-source"
    static let version = "mattekit-input-version"
    static let faces = "mattekit-faces"
    static let mattes = "mattekit-mattes"
    static let mattesBeside = "mattekit-mattes-beside"
    /// For a result without mattes beside it: empty values are not stored.
    static let none = "none"
  }

  private(set) var metadata: [String: String]

  init(_ metadata: [String: String]) { self.metadata = metadata }

  init(recipe: String, name: InputName, version: String) {
    metadata = [
      Field.recipe: recipe, Field.input: name.text, Field.source: name.source, Field.version: version,
    ]
  }

  var recipe: String? { metadata[Field.recipe] }
  /// The photo, by its name.
  var input: String? { metadata[Field.input] }
  var version: String? { metadata[Field.version] }

  /// Whether it was made from a photo of this name, as far as is known.
  func isOf(_ name: InputName) -> Bool { isNamed(as: name) && !name.mayBeAnother(source: metadata[Field.source]) }

  /// Whether it was made from this version of a photo of this name: then the result is the same, whichever photo it
  /// was.
  func isOf(_ name: InputName, version: String) -> Bool { isNamed(as: name) && self.version == version }

  private func isNamed(as name: InputName) -> Bool { input.map(name.isNamed) ?? false }

  /// Whether it was made from the photo at exactly this place.
  func isFromPlace(of name: InputName) -> Bool {
    guard let input, name.isNamed(by: input) else { return false }
    return name.isFrom(input, source: metadata[Field.source])
  }

  /// The names of the mattes beside it. Earlier versions named all.
  var mattesBeside: [String] { Self.list(metadata[Field.mattesBeside] ?? metadata[Field.mattes]) }

  var unchanged: ResultState {
    .unchanged(
      faceCount: metadata[Field.faces].flatMap(Int.init), mattes: Self.list(metadata[Field.mattes]), warnings: [])
  }

  mutating func add(_ processed: ProcessedPhoto, hasMattesBeside: Bool) {
    metadata[Field.faces] = "\(processed.faces.count)"
    metadata[Field.mattes] = processed.mattes.map(\.rawValue).joined(separator: ",")
    guard hasMattesBeside else { return }
    let beside = processed.separateMattes.kinds.map(\.rawValue).joined(separator: ",")
    metadata[Field.mattesBeside] = beside.isEmpty ? Field.none : beside
  }

  private static func list(_ text: String?) -> [String] { text?.split(separator: ",").map(String.init) ?? [] }
}
