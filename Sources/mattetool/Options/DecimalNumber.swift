/// A number on the command line, in decimal digits: Swift would also take `0x10`, `nan` and `infinity`.
enum DecimalNumber {
  /// The number; nil if the text is none, or not finite.
  static func value(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }), let number = Double(text)
    else {
      return nil
    }
    return number.isFinite ? number : nil
  }
}
