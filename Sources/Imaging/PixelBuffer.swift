/// A picture in memory: strided, interleaved samples with their format, colour space and kind of alpha.
///
/// A value: copies share their storage until one of them is written to. Row 0 is the top row of the picture as stored;
/// how it is to be turned for a viewer is the business of ``Orientation``.
public struct PixelBuffer: Sendable, Hashable {
  /// Size in pixels; both dimensions are at least 1.
  public let size: PixelSize
  public let format: PixelFormat
  public var colorSpace: ColorSpace
  public var alphaType: AlphaType
  /// The distance from a row to the next, in bytes.
  public let rowBytes: Int
  /// The samples, `rowBytes * height` bytes.
  public private(set) var bytes: [UInt8]

  public var width: Int { size.width }
  public var height: Int { size.height }

  /// A buffer of zeros, its rows without padding.
  ///
  /// - Precondition: both dimensions of `size` are at least 1.
  public init(
    size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB, alphaType: AlphaType = .opaque
  ) {
    precondition(size.width > 0 && size.height > 0, "a pixel buffer has at least one pixel")
    self.size = size
    self.format = format
    self.colorSpace = colorSpace
    self.alphaType = alphaType
    rowBytes = size.width * format.bytesPerPixel
    bytes = [UInt8](repeating: 0, count: rowBytes * size.height)
  }

  /// A buffer whose samples `initialize` writes, row after row without padding.
  ///
  /// - Precondition: both dimensions of `size` are at least 1, and `initialize` writes every byte.
  public init<Failure: Error>(
    size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB, alphaType: AlphaType = .opaque,
    initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(size.width > 0 && size.height > 0, "a pixel buffer has at least one pixel")
    self.size = size
    self.format = format
    self.colorSpace = colorSpace
    self.alphaType = alphaType
    rowBytes = size.width * format.bytesPerPixel
    let count = rowBytes * size.height
    var failure: Failure?
    bytes = [UInt8](unsafeUninitializedCapacity: count) { storage, initializedCount in
      LargePages.advise(UnsafeRawBufferPointer(storage))
      do throws(Failure) {
        try initialize(UnsafeMutableRawBufferPointer(storage))
        initializedCount = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// A buffer of samples that are already in memory.
  ///
  /// - Precondition: `rowBytes` holds a row and `bytes` holds `rowBytes * height` bytes.
  public init(
    size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB, alphaType: AlphaType = .opaque,
    rowBytes: Int? = nil, bytes: [UInt8]
  ) {
    let rowBytes = rowBytes ?? size.width * format.bytesPerPixel
    precondition(size.width > 0 && size.height > 0, "a pixel buffer has at least one pixel")
    precondition(rowBytes >= size.width * format.bytesPerPixel, "a row is longer than rowBytes")
    precondition(bytes.count == rowBytes * size.height, "bytes do not match the size")
    self.size = size
    self.format = format
    self.colorSpace = colorSpace
    self.alphaType = alphaType
    self.rowBytes = rowBytes
    self.bytes = bytes
  }

  /// Calls `body` with the samples of all rows.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { pointer throws(Failure) in try body(UnsafeRawBufferPointer(pointer)) }
  }

  /// Calls `body` with the samples of all rows, to be changed in place.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeMutableBufferPointer { pointer throws(Failure) in
      try body(UnsafeMutableRawBufferPointer(pointer))
    }
  }
}
