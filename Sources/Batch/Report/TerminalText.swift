/// Text for people: a file's name may contain control sequences of a terminal, reorder adjacent text, or resemble
/// output lines. JSON has the names unchanged.
package enum TerminalText {
  /// The text with escapes in place of control characters and of those that set the direction of text: `\n`, `\u{1B}`,
  /// `\u{202E}`. Escaping is idempotent.
  ///
  /// - Parameter keepingLines: whether line feeds are kept, for text of several lines.
  package static func shown(_ text: String, keepingLines: Bool = false) -> String {
    func stays(_ scalar: Unicode.Scalar) -> Bool { !isUnsafe(scalar) || keepingLines && scalar == "\n" }
    guard !text.unicodeScalars.allSatisfy(stays) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if stays(scalar) { result.append(scalar) } else { result += escape(for: scalar).unicodeScalars }
    }
    return String(result)
  }

  /// Whether a character controls a terminal or the direction of text. Joiners of emoji and of scripts are kept.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Control characters of ASCII and of Latin-1, where 9B stands for ESC and [.
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }

  private static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
