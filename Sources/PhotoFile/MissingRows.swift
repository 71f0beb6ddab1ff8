/// A description of the missing part of a picture whose file is damaged or truncated.
enum MissingRows {
  /// - Parameters:
  ///   - reason: the decoder's words.
  ///   - complete: the number of complete rows, from the top.
  ///   - height: the height of the whole picture, in pixels.
  static func description(_ reason: String, complete: Int, of height: Int) -> String {
    let percent = max(1, (100 * (height - complete) + height / 2) / height)
    return "only the first \(complete) of \(height) rows are whole, \(percent) % is missing (\(reason))"
  }
}
