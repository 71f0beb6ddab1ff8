import Imaging

/// The visible part of a picture: the `clap` property (ISO/IEC 14496-12, 12.1.4).
struct CleanAperture: Hashable, Sendable {
  /// Width, height, horizontal and vertical offset of the centre, each a numerator and a denominator.
  private let numbers: [Int64]

  init(_ reader: inout BoxReader) throws(HEIFError) {
    var numbers: [Int64] = []
    for index in 0..<8 {
      let word = try reader.uint32()
      let isSigned = index == 4 || index == 6
      numbers.append(isSigned ? Int64(Int32(bitPattern: word)) : Int64(word))
    }
    self.numbers = numbers
  }

  /// The visible rectangle of a picture of `size`, in whole pixels.
  func rect(in size: PixelSize) throws(HEIFError) -> PixelRect {
    let (x, width) = try span(of: size.width, length: 0, offset: 4)
    let (y, height) = try span(of: size.height, length: 2, offset: 6)
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  private func span(of total: Int, length: Int, offset: Int) throws(HEIFError) -> (start: Int, length: Int) {
    guard numbers[length + 1] > 0, numbers[offset + 1] > 0 else { throw .malformed("'clap' divides by zero") }
    let count = Double(numbers[length]) / Double(numbers[length + 1])
    let shift = Double(numbers[offset]) / Double(numbers[offset + 1])
    let start = (Double(total) - count) / 2 + shift
    let whole = count.rounded()
    let first = start.rounded(.down)
    guard whole >= 1, first >= 0, first + whole <= Double(total) else {
      throw .malformed("'clap' reaches beyond the picture")
    }
    return (Int(first), Int(whole))
  }
}
