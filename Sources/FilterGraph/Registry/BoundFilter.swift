/// A filter together with its input image, for code in the manner of Core Image's `CIFilter`. A value; may be shared
/// between threads.
///
/// ```swift
/// var blur = BoundFilter(.gaussianBlur())
/// blur.inputImage = photo
/// blur.radius = 12
/// var glow = BoundFilter(.screenBlendMode(backgroundImage: photo))
/// glow.inputImage = blur.outputImage
/// let result = glow.outputImage
/// ```
@dynamicMemberLookup public struct BoundFilter<Base: Filter>: Sendable, Hashable {
  /// The image that the filter is applied to; nil for a generator, which needs none, and until it is set.
  public var inputImage: Image?
  /// The filter.
  public var filter: Base

  /// - Parameters:
  ///   - filter: the filter, with defaults or with values.
  ///   - inputImage: the image that it is applied to.
  public init(_ filter: Base, inputImage: Image? = nil) {
    self.filter = filter
    self.inputImage = inputImage
  }

  /// The filter's own parameters.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Base, Value>) -> Value {
    get { filter[keyPath: path] }
    set { filter[keyPath: path] = newValue }
  }

  /// The result; nil if there is no input image and the filter is not a generator.
  public var outputImage: Image? {
    let isGenerator = FilterDescription(filter.declaration).isGenerator
    return (inputImage ?? (isGenerator ? .empty : nil))?.applying(filter)
  }
}
