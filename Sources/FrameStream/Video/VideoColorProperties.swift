import CFFmpeg
import Imaging
import Kernels

/// The colour properties of a video's samples (AVFoundation's `AVVideoColorPropertiesKey`), as code points of ITU-T
/// H.273.
///
/// A value; 2 is "unspecified" in each of the three code points.
public struct VideoColorProperties: Sendable, Hashable {
  /// `ColourPrimaries`, table 2: 1 BT.709, 5 and 6 BT.601, 9 BT.2020, 12 Display P3.
  public var primaries: Int
  /// `TransferCharacteristics`, table 3: 1 BT.709, 13 sRGB, 16 PQ, 18 HLG.
  public var transferFunction: Int
  /// `MatrixCoefficients`, table 4: 0 RGB, 1 BT.709, 5 and 6 BT.601, 9 BT.2020. If it is 2, players use BT.709 from
  /// 1280 columns or 720 lines up, and BT.601 below, and so does this package.
  public var yCbCrMatrix: Int
  /// Whether samples are full range rather than, for 8 bits, 16...235 (luma) and 16...240 (chroma).
  public var isFullRange: Bool
  /// The location of the chroma samples of 4:2:0 and 4:2:2.
  public var chromaLocation: ChromaLocation

  /// Creates the properties; BT.709 in limited range by default.
  public init(
    primaries: Int = 1, transferFunction: Int = 1, yCbCrMatrix: Int = 1, isFullRange: Bool = false,
    chromaLocation: ChromaLocation = .left
  ) {
    self.primaries = primaries
    self.transferFunction = transferFunction
    self.yCbCrMatrix = yCbCrMatrix
    self.isFullRange = isFullRange
    self.chromaLocation = chromaLocation
  }

  /// Whether the transfer function is PQ or HLG (ITU-R BT.2100).
  public var isHighDynamicRange: Bool { transferFunction == 16 || transferFunction == 18 }

  /// The default properties of a movie: BT.709 in limited range, but BT.601's matrix for less than 1280 columns and 720
  /// lines; for frames in their space the primaries of Display P3, and those of other videos.
  static func standard(for size: PixelSize, in space: ColorSpace) -> VideoColorProperties {
    let primaries = space == .displayP3 ? 12 : primaries(of: space) ?? 1
    return VideoColorProperties(primaries: primaries, yCbCrMatrix: YCbCrMatrix.assumed(for: size).codePoint)
  }

  /// The primaries of a space made by ``space(primaries:)``; nil for others.
  private static func primaries(of space: ColorSpace) -> Int? {
    guard case .icc = space else { return nil }
    return [9, 4, 11, 22].first { Self.space(primaries: $0) == space }
  }

  /// The space of primaries with sRGB's curve, in which a video is shown; sRGB for those of BT.709 and BT.601, which
  /// hardly differ.
  static func space(primaries: Int) -> ColorSpace {
    switch primaries {
    case 12: .displayP3
    case 1, 2, 5, 6, 7: .sRGB
    default: CodePointProfile.bytes(primaries: primaries, transfer: 13).map { .icc($0) } ?? .sRGB
    }
  }

  /// The properties for pictures written as Y'CbCr. RGB is converted to the standard matrix and range for its size, and
  /// so are matrices that are not supported.
  func written(with size: PixelSize) -> VideoColorProperties {
    let standard = Self.standard(for: size, in: .sRGB)
    var result = self
    if yCbCrMatrix == 0 { result.isFullRange = false }
    if ![1, 2, 4, 5, 6, 7, 9].contains(yCbCrMatrix) { result.yCbCrMatrix = standard.yCbCrMatrix }
    return result
  }

  init(_ color: cffmpeg_color) {
    self.init(
      primaries: Int(color.primaries), transferFunction: Int(color.transfer), yCbCrMatrix: Int(color.matrix),
      isFullRange: color.is_full_range != 0, chromaLocation: ChromaLocation(rawValue: color.chroma_location) ?? .left)
  }

  /// The properties for FFmpeg. A code point that is not a byte counts as unspecified.
  var code: cffmpeg_color {
    func point(_ value: Int) -> Int32 { (0...255).contains(value) ? Int32(value) : 2 }
    return cffmpeg_color(
      primaries: point(primaries), transfer: point(transferFunction), matrix: point(yCbCrMatrix),
      is_full_range: isFullRange ? 1 : 0, chroma_location: chromaLocation.rawValue)
  }
}
