import CZXing
import Imaging

/// Reads codes out of pictures of luma. May be shared by threads.
struct CodeReader: Sendable {
  /// The attempts beside plain reading.
  struct Options: OptionSet {
    let rawValue: UInt32
    static let harder = Options(rawValue: UInt32(CZTryHarder))
    static let rotated = Options(rawValue: UInt32(CZTryRotate))
    static let inverted = Options(rawValue: UInt32(CZTryInvert))
    static let reduced = Options(rawValue: UInt32(CZTryDownscale))
    static let unread = Options(rawValue: UInt32(CZReturnErrors))
  }

  /// The greatest number that the library accepts. It stops after the first codes that it finds, so all are requested.
  private static let mostCodes = 255

  let library: CodeLibrary
  /// The library's numbers of the requested formats.
  let formats: [UInt32]
  /// The formats of codes that are made of bars.
  let barFormats: [UInt32]
  let types: Set<MetadataObjectType>

  init(library: CodeLibrary, types: Set<MetadataObjectType>) throws(CodeError) {
    let known = CodeSymbology.all.map(\.type)
    if let other = types.first(where: { !known.contains($0) }) {
      throw .unknownType(name: other.rawValue, known: known.map(\.rawValue).sorted())
    }
    self.library = library
    self.types = types
    let wanted = CodeSymbology.all.filter { types.contains($0.type) }
    formats = wanted.flatMap(\.requested)
    barFormats = wanted.filter(\.isBars).flatMap(\.requested)
  }

  /// The codes in a picture, with corners in its pixels: of linear codes those of a line or two.
  ///
  /// - Parameters:
  ///   - luma: the luma, of format `l8`.
  ///   - lines: the number of lines of a linear code that must agree.
  ///   - barsOnly: whether only types that consist of bars are searched for.
  func codes(
    in luma: PixelBuffer, _ options: Options, agreeing lines: Int32 = 2, barsOnly: Bool = false
  ) throws(CodeError) -> [ReadCode] {
    precondition(luma.format == .l8)
    let formats = barsOnly ? barFormats : formats
    guard !formats.isEmpty else { return [] }
    let room = Self.mostCodes
    var message = [CChar](repeating: 0, count: 1024)
    var found = [CZCode](repeating: CZCode(), count: room)
    var count = Int32(room)
    let status = luma.withUnsafeBytes { bytes in
      formats.withUnsafeBufferPointer { formats in
        var wanted = CZOptions(
          formats: formats.baseAddress, formatCount: Int32(formats.count), flags: options.rawValue,
          maximumCount: Int32(room), minimumLineCount: lines)
        return cz_read(
          library.handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(luma.width),
          Int32(luma.height), Int32(luma.rowBytes), &wanted, &found, &count, &message, message.count)
      }
    }
    defer { for index in 0..<Int(count) { cz_code_release(library.handle, &found[index]) } }
    guard status == 0 else { throw .reading(reason: String(cText: message)) }
    return found.prefix(Int(count)).compactMap(ReadCode.init).filter { types.contains($0.symbology.type) }
  }
}
