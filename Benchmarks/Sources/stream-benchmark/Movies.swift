import FoundationEssentials
import MatteKit

/// The noise of a sensor: nearly normal, deterministic.
struct SensorNoise {
  private var state: UInt64 = 42
  /// The standard deviation in levels.
  let deviation: Double

  init(deviation: Double) { self.deviation = deviation }

  mutating func add(to picture: PixelBuffer) -> PixelBuffer {
    var bytes = picture.bytes
    for index in bytes.indices where index % 4 != 3 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let bits = state >> 32
      // The sum of four uniform values of 0...255 has a standard deviation of 148.
      let sum = Double(bits & 0xFF) + Double(bits >> 8 & 0xFF) + Double(bits >> 16 & 0xFF) + Double(bits >> 24 & 0xFF)
      let value = Double(bytes[index]) + (sum - 510) / 148 * deviation
      bytes[index] = UInt8(min(max(value.rounded(), 0), 255))
    }
    return PixelBuffer(size: picture.size, format: .rgba8, bytes: bytes)
  }
}

/// A photo, at most 1280 pixels long, as a movie of 25 frames per second with noise of 4 levels.
struct StillMovie {
  private let picture: PixelBuffer
  private var noise = SensorNoise(deviation: 4)

  init(photo: URL) throws {
    picture = try Self.upright(photo, longSide: 1280)
  }

  mutating func frame(_ index: Int) -> Frame {
    Frame(pixels: noise.add(to: picture), time: MediaTime(value: Int64(index), timescale: 25))
  }

  static func upright(_ file: URL, longSide: Int) throws -> PixelBuffer {
    let photo = try Photo(contentsOf: file, options: ReadingOptions(auxiliaryImages: .none))
    let pixels = photo.pixels.oriented(by: photo.orientation).converted(to8Bit: .rgba8)
    let scale = min(1, Double(longSide) / Double(max(pixels.width, pixels.height)))
    return try pixels.resized(
      to: PixelSize(
        width: max(2, Int(Double(pixels.width) * scale)), height: max(2, Int(Double(pixels.height) * scale))))
  }
}

/// The person of a photo, cut out by its own matte, moving from left to right and back over a drawn backdrop: 1280x720,
/// 25 frames per second, 12 pixels per frame.
final class MovingMovie {
  private let size = PixelSize(width: 1280, height: 720)
  private let person: PixelBuffer
  private let alpha: [UInt8]
  private let backdrop: [UInt8]
  private var noise = SensorNoise(deviation: 3)

  init(photo: URL, generator: MatteGenerator, detector: FaceDetector) throws {
    let picture = try StillMovie.upright(photo, longSide: 640)
    let faces = try detector.faces(in: picture)
    let mattes = try generator.mattes([.portrait], for: picture, orientation: .up, faces: faces, in: .upright)
    person = picture
    alpha =
      try mattes[.portrait]?.pixels.resized(to: picture.size).bytes
      ?? [UInt8](repeating: 0, count: picture.size.area)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        // A wall with a pattern, a floor, and a few upright boards.
        let board = x / 160 % 3 == 1 ? 38 : 0
        let grain = (x &* 7919 &+ y &* 104_729) >> 3 & 15
        let wall = y < 560 ? 120 + x / 20 + board + grain : 70 + y / 20 + grain
        bytes += [UInt8(wall), UInt8(wall - 20), UInt8(wall * 3 / 4), 255]
      }
    }
    backdrop = bytes
  }

  /// A frame, and the person's true matte.
  func frame(_ index: Int) throws -> (Frame, truth: [UInt8]) {
    let path = (size.width - person.width) / 12
    let turn = index % (2 * path)
    let left = 12 * (turn < path ? turn : 2 * path - turn)
    let top = size.height - person.height
    var bytes = backdrop
    var truth = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray).bytes
    for y in max(0, -top)..<person.height {
      for x in 0..<person.width {
        let share = Int(alpha[y * person.width + x])
        let pixel = (top + y) * size.width + left + x
        truth[pixel] = UInt8(share)
        for component in 0..<3 {
          let front = Int(person.bytes[4 * (y * person.width + x) + component])
          let back = Int(bytes[4 * pixel + component])
          bytes[4 * pixel + component] = UInt8((front * share + back * (255 - share) + 127) / 255)
        }
      }
    }
    let picture = noise.add(to: PixelBuffer(size: size, format: .rgba8, bytes: bytes))
    let matte = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: truth)
    return (
      Frame(pixels: picture, time: MediaTime(value: Int64(index), timescale: 25)),
      try matte.resized(to: size.half).bytes
    )
  }
}
