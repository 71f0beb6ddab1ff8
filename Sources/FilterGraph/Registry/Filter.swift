/// Makes an image from an image. A value: immutable once applied, may be shared between threads.
///
/// A filter of this package is one file: the struct with its parameters, a declaration, and `output(for:)`; the build
/// writes the rest (see CONTRIBUTING.md). A filter of your own has an initialiser, too, and optionally a factory on
/// `Filter` (`extension Filter where Self == MyFilter`); see ``FilterRegistry`` for its use in recipes.
///
/// Parameters set in Swift may lie outside the declared range: the filter applies its formula, clamped to values that
/// can be computed. A number that is not finite or beyond 1e12, and values that do not fit together, are reported when
/// the image is rendered (``RenderError/filter(_:)``), or at once by the registry.
public protocol Filter: Sendable, Hashable {
  /// The filter's names, category, summary and parameters.
  static var declaration: FilterDeclaration<Self> { get }
  /// The declaration of this instance: it differs only in a ``FilterFamily``.
  var declaration: FilterDeclaration<Self> { get }
  /// The result for `input`. Called through `Image.applying(_:)`, which checks the parameters.
  func output(for input: Image) -> Image
  /// Checks constraints beyond the types of the parameters, such as a cube's number of samples.
  func validate() throws(FilterError)
}

extension Filter {
  public var declaration: FilterDeclaration<Self> { Self.declaration }

  /// The name, the parameters and the documentation of the filter.
  public static var description: FilterDescription { FilterDescription(Self.declaration) }

  public func validate() throws(FilterError) {}

  /// Throws if a parameter is not finite or the filter's own check fails.
  func check() throws(FilterError) {
    let declaration = declaration
    for parameter in declaration.parameters {
      guard let value = parameter.get(self) else { continue }
      guard value.isFinite else { throw .notFinite(key: parameter.key, filter: declaration.name) }
      if case .vector(let numbers) = value, let count = parameter.count, numbers.count != count {
        throw .wrongCount(key: parameter.key, filter: declaration.name, expected: count, got: numbers.count)
      }
    }
    try validate()
  }
}
