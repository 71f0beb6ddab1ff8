/// A picture in memory: strided, interleaved samples with their format, colour space and alpha type (`CVPixelBuffer`).
///
/// A value: copies share storage until one is written to, and may be sent between threads. Row 0 is the top row of the
/// picture as stored; an ``Orientation`` beside it states how it is rotated for viewing.
public struct PixelBuffer: Sendable, Hashable {
  /// Size in pixels; both dimensions are at least 1.
  public let size: PixelSize
  /// The layout of a pixel.
  public let format: PixelFormat
  /// The colour space of the samples. Setting it relabels them without conversion.
  public var colorSpace: ColorSpace
  /// The meaning of the fourth component. Setting it relabels the samples without conversion.
  public var alphaType: AlphaType
  /// The distance from one row to the next, in bytes; at least a row of pixels.
  public let rowBytes: Int
  /// The samples: `rowBytes * height` bytes, row by row from the top.
  public private(set) var bytes: [UInt8]

  /// The width in pixels.
  public var width: Int { size.width }
  /// The height in pixels.
  public var height: Int { size.height }

  /// Creates a buffer of zeros without row padding.
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

  /// Creates a buffer whose samples `initialize` writes, row by row without padding.
  ///
  /// - Throws: the error of `initialize`.
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

  /// Creates a buffer from samples in memory.
  ///
  /// - Parameter rowBytes: the distance from one row to the next, in bytes; nil for rows without padding.
  /// - Precondition: `rowBytes` holds a row, and `bytes` has `rowBytes * height` bytes.
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

  /// Calls `body` with the samples of all rows, valid during the call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { pointer throws(Failure) in try body(UnsafeRawBufferPointer(pointer)) }
  }

  /// Calls `body` with the samples of all rows for changes in place, valid during the call.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeMutableBufferPointer { pointer throws(Failure) in
      try body(UnsafeMutableRawBufferPointer(pointer))
    }
  }
}
