import Imaging

/// A type of code with zxing-cpp's identifiers of it: the letter of its symbology and that of a variant.
struct CodeSymbology: Sendable {
  let type: MetadataObjectType
  /// The symbologies that are requested.
  let requested: [UInt32]
  /// Whether its bars are read along a line, so that misreads are more likely.
  let isLinear: Bool

  /// Whether it consists of bars, in one row or several.
  var isBars: Bool { isLinear || [.pdf417, .microPDF417].contains(type) }

  /// Whether a part of a longer code can be misread as it: little or nothing marks its ends.
  var isFoundInOthers: Bool { [.itf, .upce, .codabar].contains(type) }

  private init(_ type: MetadataObjectType, isLinear: Bool = false, _ formats: String...) {
    self.type = type
    self.isLinear = isLinear
    requested = formats.map(Self.number)
  }

  /// "Q2" is variant 2 of the symbology Q.
  private static func number(_ letters: String) -> UInt32 {
    letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  static let all: [CodeSymbology] = [
    CodeSymbology(.qr, "Q2", "Q1"), CodeSymbology(.aztec, "zc", "zr"), CodeSymbology(.pdf417, "L ", "Lc"),
    CodeSymbology(.ean13, isLinear: true, "E1"), CodeSymbology(.ean8, isLinear: true, "E8"),
    CodeSymbology(.upce, isLinear: true, "Ee"), CodeSymbology(.code39, isLinear: true, "A "),
    CodeSymbology(.code93, isLinear: true, "G "), CodeSymbology(.code128, isLinear: true, "C "),
    CodeSymbology(.dataMatrix, "d "), CodeSymbology(.itf, isLinear: true, "I "),
    CodeSymbology(.codabar, isLinear: true, "F "), CodeSymbology(.microQR, "Qm"),
    CodeSymbology(.rectangularMicroQR, "Qr"), CodeSymbology(.microPDF417, "Lm"),
    CodeSymbology(.gs1DataBar, isLinear: true, "eo", "es", "eO"),
    CodeSymbology(.gs1DataBarLimited, isLinear: true, "el"),
    CodeSymbology(.gs1DataBarExpanded, isLinear: true, "ee", "eE"),
  ]

  /// The symbology of a format that the library reports; nil for one that is never requested.
  init?(format: UInt32) {
    // Variants that cannot be requested by themselves, such as ISBN as an EAN-13, are reported as the whole symbology.
    let exact = Self.all.first { $0.requested.contains(format) }
    let upca = Self.number("Ea"), isbn = Self.number("Ei")
    let symbology = format & 0xFF
    let whole = Self.all.first { $0.requested.contains { $0 & 0xFF == symbology } }
    guard let found = exact ?? (format == upca || format == isbn ? Self.all.first { $0.type == .ean13 } : whole) else {
      return nil
    }
    self = found
  }
}
