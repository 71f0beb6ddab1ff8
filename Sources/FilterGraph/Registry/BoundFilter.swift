/// A filter together with the image that it is applied to, for code that reads as with Core Image's `CIFilter`. A value; may
/// be shared between threads.
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
  /// What the filter is applied to; nil for a generator, which needs none, and as long as it is not set.
  public var inputImage: Image?
  /// The filter.
  public var filter: Base

  /// - Parameters:
  ///   - filter: the filter, with defaults or with values.
  ///   - inputImage: what it is applied to.
  public init(_ filter: Base, inputImage: Image? = nil) {
    self.filter = filter
    self.inputImage = inputImage
  }

  /// The filter's own parameters.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Base, Value>) -> Value {
    get { filter[keyPath: path] }
    set { filter[keyPath: path] = newValue }
  }

  /// What the filter makes of the image; nil without one, unless the filter makes its picture from nothing.
  public var outputImage: Image? {
    let isGenerator = FilterDescription(filter.declaration).isGenerator
    return (inputImage ?? (isGenerator ? .empty : nil))?.applying(filter)
  }
}
