import CPixelKernels
import Imaging
import Kernels

/// The decoded planes of Y'CbCr of a picture, sample for sample: Core Video's planar pixel formats, such as
/// `kCVPixelFormatType_420YpCbCr8Planar`, in 8 bits or more.
///
/// ```swift
/// for try await frame in try VideoFile(contentsOf: clip).frames {
///   guard let planes = frame.yCbCrPlanes, planes.chromaSubsampling == .yuv420 else { continue }
///   planes.luma.withUnsafeBytes { rows in ... }   // planes.luma.rowBytes from a row to the next
/// }
/// ```
///
/// A value; copies share the samples.
public struct YCbCrPlanes: Sendable, Hashable {
  /// Luma, of the picture's size: `l8`, or for more than 8 bits `l16` with unscaled samples, 0...1023 for 10 bits.
  public let luma: PixelBuffer
  /// The blue difference, in the same format, in the size of ``chromaSubsampling``, rounded up; nil without colour.
  public let cb: PixelBuffer?
  /// The red difference, in the size of ``cb``; nil without colour.
  public let cr: PixelBuffer?
  /// Bits of a sample: 8 to 16.
  public let bitsPerComponent: Int
  /// The chroma subsampling: `yuv420`, `yuv422`, `yuv440`, `yuv444` or `monochrome`.
  public let chromaSubsampling: ChromaSubsampling
  /// The location of the chroma samples; `unspecified` if each luma sample has its own.
  public let chromaLocation: ChromaLocation
  /// `MatrixCoefficients` of ITU-T H.273, table 4: 1 BT.709, 4 FCC, 6 BT.601, 7 SMPTE 240M, 9 BT.2020.
  public let yCbCrMatrix: Int
  /// Whether samples are full range rather than, for 8 bits, 16...235 (luma) and 16...240 (chroma).
  public let isFullRange: Bool
  /// The colour space of pixels made from the planes.
  public let colorSpace: ColorSpace

  /// Describes planes of your own.
  ///
  /// - Parameters:
  ///   - luma: `l8`, or `l16` for more than 8 bits.
  ///   - chroma: two planes of luma's format and of one size: luma's, or half of its columns, rows or both, rounded up;
  ///     nil for a picture without colour.
  ///   - bitsPerComponent: bits of a sample, 8 in `l8`, 9 to 16 in `l16`.
  ///   - chromaLocation: the location of subsampled chroma samples; `unspecified` counts as `left`. `bottomLeft` and
  ///     `bottom` are not supported.
  ///   - yCbCrMatrix: 1, 4, 5, 6, 7 or 9 of ITU-T H.273, table 4.
  ///   - isFullRange: whether samples use all values.
  ///   - colorSpace: the colour space of pixels made from the planes.
  /// - Throws: ``FrameStreamError/unsupported(file:reason:)`` for planes that do not match, and for an unsupported
  ///   matrix or chroma location.
  public init(
    luma: PixelBuffer, chroma: (cb: PixelBuffer, cr: PixelBuffer)?, bitsPerComponent: Int = 8,
    chromaLocation: ChromaLocation = .left, yCbCrMatrix: Int = 1, isFullRange: Bool = false,
    colorSpace: ColorSpace = .sRGB
  ) throws(FrameStreamError) {
    func refused(_ reason: String) -> FrameStreamError { .unsupported(file: "planes of Y'CbCr", reason: reason) }
    let format: PixelFormat = bitsPerComponent > 8 ? .l16 : .l8
    let formats = [luma.format, chroma?.cb.format ?? format, chroma?.cr.format ?? format]
    guard (8...16).contains(bitsPerComponent), formats.allSatisfy({ $0 == format }) else {
      throw refused(
        "samples of 8 bits lie in l8, of 9 to 16 in l16; these are of \(bitsPerComponent) bits in \(formats)")
    }
    guard let matrix = YCbCrMatrix(codePoint: yCbCrMatrix) else {
      throw refused("the matrix \(yCbCrMatrix) is none of 1, 4, 5, 6, 7 and 9")
    }
    var subsampling = ChromaSubsampling.monochrome
    if let chroma {
      let found = ChromaSubsampling.planar.first { $0.planeSize(of: luma.size) == chroma.cb.size }
      guard let found, chroma.cr.size == chroma.cb.size else {
        throw refused("chroma of \(chroma.cb.size) and \(chroma.cr.size) pixels does not fit luma of \(luma.size)")
      }
      subsampling = found
    }
    guard chromaLocation != .bottomLeft, chromaLocation != .bottom else {
      throw refused("chroma at odd rows is not read")
    }
    self.init(
      luma: luma, cb: chroma?.cb, cr: chroma?.cr, bitsPerComponent: bitsPerComponent, chromaSubsampling: subsampling,
      chromaLocation: subsampling.isReduced ? chromaLocation : .unspecified, matrix: matrix, isFullRange: isFullRange,
      colorSpace: colorSpace)
  }

