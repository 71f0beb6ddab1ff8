/// Text that is shown to people: a file's name may hold what steers a terminal, reorders what stands beside it, or looks
/// like lines of its own. JSON has names as they are.
package enum TerminalText {
  /// The text with escapes in place of control characters and of those that set the direction of text: `\n`, `\u{1B}`,
  /// `\u{202E}`. What was shown once is shown the same.
  ///
  /// - Parameter keepingLines: whether line feeds stay, in a text whose own they are.
  package static func shown(_ text: String, keepingLines: Bool = false) -> String {
    func stays(_ scalar: Unicode.Scalar) -> Bool { !isUnsafe(scalar) || keepingLines && scalar == "\n" }
    guard !text.unicodeScalars.allSatisfy(stays) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if stays(scalar) { result.append(scalar) } else { result += escape(for: scalar).unicodeScalars }
    }
    return String(result)
  }

  /// Whether a character is no picture of its own, but tells a terminal, or the order of text, what to do. Those of emoji
  /// and of scripts that join letters stay.
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
