import Imaging

/// The appearance of a code in a frame: samples on a grid over its bounds, compared with those of the next frame.
struct CodeAppearance: Sendable {
  private let places: [Int]
  private let samples: [UInt8]
  private let size: PixelSize

  /// Samples along each side.
  private static let count = 24
  /// The mean difference, in levels, from which a code is read again: above a camera's noise.
  private static let tolerance = 6

  /// - Parameters:
  ///   - code: in upright coordinates.
  ///   - luma: the luma, of format `l8`, as stored.
  init(of code: MachineReadableCode, in luma: PixelBuffer, _ orientation: Orientation) {
    let bounds = orientation.inverse.apply(to: code.bounds)
    let (rowBytes, count) = (luma.rowBytes, Self.count)
    func place(_ fraction: Double, _ length: Int) -> Int { Int(min(max(fraction, 0), 0.999999) * Double(length)) }
    places = (0..<count * count).map { index in
      let x = bounds.x + bounds.width * (Double(index % count) + 0.5) / Double(count)
      let y = bounds.y + bounds.height * (Double(index / count) + 0.5) / Double(count)
      return place(y, luma.height) * rowBytes + place(x, luma.width)
    }
    size = luma.size
    samples = luma.withUnsafeBytes { [places] bytes in places.map { bytes[$0] } }
  }

  /// Whether another frame has the same appearance there.
  func isSame(in luma: PixelBuffer) -> Bool {
    guard luma.size == size else { return false }
    let difference = luma.withUnsafeBytes { bytes in
      zip(places, samples).reduce(0) { $0 + abs(Int(bytes[$1.0]) - Int($1.1)) }
    }
    return difference < Self.tolerance * samples.count
  }
}
