import FilterGraph
import Imaging
import Support

@testable import Effects

/// A picture of noise with all that effects work through: every matte, a face with its mesh, and a code.
enum SyntheticSubject {
  static let size = PixelSize(width: 96, height: 72)

  /// Components between 30 and 225 of 255, or as much of another scale.
  static func picture(
    _ format: PixelFormat = .rgba8, alpha: AlphaType = .opaque, brightness: Float = 1, size: PixelSize = size
  ) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: 3)
    var bytes: [UInt8] = []
    for index in 0..<size.area * 4 {
      var value = Float.random(in: 0.12...0.88, using: &random)
      if index % 4 == 3 {
        value = alpha == .opaque ? 1 : Float.random(in: 0...1, using: &random)
      } else if format == .rgbaFloat {
        value *= brightness
      }
      switch format {
      case .rgba16: withUnsafeBytes(of: UInt16(value * 65535)) { bytes += $0 }
      case .rgbaFloat: withUnsafeBytes(of: value) { bytes += $0 }
      default: bytes.append(UInt8(value * 255))
      }
    }
    return PixelBuffer(
      size: size, format: format, colorSpace: format == .rgbaFloat ? .extendedLinearSRGB : .sRGB, alphaType: alpha,
      bytes: bytes)
  }

  /// A matte of ellipses, soft over a few samples.
  static func matte(_ kind: MatteKind, of size: PixelSize) -> Matte {
    let half = size.half
    var bytes: [UInt8] = []
    for y in 0..<half.height {
      for x in 0..<half.width {
        let u = (Double(x) + 0.5) / Double(half.width) - 0.5
        let v = (Double(y) + 0.5) / Double(half.height) - 0.5
        let inside =
          switch kind {
          case .hair: 0.35 - (u * u * 4 + (v + 0.35) * (v + 0.35) * 8)
          case .teeth: 0.006 - (u * u + (v - 0.12) * (v - 0.12) * 4)
          default: 0.16 - (u * u * 1.5 + v * v)
          }
        bytes.append(UInt8(min(max(inside * (kind == .teeth ? 400 : 30), 0), 1) * 255))
      }
    }
    return Matte(
      kind: kind, pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .stored)
  }

  static func mattes(of size: PixelSize) -> MatteSet { MatteSet(MatteKind.generated.map { matte($0, of: size) }) }

  static func face(of size: PixelSize = size) -> Face {
    SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.5), width: Double(size.height) * 0.5, in: size)
  }

  /// A code that is turned, right of the middle.
  static let code = MachineReadableCode(
    type: .qr,
    corners: [(0.6, 0.3), (0.8, 0.35), (0.76, 0.65), (0.57, 0.6)].map { NormalizedPoint(x: $0.0, y: $0.1) },
    stringValue: "text")

  static func subject(_ picture: PixelBuffer) -> EffectSubject {
    EffectSubject(
      image: Image(picture), size: picture.size, mattes: mattes(of: picture.size), faces: [face(of: picture.size)],
      codes: [code])
  }

  /// An effect's result for it, in the picture's own format.
  static func result(of effect: any Effect, on subject: EffectSubject, like picture: PixelBuffer) throws -> PixelBuffer
  {
    try Renderer().render(
      effect.image(of: subject), in: PixelRect(picture.size), as: picture.format, colorSpace: picture.colorSpace,
      alphaType: picture.alphaType)
  }

  /// An effect with all its numbers at their maximum, except those that do nothing in the middle of their range.
  static func strongest(_ type: any Effect.Type) throws -> any Effect {
    var values: [String: EffectValue] = [:]
    for case .number(let number) in type.parameters where number.name == "strength" {
      values[number.name] = .number(number.range.upperBound)
    }
    return type.init(settings: try EffectSettings(values, for: type))
  }
}
