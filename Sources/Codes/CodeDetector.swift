import FoundationEssentials
import Imaging
import Inference

/// Reads the codes in a still picture (Vision's `DetectBarcodesRequest`), by zxing-cpp.
///
/// The library reads the whole picture, large ones at reduced sizes. In addition, parts with edges as dense as in codes
/// are turned upright, enlarged and sharpened, so that small, rotated and blurred codes are read too.
///
/// ```swift
/// let detector = try CodeDetector(types: [.qr, .ean13])
/// for code in try detector.codes(in: photo.pixels, orientation: photo.orientation) {
///   print(code.type.rawValue, code.stringValue ?? "not read")
/// }
/// ```
/// May be shared by threads and called by several at once.
public struct CodeDetector: Sendable {
  /// The effort of a search: more finds more codes and takes longer.
  public enum Effort: String, Sendable, Hashable, CaseIterable {
    /// The whole picture once, without light codes on a dark ground: for frames.
    case fast
    /// As `fast`, and in addition light codes on a dark ground, and the likeliest parts of the picture separately.
    case balanced
    /// As `balanced`, and in addition all parts of the picture, in several ways. It takes up to ten times as long.
    case thorough
  }

  /// The types of codes that are searched for.
  public var types: Set<MetadataObjectType> { reader.types }
  /// Maximum number of codes that are reported, largest first. All codes are read, whatever the number.
  public let maximumCodes: Int
  /// The region of the upright picture in which codes are searched for. Corners are fractions of the whole picture.
  public let regionOfInterest: NormalizedRect
  /// The effort of the search.
  public let effort: Effort
  /// Whether codes are reported that were detected but not read; they have no ``MachineReadableCode/stringValue``.
  public let includesUnread: Bool

  private let reader: CodeReader

  /// Creates a detector and loads the library.
  ///
  /// - Parameters:
  ///   - types: see ``types``; each is one of ``MachineReadableCode/allTypes``.
  ///   - maximumCodes: see ``maximumCodes``; 0 and less find none.
  ///   - regionOfInterest: see ``regionOfInterest``; in the upright picture.
  ///   - effort: see ``effort-swift.property``.
  ///   - includesUnread: see ``includesUnread``.
  ///   - library: the folder that zxing-cpp's library is in; nil to search for it.
  /// - Throws: ``CodeError/libraryMissing(searched:reason:)``, ``CodeError/unknownType(name:known:)``.
  public init(
    types: Set<MetadataObjectType> = MachineReadableCode.standardTypes, maximumCodes: Int = 10,
    regionOfInterest: NormalizedRect = .full, effort: Effort = .balanced, includesUnread: Bool = false,
    library: URL? = nil
  ) throws(CodeError) {
    reader = try CodeReader(library: CodeLibrary(folder: library?.path), types: types)
    self.maximumCodes = max(0, maximumCodes)
    self.regionOfInterest = regionOfInterest
    self.effort = effort
    self.includesUnread = includesUnread
  }

  /// The same detector for other types and another region.
  func configured(
    types: Set<MetadataObjectType>, regionOfInterest region: NormalizedRect
  ) throws(CodeError) -> CodeDetector {
    CodeDetector(
      reader: try CodeReader(library: reader.library, types: types), maximumCodes: maximumCodes,
      regionOfInterest: region, effort: effort, includesUnread: includesUnread)
  }

  private init(
    reader: CodeReader, maximumCodes: Int, regionOfInterest: NormalizedRect, effort: Effort, includesUnread: Bool
  ) {
    self.reader = reader
    self.maximumCodes = maximumCodes
    self.regionOfInterest = regionOfInterest
    self.effort = effort
    self.includesUnread = includesUnread
  }

  /// The folders in which zxing-cpp's library is searched for, in order.
  public static var librarySearch: [SearchFolder] { SearchOrder.ofProcess.codeReader }

  /// The version of zxing-cpp's library and the file that it was loaded from.
  ///
  /// - Throws: ``CodeError/libraryMissing(searched:reason:)``.
  public static func libraryVersion() throws(CodeError) -> String {
    let library = try CodeLibrary(folder: nil)
    return "\(library.version), from \(library.path)"
  }

  /// Reads the codes in a picture.
  ///
  /// - Parameters:
  ///   - pixels: the picture as stored, of any format and size.
  ///   - orientation: the orientation that turns `pixels` upright.
  /// - Returns: the codes, largest first, in upright coordinates; empty if there are none.
  /// - Throws: ``CodeError`` if the pixels cannot be scaled.
  public func codes(
    in pixels: PixelBuffer, orientation: Orientation = .up
  ) throws(CodeError) -> [MachineReadableCode] {
    try codes(in: pixels, orientation: orientation, within: regionOfInterest)
  }

  /// Reads the codes in a frame.
  ///
  /// - Parameter frame: a frame of a stream; the luma of a movie's frame is read as decoded.
  /// - Returns: the codes, largest first, in upright coordinates, with the frame's time.
  /// - Throws: ``CodeError`` if the pixels cannot be scaled.
  public func codes(in frame: Frame) throws(CodeError) -> [MachineReadableCode] {
    // The luma of a movie's frame needs no conversion.
    try codes(in: LumaPlane.of(frame), orientation: frame.orientation).map { code in
      var code = code
      code.time = frame.time
      return code
    }
  }

  /// The codes of a part of a picture as stored, with corners in its pixels.
  private func read(_ part: PixelBuffer) throws(CodeError) -> [ReadCode] {
    func search(on ground: LumaPlane.Ground) throws(CodeError) -> [ReadCode] {
      var search = CodeSearch(
        LumaPlane.of(part, on: ground), reader: reader, effort: effort, includesUnread: includesUnread)
      return try search.codes()
    }
    let found = try search(on: .white)
    guard effort != .fast, part.format.componentCount == 4, part.alphaType != .opaque else { return found }
    // On white, a light code with transparent dark parts would not be visible.
    return try found + search(on: .black).filter { code in !found.contains { $0.overlaps(code) } }
  }

  /// Reads the codes in a region of the upright picture.
  func codes(
    in pixels: PixelBuffer, orientation: Orientation, within region: NormalizedRect
  ) throws(CodeError) -> [MachineReadableCode] {
    let area = orientation.inverse.apply(to: region).pixels(in: pixels.size)
    guard !area.isEmpty, maximumCodes > 0, !types.isEmpty else { return [] }
    let part = area == PixelRect(pixels.size) ? pixels : pixels.cropped(to: area)
    let origin = SIMD2(Double(area.x), Double(area.y))
    let size = SIMD2(Double(pixels.width), Double(pixels.height))
    let largest = try read(part).sorted { $0.extent > $1.extent }.prefix(maximumCodes)
    return largest.map { code in
      let corners = code.corners.map { corner in
        let place = (corner + origin) / size
        return orientation.apply(to: NormalizedPoint(x: place.x, y: place.y))
      }
      return MachineReadableCode(
        type: code.symbology.type, corners: corners, stringValue: code.text, bytes: code.bytes,
        errorCorrectionLevel: code.errorLevel, symbologyIdentifier: code.identifier, isInverted: code.isInverted,
        isMirrored: code.isMirrored != orientation.isMirrored)
    }
  }
}
