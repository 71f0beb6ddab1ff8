import Glibc

/// A bar code or a two-dimensional code in a picture or a frame, in upright coordinates (AVFoundation's
/// `AVMetadataMachineReadableCodeObject`). Thread-safe as a value.
public struct MachineReadableCode: MetadataObject, Hashable {
  /// The kind of code, one of ``allTypes``.
  public var type: MetadataObjectType
  /// The identity within a stream, from 1 up: the same as long as the code is seen. Nil in a still picture.
  public var id: Int?
  /// The time of the frame; nil in a still picture.
  public var time: MediaTime?
  /// The corners of the code in the picture: top left, top right, bottom right and bottom left of the code as it is
  /// printed, without its quiet zone. Four of them.
  public var corners: [NormalizedPoint]
  /// The content as text; nil if the code was detected but not read.
  public var stringValue: String?
  /// The content as bytes, before a character set is applied; empty if the code was not read.
  public var bytes: [UInt8]
  /// The level of error correction as the code's standard names it, as in "M" of a QR Code; nil where there is none.
  public var errorCorrectionLevel: String?
  /// The symbology identifier of ISO/IEC 15424, as in "]Q1".
  public var symbologyIdentifier: String?
  /// Whether the code is light on dark.
  public var isInverted: Bool
  /// Whether the code is seen in a mirror.
  public var isMirrored: Bool

  /// The nine types of AVFoundation's first metadata output with codes: the default.
  public static let standardTypes: Set<MetadataObjectType> = [
    .qr, .aztec, .pdf417, .ean13, .ean8, .upce, .code39, .code93, .code128,
  ]
  /// All types that can be requested.
  public static let allTypes: Set<MetadataObjectType> = standardTypes.union([
    .dataMatrix, .itf, .codabar, .microQR, .rectangularMicroQR, .microPDF417, .gs1DataBar, .gs1DataBarLimited,
    .gs1DataBarExpanded,
  ])

  /// Creates a code.
  ///
  /// - Precondition: there are four corners.
  public init(
    type: MetadataObjectType, id: Int? = nil, time: MediaTime? = nil, corners: [NormalizedPoint],
    stringValue: String?, bytes: [UInt8] = [], errorCorrectionLevel: String? = nil,
    symbologyIdentifier: String? = nil, isInverted: Bool = false, isMirrored: Bool = false
  ) {
    precondition(corners.count == 4, "a code has four corners")
    self.type = type
    self.id = id
    self.time = time
    self.corners = corners
    self.stringValue = stringValue
    self.bytes = bytes
    self.errorCorrectionLevel = errorCorrectionLevel
    self.symbologyIdentifier = symbologyIdentifier
    self.isInverted = isInverted
    self.isMirrored = isMirrored
  }

  /// The box of the corners.
  public var bounds: NormalizedRect {
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    return NormalizedRect(x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
  }

  /// The rotation of the code in a picture of a size: the direction of its upper edge, clockwise from the right, in
  /// `0..<360` degrees.
  public func orientation(in size: PixelSize) -> Angle {
    let x = (corners[1].x - corners[0].x) * Double(size.width)
    let y = (corners[1].y - corners[0].y) * Double(size.height)
    guard x != 0 || y != 0 else { return .zero }
    return Angle.radians(atan2(y, x)).normalized
  }

  /// See ``MetadataObject/transformed(to:from:)``. Corners keep their order: the first is the code's own top left, also
  /// where it is seen in a mirror.
  public func transformed(to frame: FrameGeometry, from source: FrameGeometry?) -> MachineReadableCode {
    let source = source ?? FrameGeometry(uprightSize: frame.uprightSize)
    var code = self
    code.corners = corners.map { source.convert($0, to: frame) }
    if source.turn.isMirrored != frame.turn.isMirrored { code.isMirrored.toggle() }
    return code
  }
}
