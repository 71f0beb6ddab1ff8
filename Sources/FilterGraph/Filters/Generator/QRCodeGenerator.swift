import CQRCode
import Imaging

/// The smallest QR code (ISO/IEC 18004, model 2) that holds the message as UTF-8 bytes, black on white, a pixel a
/// module, with a white margin of a pixel as Core Image has it; readers want four, so lay it over white. Enlarge it by
/// a whole number with `samplingNearest()`. Level L restores 7 % of the code, M 15, Q 25, H 30. What it is applied to
/// is ignored. The library (libqrencode) must be installed; if not, rendering throws.
///
/// After ISO/IEC 18004; `CIQRCodeGenerator`.
public struct QRCodeGenerator: Filter {
  /// What a reader finds: a text, an address. Required.
  public var message: String
  /// How much may be damaged: L, M, Q or H. Default M.
  public var correctionLevel: String = "M"

  init() { message = "" }

  public static let declaration = FilterDeclaration<QRCodeGenerator>(
    "qrCodeGenerator", coreImageName: "CIQRCodeGenerator", .generator, "A QR code.",
    law: """
      The smallest QR code (ISO/IEC 18004, model 2) that holds the message as UTF-8 bytes, black on white, a pixel a \
      module, with a white margin of a pixel as Core Image has it; readers want four, so lay it over white. Enlarge it \
      by a whole number with `samplingNearest()`. Level L restores 7 % of the code, M 15, Q 25, H 30. \
      What it is applied to is ignored. The library (libqrencode) must be installed; if not, rendering throws.
      """,
    source: .publication("ISO/IEC 18004"),
    parameters: [
      .text("message", \.message, isRequired: true, "What a reader finds: a text, an address."),
      .text("correctionLevel", \.correctionLevel, "How much may be damaged: L, M, Q or H."),
    ],
    make: { QRCodeGenerator() })

  private static let levels = ["L", "M", "Q", "H"]

  public func validate() throws(FilterError) {
    if !Self.levels.contains(correctionLevel) {
      throw invalid("correctionLevel", "there are L, M, Q and H")
    }
  }

  private func invalid(_ key: String, _ reason: String) -> FilterError {
    .invalidValue(key: key, filter: Self.declaration.name, reason: reason)
  }

  public func output(for input: Image) -> Image {
    guard !message.isEmpty, let level = Self.levels.firstIndex(of: correctionLevel) else { return .empty }
    let text = Array(message.utf8)
    var modules: UnsafeMutablePointer<UInt8>?
    var side = 0
    let status = cqr_encode(text, text.count, Int32(level), &modules, &side)
    defer { cqr_release(modules) }
    guard status == CQR_OK, let modules else {
      let reason =
        switch status {
        case CQR_MISSING: "libqrencode.so.4 is not installed: install Debian's libqrencode4"
        case CQR_TOO_LONG: "its \(text.count) bytes are more than a code of level \(correctionLevel) holds"
        default: "no code can be made of it"
        }
      return Image(InvalidOperation(invalid("message", reason)), .empty)
    }
    let size = PixelSize(width: side + 2, height: side + 2)
    var bytes = [UInt8](repeating: 0, count: size.area)
    for y in 0..<side {
      for x in 0..<side where modules[y * side + x] != 0 { bytes[(y + 1) * size.width + x + 1] = 255 }
    }
    return Image(CoverageSource("qrCode", bytes, size, from: .white, to: .black))
  }
}
