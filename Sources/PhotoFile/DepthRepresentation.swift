/// The quantity and range of a depth or disparity map: samples are evenly spaced from ``minimum`` to ``maximum``.
public struct DepthRepresentation: Sendable, Hashable {
  /// The quantity that a sample measures.
  public enum Quantity: Sendable, Hashable {
    /// The inverse of the distance from the camera, in 1/m: larger is nearer. iPhones write it.
    case disparity
    /// The distance from the camera, in metres.
    case depth
  }

  /// The quantity of the samples, which has a unit.
  public var quantity: Quantity
  /// The value of a sample of 0, in the unit of ``quantity``.
  public var minimum: Float
  /// The value of the largest sample (255 of 8 bits, 65535 of 16), in the unit of ``quantity``; not less than
  /// ``minimum``.
  public var maximum: Float

  /// - Parameter maximum: raised to `minimum` if it is less.
  public init(quantity: Quantity, minimum: Float, maximum: Float) {
    self.quantity = quantity
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
  }

  /// The disparity or depth of a sample of 8 bits, in 1/m or m.
  public func value(of sample: UInt8) -> Float { value(at: Float(sample) / 255) }

  /// The disparity or depth of a sample of 16 bits, in 1/m or m.
  public func value(of sample: UInt16) -> Float { value(at: Float(sample) / 65535) }

  /// The distance of a sample of 8 bits in metres; infinite for a disparity of 0.
  public func distance(of sample: UInt8) -> Float {
    let value = value(of: sample)
    return quantity == .depth ? value : 1 / value
  }

  private func value(at fraction: Float) -> Float { minimum + (maximum - minimum) * fraction }

  /// The range stated by Apple's XMP for a disparity or depth map; nil for any other image.
  init?(xmp: [UInt8]?) {
    guard let xmp else { return nil }
    let texts = XMPDocument.reading(xmp) { document -> [String?] in
      let prefix = document.prefix(of: .pixelData)
      return ["AuxiliaryImageType", "AuxiliaryImageSubType", "FloatMinValue", "FloatMaxValue"].map {
        document.text(.pixelData, prefix + $0)
      }
    }
    // The portrait matte is of type depth, with a subtype.
    guard let texts, texts[1] == nil, let low = texts[2].flatMap({ Float($0) }),
      let high = texts[3].flatMap({ Float($0) }), low.isFinite, high.isFinite, low <= high
    else { return nil }
    switch texts[0] {
    case "disparity": quantity = .disparity
    case "depth": quantity = .depth
    default: return nil
    }
    (minimum, maximum) = (low, high)
  }
}
