/// Several filters of one type that differ only in a formula, such as the blend modes.
public protocol FilterFamily: Filter {
  /// The declarations of the filters, at least one. Each makes its own filter.
  static var declarations: [FilterDeclaration<Self>] { get }
}

extension FilterFamily {
  /// The declaration of the family's first filter.
  public static var declaration: FilterDeclaration<Self> { declarations[0] }
  /// The names, parameters and documentation of the filters.
  public static var descriptions: [FilterDescription] { declarations.map { FilterDescription($0) } }
}
