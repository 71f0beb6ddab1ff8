import Imaging

/// The samples of a gain map as numbers of `0...1`, one or three a pixel, interpolated for a picture with more pixels.
struct GainMapSamples {
  let size: PixelSize
  /// 1 for a gray map, 3 for a colour one.
  let componentCount: Int
  private let values: [Float]

  init(_ pixels: PixelBuffer) {
    size = pixels.size
    componentCount = pixels.format.componentCount == 1 ? 1 : 3
    let (stored, count) = (pixels.format.componentCount, componentCount)
    var values: [Float] = []
    values.reserveCapacity(size.area * count)
    pixels.withUnsafeBytes { bytes in
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          for component in 0..<count {
            let place = x * stored + component
            let row = y * pixels.rowBytes
            switch pixels.format.bitsPerComponent {
            case 8: values.append(Float(bytes[row + place]) / 255)
            case 16: values.append(Float(bytes.load(fromByteOffset: row + 2 * place, as: UInt16.self)) / 65535)
            default:
              let value = bytes.load(fromByteOffset: row + 4 * place, as: Float.self)
              values.append(value.isFinite ? min(max(value, 0), 1) : 0)
            }
          }
        }
      }
    }
    self.values = values
  }

  /// The samples for a row of a picture, pixel after pixel, by bilinear interpolation between the samples' centres.
  func row(_ y: Int, of picture: PixelSize, into output: inout [Float]) {
    let (top, bottom, below) = Self.neighbors(of: y, count: picture.height, among: size.height)
    for x in 0..<picture.width {
      let (left, right, beside) = Self.neighbors(of: x, count: picture.width, among: size.width)
      for component in 0..<componentCount {
        func value(_ x: Int, _ y: Int) -> Float { values[(y * size.width + x) * componentCount + component] }
        let upper = value(left, top) + (value(right, top) - value(left, top)) * beside
        let lower = value(left, bottom) + (value(right, bottom) - value(left, bottom)) * beside
        output[x * componentCount + component] = upper + (lower - upper) * below
      }
    }
  }

  /// The samples on both sides of a pixel's centre, and how far it is from the first.
  private static func neighbors(of place: Int, count: Int, among samples: Int) -> (Int, Int, Float) {
    let position = (Float(place) + 0.5) * Float(samples) / Float(count) - 0.5
    let first = min(max(Int(position.rounded(.down)), 0), samples - 1)
    return (first, min(first + 1, samples - 1), min(max(position - Float(first), 0), 1))
  }
}
