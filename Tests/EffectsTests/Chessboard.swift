import Imaging

/// A black and white chessboard of 2-pixel fields: all there is to see is in its detail.
enum Chessboard {
  static func pixels(_ size: PixelSize) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let value: UInt8 = (x / 2 + y / 2) % 2 == 0 ? 235 : 20
        bytes += [value, value, value, 255]
      }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  /// The difference between a pixel and its neighbour to the right.
  static func detail(of buffer: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    let place = y * buffer.rowBytes + 4 * x
    return abs(Int(buffer.bytes[place]) - Int(buffer.bytes[place + 4]))
  }
}
