import Imaging

/// The outline of a PDF417 (ISO/IEC 15438), of which the library often reports only some rows: its start and stop
/// patterns are bars over all rows, which are followed as in a linear code.
enum StackedCodeOutline {
  /// The corners of a code: top left, top right, bottom right, bottom left; nil if its patterns are not visible.
  ///
  /// - Parameters:
  ///   - corners: the corners that the library gives, in pixels of `luma`.
  ///   - isInverted: whether its bars are light.
  ///   - luma: the picture that it was read in, of format `l8`.
  static func corners(
    of corners: [SIMD2<Double>], isInverted: Bool, in luma: PixelBuffer
  ) -> [SIMD2<Double>]? {
    let (left, right) = ((corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2)
    guard let line = StackedCodeLine(from: left, to: right, isInverted: isInverted, in: luma),
      let (start, stop) = line.patterns
    else { return nil }
    let leftBars = outline(of: start, on: line, corners, luma)
    let rightBars = outline(of: stop, on: line, corners, luma)
    let found = [leftBars[0], rightBars[1], rightBars[2], leftBars[3]]
    // An outline that was followed wrongly does not have the proportions of a code.
    return found.allSatisfy { corner in
      let away = corner - (left + right) / 2
      return (away * away).sum().squareRoot() < 3 * line.length
    } ? found : nil
  }

  /// The outline of the bars of a pattern.
  private static func outline(
    of pattern: Range<Double>, on line: StackedCodeLine, _ corners: [SIMD2<Double>], _ luma: PixelBuffer
  ) -> [SIMD2<Double>] {
    let (left, right) = (line.place(pattern.lowerBound), line.place(pattern.upperBound))
    let down = ((corners[3] + corners[2]) - (corners[0] + corners[1])) / 4
    return LinearCodeOutline.corners(
      of: [left - down, right - down, right + down, left + down], in: luma, isLevel: true)
  }
}
