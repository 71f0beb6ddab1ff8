import MatteKit

/// A picture for drawing lines and text.
struct Canvas {
  private(set) var pixels: PixelBuffer
  /// The width of lines and of the dots of characters, in pixels.
  private let stroke: Int

  init(_ pixels: PixelBuffer) {
    self.pixels = pixels.converted(to8Bit: .rgba8)
    stroke = max(1, min(pixels.width, pixels.height) / 360)
  }

  /// Draws a face's bounds in the colour of its ID, a line towards the top of the head, its ID and its angles.
  mutating func draw(_ face: Face) {
    let color = Self.color(of: face.id ?? 0)
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let box = face.bounds
    let (left, top, right, bottom) = (box.minX * width, box.minY * height, box.maxX * width, box.maxY * height)
    line((left, top), (right, top), color)
    line((left, bottom), (right, bottom), color)
    line((left, top), (left, bottom), color)
    line((right, top), (right, bottom), color)
    if let roll = face.roll {
      let up = AffineTransform2D.rotation(roll).apply(x: 0, y: -(bottom - top) * 0.6)
      let center = ((left + right) / 2, (top + bottom) / 2)
      line(center, (center.0 + up.x, center.1 + up.y), color)
    }
    var lines = ["#\(face.id ?? 0)"]
    if let roll = face.roll { lines.append("roll \(Int(roll.signed.degrees.rounded()))°") }
    if let yaw = face.yaw { lines.append("yaw \(Int(yaw.signed.degrees.rounded()))°") }
    for (number, text) in lines.enumerated() {
      write(text, x: Int(clamping: left), y: Int(clamping: bottom) + stroke * (3 + number * 9), color)
    }
  }

  /// Draws a code's quadrilateral in the colour of its ID, and its ID at its lower left corner.
  mutating func draw(_ code: MachineReadableCode) {
    let color = Self.color(of: code.id ?? 0)
    let corners = code.corners.map { ($0.x * Double(pixels.width), $0.y * Double(pixels.height)) }
    for index in corners.indices { line(corners[index], corners[(index + 1) % corners.count], color) }
    let place = corners[3]
    write("#\(code.id ?? 0)", x: Int(clamping: place.0), y: Int(clamping: place.1) + stroke * 3, color)
  }

  /// Consecutive IDs have clearly different colours.
  private static func color(of id: Int) -> SIMD3<UInt8> {
    let colors: [SIMD3<UInt8>] = [
      SIMD3(255, 80, 80), SIMD3(80, 220, 255), SIMD3(255, 220, 60), SIMD3(140, 255, 110), SIMD3(255, 140, 240),
      SIMD3(255, 160, 60), SIMD3(150, 170, 255),
    ]
    return colors[id % colors.count]
  }

  private mutating func line(_ a: (Double, Double), _ b: (Double, Double), _ color: SIMD3<UInt8>) {
    guard a.0.isFinite, a.1.isFinite, b.0.isFinite, b.1.isFinite else { return }
    let length = max(abs(b.0 - a.0), abs(b.1 - a.1))
    // Bounds the work for coordinates far outside the picture.
    let steps = Int(min(length, 100_000)) + 1
    for step in 0...steps {
      let fraction = Double(step) / Double(steps)
      fill(
        x: Int(clamping: a.0 + (b.0 - a.0) * fraction) - stroke / 2,
        y: Int(clamping: a.1 + (b.1 - a.1) * fraction) - stroke / 2,
        width: stroke, height: stroke, color)
    }
  }

  /// Writes text with its top left corner at (x, y), on a dark background.
  private mutating func write(_ text: String, x: Int, y: Int, _ color: SIMD3<UInt8>) {
    fill(
      x: x - stroke, y: y - stroke, width: (text.count * 6 + 1) * stroke, height: 9 * stroke, SIMD3(20, 20, 20))
    for (number, letter) in text.enumerated() {
      for (row, dots) in BitmapFont.rows(of: letter).enumerated() {
        for column in 0..<5 where dots >> (4 - column) & 1 == 1 {
          fill(
            x: x + (number * 6 + column) * stroke, y: y + row * stroke, width: stroke, height: stroke, color)
        }
      }
    }
  }

  /// Fills a rectangle, clipped to the picture.
  private mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: SIMD3<UInt8>) {
    let rect = PixelRect(pixels.size).intersection(PixelRect(x: x, y: y, width: width, height: height))
    let rowBytes = pixels.rowBytes
    pixels.withUnsafeMutableBytes { bytes in
      for row in rect.minY..<rect.maxY {
        for column in rect.minX..<rect.maxX {
          let place = row * rowBytes + column * 4
          bytes[place] = color.x
          bytes[place + 1] = color.y
          bytes[place + 2] = color.z
        }
      }
    }
  }
}

extension Int {
  /// The value truncated to an integer and clamped to ±1e9.
  fileprivate init(clamping value: Double) { self = Int(Swift.min(Swift.max(value, -1e9), 1e9)) }
}
