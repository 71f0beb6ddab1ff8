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
  /// Exposure, contrast, white balance, curves.
  case colorAdjustment
  /// Colours changed for a look: matrices, tables, posterizing.
  case colorEffect
  /// One image over, in, or masked by another.
  case compositing
  /// Two images by a formula of PDF (ISO 32000-1, 11.3.5).
  case blendMode
  /// Blurs: light spread over the neighbours of a pixel.
  case blur
  /// Edges made steeper.
  case sharpen
  /// Minima and maxima of neighbourhoods.
  case morphology
  /// Weighted sums of neighbours, with weights of the user's.
  case convolution
  /// Looks that are not light's, such as vignettes and edges.
  case stylize
  /// Pixels moved by a formula.
  case distortion
  /// Crops, transforms, changes of size.
  case geometry
  /// Generators: images without an input.
  case generator
  /// Gradients: generated from one colour to another.
  case gradient
  /// Statistics of an area, as a small image.
  case reduction
  /// Mattes and what is taken through them.
  case matting
}
