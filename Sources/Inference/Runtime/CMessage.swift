/// Calls a C function that returns 0, or writes an error message.
///
/// - Returns: nil if it succeeded, or its message.
func messageOfFailure(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { buffer in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress, call(start, buffer.count) != 0 else { return nil }
    // OpenVINO's messages have several lines with places in its sources; the last line is the error.
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    guard let first = lines.first, let last = lines.last, lines.count > 1 else { return text }
    return "\(first.prefix(200)) \(last)"
  }
}
