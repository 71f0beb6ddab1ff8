/// What a filter is called and which parameters it has: said once, in the filter's own file.
public struct FilterDeclaration<Target: Filter>: Sendable {
  let name: String
  let coreImageName: String?
  let category: FilterCategory
  let summary: String
  let hasIdentityDefault: Bool
  let isHighDynamicRange: Bool
  let parameters: [ParameterDeclaration<Target>]
  let make: @Sendable () -> Target

  /// - Parameters:
  ///   - name: the word used in Swift and on the command line, such as `gammaAdjust`.
  ///   - coreImageName: the name in Core Image, such as `CIGammaAdjust`; nil for a filter of our own.
  ///   - summary: one line that says what the filter does.
  ///   - hasIdentityDefault: whether the filter with its defaults changes nothing.
  ///   - isHighDynamicRange: whether components beyond 0...1 are worked on like others.
  ///   - make: the filter with its default values.
  public init(
    _ name: String, coreImageName: String?, _ category: FilterCategory, _ summary: String,
    hasIdentityDefault: Bool = false, isHighDynamicRange: Bool = true,
    parameters: [ParameterDeclaration<Target>] = [],
    make: @escaping @Sendable () -> Target
  ) {
    self.name = name
    self.coreImageName = coreImageName
    self.category = category
    self.summary = summary
    self.hasIdentityDefault = hasIdentityDefault
    self.isHighDynamicRange = isHighDynamicRange && category != .blendMode
    self.parameters = parameters
    self.make = make
  }
}

/// What kind of thing a filter does, after Core Image's categories.
public enum FilterCategory: String, Sendable, Hashable, CaseIterable {
  case colorAdjustment, colorEffect, compositing, blendMode, blur, sharpen, morphology, convolution, stylize, distortion
  case geometry, generator, gradient, reduction, matting
}