  /// The planes of a picture; nil if their matrix has no code point.
  init?(_ picture: YCbCrPicture) {
    let layout = picture.layout
    guard let matrix = YCbCrMatrix(kr: layout.kr, kb: layout.kb) else { return nil }
    let subsampling: ChromaSubsampling =
      switch (layout.isGray, layout.halvesWidth, layout.halvesHeight) {
      case (true, _, _): .monochrome
      case (_, true, true): .yuv420
      case (_, true, false): .yuv422
      case (_, false, true): .yuv440
      case (_, false, false): .yuv444
      }
    let location: ChromaLocation =
      switch (layout.isCenteredX, layout.isCenteredY || !layout.halvesHeight) {
      case (true, true): .center
      case (true, false): .top
      case (false, true): .left
      case (false, false): .topLeft
      }
    self.init(
      luma: picture.luma, cb: picture.cb, cr: picture.cr, bitsPerComponent: Int(layout.depth),
      chromaSubsampling: subsampling, chromaLocation: subsampling.isReduced ? location : .unspecified, matrix: matrix,
      isFullRange: layout.isFullRange, colorSpace: picture.colorSpace)
  }

  private init(
    luma: PixelBuffer, cb: PixelBuffer?, cr: PixelBuffer?, bitsPerComponent: Int, chromaSubsampling: ChromaSubsampling,
    chromaLocation: ChromaLocation, matrix: YCbCrMatrix, isFullRange: Bool, colorSpace: ColorSpace
  ) {
    (self.luma, self.cb, self.cr, self.bitsPerComponent) = (luma, cb, cr, bitsPerComponent)
    (self.chromaSubsampling, self.chromaLocation) = (chromaSubsampling, chromaLocation)
    (yCbCrMatrix, self.isFullRange, self.colorSpace) = (matrix.codePoint, isFullRange, colorSpace)
  }
}

extension Frame {
  /// The planes of the decoded picture, before any conversion; nil for frames that came as pixels, have been drawn on
  /// or have changed pixels.
  ///
  /// They exist for video files, cameras and y4m streams of planar Y'CbCr, which is nearly every one, whatever the
  /// format of ``Frame/pixels``. Reading only the planes costs no conversion.
  public var yCbCrPlanes: YCbCrPlanes? { (picture as? YCbCrPicture).flatMap(YCbCrPlanes.init) }

  /// Creates a frame of planes, which a ``MovieWriter`` codes without conversion if the movie has the same layout.
  ///
  /// ``Frame/pixels`` are converted on first use, to `rgba8`, and for more than 8 bits to `rgba16`.
  ///
  /// - Parameters:
  ///   - planes: the picture.
  ///   - orientation: the orientation that turns the picture upright.
  ///   - time: the presentation time.
  public init(planes: YCbCrPlanes, orientation: Orientation = .up, time: MediaTime) {
    self.init(picture: YCbCrPicture(planes), orientation: orientation, time: time)
  }
}

extension YCbCrPicture {
  fileprivate convenience init(_ planes: YCbCrPlanes) {
    let isGray = planes.chromaSubsampling == .monochrome
    let matrix = YCbCrMatrix(codePoint: planes.yCbCrMatrix) ?? .bt709
    let location = planes.chromaLocation
    let halvesWidth = planes.chromaSubsampling == .yuv420 || planes.chromaSubsampling == .yuv422
    let halvesHeight = planes.chromaSubsampling == .yuv420 || planes.chromaSubsampling == .yuv440
    let layout = YCbCrLayout(
      depth: planes.bitsPerComponent, isGray: isGray, halvesWidth: halvesWidth, halvesHeight: halvesHeight,
      isCenteredX: halvesWidth && (location == .center || location == .top),
      isCenteredY: halvesHeight && location != .topLeft && location != .top, kr: matrix.kr, kb: matrix.kb,
      isFullRange: planes.isFullRange)
    self.init(
      luma: planes.luma, cb: planes.cb, cr: planes.cr, layout: layout,
      as: planes.bitsPerComponent > 8 ? .rgba16 : .rgba8, colorSpace: planes.colorSpace)
  }
}
