/// A matte: one linear 8-bit component with the degree to which each pixel belongs to a ``MatteKind``, from 0 to 255.
///
/// A generated matte has exactly half the picture's size in each dimension, rounded up. One read from a file has the
/// size it has there. Mattes may overlap: portrait contains skin.
public struct Matte: Sendable, Hashable {
  /// The kind of matte.
  public let kind: MatteKind
  /// The samples, of format ``PixelFormat/l8`` and colour space ``ColorSpace/linearGray``.
  public let pixels: PixelBuffer
  /// Whether the samples lie upright or as the picture is stored.
  public let coordinateSpace: CoordinateSpace
  /// The mean probability, `0.5...1`, of the pixels that the network assigned to this kind; nil if no network predicted
  /// it.
  public var confidence: Double?

  /// Creates a matte.
  ///
  /// - Precondition: `pixels` is of format `l8`.
  public init(kind: MatteKind, pixels: PixelBuffer, coordinateSpace: CoordinateSpace, confidence: Double? = nil) {
    precondition(pixels.format == .l8, "a matte has one 8-bit component")
    self.kind = kind
    self.pixels = pixels
    self.coordinateSpace = coordinateSpace
    self.confidence = confidence
  }
}
