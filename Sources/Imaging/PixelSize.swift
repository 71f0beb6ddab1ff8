/// A width and a height in whole pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  /// Creates a size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  public var area: Int { width * height }

  /// The size of the mattes of a picture of this size: half in each dimension, rounded up.
  public var half: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }

  /// Each side times `factor`, rounded to the nearest pixel and at least 1.
  public func scaled(by factor: Double) -> PixelSize {
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded())) }
    return PixelSize(width: side(width), height: side(height))
  }

  /// Width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The size in words, such as `640x480`.
  public var description: String { "\(width)x\(height)" }
}
