import Imaging

/// The brightening of the networks' input in the dark: the networks were trained on well exposed photos, and in a dark
/// picture they miss hair and parts of people.
///
/// It is the same for all inputs of a picture, and for the picture however it is turned.
struct InputExposure: Sendable {
  /// The level that the brightest samples are to have, and their share.
  private static let highlights = (level: 180, share: 0.01)
  /// The largest factor: beyond, noise looks like texture.
  private static let most = 4.0

  /// The brightened level of each level; nil if the picture is bright enough.
  private let levels: [UInt8]?

  /// - Parameter picture: the half-size picture, of format `rgba8`.
  init(of picture: PixelBuffer) {
    precondition(picture.format == .rgba8)
    let enough = Int((Self.highlights.share * Double(3 * picture.size.area)).rounded(.up))
    guard !Self.has(enough, samplesFrom: UInt8(Self.highlights.level), in: picture) else {
      levels = nil
      return
    }
    var counts = [Int](repeating: 0, count: 256)
    picture.withUnsafeBytes { bytes in
      for y in 0..<picture.height {
        for (index, sample) in Self.row(y, of: picture, in: bytes).enumerated() where index % 4 != 3 {
          counts[Int(sample)] += 1
        }
      }
    }
    var (brightest, above) = (255, counts[255])
    while above < enough, brightest > 0 {
      brightest -= 1
      above += counts[brightest]
    }
    let factor = min(Double(Self.highlights.level) / Double(max(brightest, 1)), Self.most)
    levels = (0...255).map { UInt8(min((Double($0) * factor).rounded(), 255)) }
  }

  /// The network's input from a part of the picture, of format `rgba8`.
  func applied(to picture: PixelBuffer) -> PixelBuffer {
    guard let levels else { return picture }
    var result = picture
    let (size, rowBytes) = (picture.size, picture.rowBytes)
    result.withUnsafeMutableBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = y &* rowBytes &+ 4 &* x
          for component in 0..<3 { bytes[pixel &+ component] = levels[Int(bytes[pixel &+ component])] }
        }
      }
    }
    return result
  }

  /// Whether a picture has a number of samples of at least a level, not counting alpha. Most pictures have them in
  /// their first rows.
  private static func has(_ enough: Int, samplesFrom level: UInt8, in picture: PixelBuffer) -> Bool {
    picture.withUnsafeBytes { bytes in
      var count = 0
      for y in 0..<picture.height {
        let row = row(y, of: picture, in: bytes)
        var (bright, opaque) = (0, 0)
        for sample in row { bright &+= sample >= level ? 1 : 0 }
        for index in stride(from: 3, to: row.count, by: 4) { opaque &+= row[index] >= level ? 1 : 0 }
        count += bright - opaque
        if count >= enough { return true }
      }
      return false
    }
  }

  private static func row(
    _ y: Int, of picture: PixelBuffer, in bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let first = y * picture.rowBytes
    return UnsafeRawBufferPointer(rebasing: bytes[first..<first + 4 * picture.width])
  }
}
