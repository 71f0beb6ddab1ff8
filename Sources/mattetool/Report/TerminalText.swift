/// Text for people: a file's name may contain control sequences of a terminal, or resemble output lines.
enum TerminalText {
  /// The text with control characters replaced.
  static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  /// Control characters of ASCII and of Latin-1, where 9B stands for ESC and [.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || 127..<160 ~= scalar.value }
}
