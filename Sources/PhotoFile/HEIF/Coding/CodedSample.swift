import CPixelKernels

/// A sample of a picture to be coded: a byte, or two for more than 8 bits.
protocol CodedSample: FixedWidthInteger {
  init(rounding sample: UInt8)
  init(rounding sample: UInt16)
  /// From a sample of nominally `0...1`; values outside are clamped.
  init(rounding sample: Float)

  /// Converts two rows of full-range RGBA to two rows of luma and one of 4:2:0 chroma of `depth` bits.
  static func encode(
    upper: UnsafePointer<Self>, lower: UnsafePointer<Self>, width: Int, depth: Int,
    luma: (upper: UnsafeMutablePointer<Self>, lower: UnsafeMutablePointer<Self>), cb: UnsafeMutablePointer<Self>,
    cr: UnsafeMutablePointer<Self>)
}

extension UInt8: CodedSample {
  init(rounding sample: UInt8) { self = sample }

  init(rounding sample: UInt16) { self = UInt8(truncatingIfNeeded: (UInt32(sample) &* 255 &+ 32_767) / 65_535) }

  init(rounding sample: Float) {
    // Added to 2^23, the integer is in the lowest bits. NaN fails the comparison and becomes 0.
    let scaled = sample > 0 ? Swift.min(sample, 1) * 255 : 0
    self = UInt8(truncatingIfNeeded: (scaled + 0x1p23).bitPattern)
  }

  static func encode(
    upper: UnsafePointer<UInt8>, lower: UnsafePointer<UInt8>, width: Int, depth: Int,
    luma: (upper: UnsafeMutablePointer<UInt8>, lower: UnsafeMutablePointer<UInt8>), cb: UnsafeMutablePointer<UInt8>,
    cr: UnsafeMutablePointer<UInt8>
  ) {
    pk_ycbcr_encode_pair8(upper, lower, width, luma.upper, luma.lower, cb, cr)
  }
}

extension UInt16: CodedSample {
  init(rounding sample: UInt8) { self = UInt16(sample) &* 257 }

  init(rounding sample: UInt16) { self = sample }

  init(rounding sample: Float) {
    let scaled = sample > 0 ? Swift.min(sample, 1) * 65_535 : 0
    self = UInt16(truncatingIfNeeded: (scaled + 0x1p23).bitPattern)
  }

  static func encode(
    upper: UnsafePointer<UInt16>, lower: UnsafePointer<UInt16>, width: Int, depth: Int,
    luma: (upper: UnsafeMutablePointer<UInt16>, lower: UnsafeMutablePointer<UInt16>),
    cb: UnsafeMutablePointer<UInt16>, cr: UnsafeMutablePointer<UInt16>
  ) {
    pk_ycbcr_encode_pair16(upper, lower, width, Int32(depth), luma.upper, luma.lower, cb, cr)
  }
}
