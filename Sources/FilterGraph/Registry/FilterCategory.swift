/// The category of a filter, after Core Image's categories.
public enum FilterCategory: String, Sendable, Hashable, CaseIterable {
  /// Exposure, contrast, white balance, curves.
  case colorAdjustment
  /// Colour effects: matrices, tables, posterizing.
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
  /// Stylizing: vignettes, edges.
  case stylize
  /// Pixels moved by a formula.
  case distortion
  /// Crops, transforms, changes of size.
  case geometry
  /// Transitions from one image to another over time.
  case transition
  /// Generators: images without an input.
  case generator
  /// Gradients: generated from one colour to another.
  case gradient
  /// Statistics of an area, as a small image.
  case reduction
  /// Mattes, and operations through them.
  case matting
}
