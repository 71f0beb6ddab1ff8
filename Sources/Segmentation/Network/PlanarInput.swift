import Imaging

/// Writes pixels as the input of this package's networks: planes of red, green and blue floats.
enum PlanarInput {
  /// Writes a picture of format `rgba8`, each sample in `0...1`.
  ///
  /// - Precondition: `values` holds three planes of the picture's size.
  static func write(_ picture: PixelBuffer, to values: UnsafeMutableBufferPointer<Float>) {
    let area = picture.size.area
    precondition(values.count == 3 * area)
    picture.withUnsafeBytes { bytes in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let source = y &* picture.rowBytes &+ 4 &* x
          let target = y &* picture.width &+ x
          for component in 0..<3 {
            values[component &* area &+ target] = Float(bytes[source &+ component]) * (1 / 255)
          }
        }
      }
    }
  }
}
