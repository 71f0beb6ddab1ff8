/// The name, the parameters and the documentation of a filter, declared once in the filter's own file.
public struct FilterDeclaration<Target: Filter>: Sendable {
  let name: String
  let coreImageName: String?
  let category: FilterCategory
  let summary: String
  let law: String
  let source: FilterSource
  let hasIdentityDefault: Bool
  let isHighDynamicRange: Bool
  let parameters: [ParameterDeclaration<Target>]
  let make: @Sendable () -> Target

  /// - Parameters:
  ///   - name: the word used in Swift and on the command line, such as `gammaAdjust`.
  ///   - coreImageName: the name in Core Image, such as `CIGammaAdjust`; nil for a filter of our own.
  ///   - summary: one line that describes the filter.
  ///   - law: its definition, in sentences and formulas: the colours it applies to, the treatment of alpha and of the
  ///     edge, and limits.
  ///   - source: the source of the formula; nil for Core Image's documentation if the filter has a name there, else our
  ///     own.
  ///   - hasIdentityDefault: whether the filter with its defaults changes nothing.
  ///   - isHighDynamicRange: whether components beyond 0...1 are processed like others.
  ///   - make: the filter with its default values.
  public init(
    _ name: String, coreImageName: String?, _ category: FilterCategory, _ summary: String,
    law: String = "", source: FilterSource? = nil, hasIdentityDefault: Bool = false, isHighDynamicRange: Bool = true,
    parameters: [ParameterDeclaration<Target>] = [],
    make: @escaping @Sendable () -> Target
  ) {
    self.name = name
    self.coreImageName = coreImageName
    self.category = category
    self.summary = summary
    self.law = law.isEmpty ? summary : law
    self.source = source ?? coreImageName.map { .coreImage($0) } ?? .own
    self.hasIdentityDefault = hasIdentityDefault
    self.isHighDynamicRange = isHighDynamicRange && category != .blendMode
    self.parameters = parameters
    self.make = make
  }
}
