/// Makes an image from an image. A value: immutable once applied, may be shared between threads.
///
/// To add a filter write one file: the struct with its parameters, a declaration, `output(for:)`, and the factory on
/// `Filter` (`extension Filter where Self == GammaAdjust`); then name it in ``FilterRegistry``.
public protocol Filter: Sendable, Hashable {
  static var declaration: FilterDeclaration<Self> { get }
  /// The image that the filter makes of `input`.
  func output(for input: Image) -> Image
}

extension Filter {
  /// What the filter is called and which parameters it has.
  public static var description: FilterDescription { FilterDescription(Self.self) }
}
