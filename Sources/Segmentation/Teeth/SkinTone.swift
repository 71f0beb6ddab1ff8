import Imaging

/// The median color of one face's skin, the reference for its teeth.
struct SkinTone {
  private let luma: Float
  private let redness: Float

  /// Nil where the face shows too little skin.
  init?(of face: Face, in picture: PixelBuffer, skin: ArraySlice<UInt8>) {
    let rect = face.bounds.pixels(in: picture.size)
    guard !rect.isEmpty else { return nil }
    let step = max(1, min(rect.width, rect.height) / 48)
    var lumas: [Float] = []
    var rednesses: [Float] = []
    for y in stride(from: rect.minY, to: rect.maxY, by: step) {
      for x in stride(from: rect.minX, to: rect.maxX, by: step)
      where skin[skin.startIndex + y * picture.width + x] > 200 {
        let color = TeethColor(in: picture, x: x, y: y)
        lumas.append(color.luma)
        rednesses.append(color.redness)
      }
    }
    guard lumas.count >= 12 else { return nil }
    luma = lumas.sorted()[lumas.count / 2]
    redness = rednesses.sorted()[rednesses.count / 2]
  }

  /// How likely a color inside the lips is a tooth's, `0...1`.
  func toothLikeness(of color: TeethColor) -> Float {
    // A tooth is less red than the skin. In light that makes skin gray only brightness tells them apart.
    let reddest = max(redness, 0.16)
    let pale = 1 - Self.ramp(color.redness, from: reddest * 0.75, to: reddest * 1.05)
    // In the shadow of the lips teeth are darker than lit skin, but not dark. On dark skin they are brighter.
    let bright = Self.ramp(color.luma, from: max(0.16, luma * 0.5), to: max(0.3, min(luma * 0.82, 0.6)))
    return pale * bright
  }

  private static func ramp(_ value: Float, from low: Float, to high: Float) -> Float {
    let t = min(max((value - low) / max(high - low, 1e-3), 0), 1)
    return t * t * (3 - 2 * t)
  }
}
