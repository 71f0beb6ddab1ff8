import FilterGraph
import Imaging

@testable import Effects

/// Pictures and mattes made of patches, and an effect's result for them.
struct Patches {
  var size = PixelSize(width: 160, height: 120)

  /// A face that takes up most of the picture, in its middle.
  var face: Face { SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.5), width: 150, in: size, hasMesh: false) }

  /// A matte with a value of `0...1` at each of its samples, by the place in the picture.
  func matte(_ kind: MatteKind, _ value: (Int, Int) -> Double) -> Matte {
    let half = size.half
    let bytes = (0..<half.area).map { UInt8(value(2 * ($0 % half.width), 2 * ($0 / half.width)) * 255 + 0.5) }
    return Matte(
      kind: kind, pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .stored)
  }

  /// White where the matte's kind is, black elsewhere.
  func full(_ kind: MatteKind, where isInside: (Int, Int) -> Bool = { _, _ in true }) -> Matte {
    matte(kind) { isInside($0, $1) ? 1 : 0 }
  }

  /// Of encoded colours.
  func picture(_ value: (Int, Int) -> SIMD3<Double>) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let v = value(x, y)
        bytes += [v.x, v.y, v.z].map { UInt8(min(max($0, 0), 1) * 255 + 0.5) } + [255]
      }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  /// The encoded colour of each pixel.
  func render(_ effect: any Effect, _ picture: PixelBuffer, _ mattes: MatteSet, _ faces: [Face] = []) throws
    -> (Int, Int) -> SIMD3<Double>
  {
    let subject = EffectSubject(image: Image(picture), size: size, mattes: mattes, faces: faces)
    let result = try Renderer().render(effect.image(of: subject), in: PixelRect(size), as: .rgba8)
    return { x, y in
      let place = y * result.rowBytes + 4 * x
      return SIMD3(Double(result.bytes[place]), Double(result.bytes[place + 1]), Double(result.bytes[place + 2])) / 255
    }
  }
}
