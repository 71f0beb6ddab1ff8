import Imaging
import Kernels

/// Makes the teeth matte: the tooth-colored pixels inside the inner lips of the face mesh.
///
/// Teeth are about as bright as the face's skin and far less red than skin, gums, lips and tongue. The dark of an open
/// mouth is neither. The limits are relative to the face's own skin, so that they hold in any light.
struct TeethMatte {
  /// The plane of all faces' teeth for an upright picture of format `rgba8`; nil if no teeth are visible.
  ///
  /// - Parameter skin: the skin plane of the same picture.
  static func plane(for faces: [Face], in picture: PixelBuffer, skin: ArraySlice<UInt8>) throws(SegmentationError)
    -> [UInt8]?
  {
    var teeth = [UInt8](repeating: 0, count: picture.size.area)
    var found = false
    for face in faces {
      guard let mouth = try MouthOpening(of: face, in: picture.size),
        let tone = SkinTone(of: face, in: picture, skin: skin)
      else { continue }
      if mark(mouth, tone: tone, in: picture, teeth: &teeth) { found = true }
    }
    return found ? teeth : nil
  }

  /// In a mouth less open than this, teeth must be visible over at least this fraction of its width. A highlight on
  /// closed lips, which the mesh mistakes for an opening, is narrower.
  private static let narrow: (openness: Float, leastWidth: Float) = (0.2, 0.4)

  /// Writes the teeth of one mouth; returns false if there are too few pixels for teeth.
  private static func mark(_ mouth: MouthOpening, tone: SkinTone, in picture: PixelBuffer, teeth: inout [UInt8]) -> Bool
  {
    var scores = [Float](repeating: 0, count: mouth.rect.size.area)
    var total: Float = 0
    for y in 0..<mouth.rect.height {
      for x in 0..<mouth.rect.width {
        let inside = Float(mouth.coverage.bytes[y * mouth.rect.width + x]) / 255
        guard inside > 0 else { continue }
        let color = TeethColor(in: picture, x: mouth.rect.x + x, y: mouth.rect.y + y)
        let score = inside * tone.toothLikeness(of: color)
        scores[y * mouth.rect.width + x] = score
        total += score
      }
    }
    guard total >= max(4, mouth.area * 0.12) else { return false }
    if mouth.openness < Self.narrow.openness {
      let width = mouth.rect.width
      let columns = (0..<width).count { x in
        stride(from: x, to: scores.count, by: width).contains { scores[$0] > 0.5 }
      }
      guard Float(columns) >= Self.narrow.leastWidth * Float(width) else { return false }
    }
    let smooth = smoothed(scores, mouth.rect.size)
    for y in 0..<mouth.rect.height {
      for x in 0..<mouth.rect.width where mouth.coverage.bytes[y * mouth.rect.width + x] > 0 {
        let index = (mouth.rect.y + y) * picture.width + mouth.rect.x + x
        let value = min(max(smooth[y * mouth.rect.width + x] * 255, 0), 255)
        teeth[index] = max(teeth[index], UInt8(value.rounded()))
      }
    }
    return true
  }

  /// The mean over 3x3 pixels: single bright or dark pixels are noise.
  private static func smoothed(_ values: [Float], _ size: PixelSize) -> [Float] {
    var result = values
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum: Float = 0
        var count: Float = 0
        for v in max(0, y - 1)...min(size.height - 1, y + 1) {
          for u in max(0, x - 1)...min(size.width - 1, x + 1) {
            sum += values[v * size.width + u]
            count += 1
          }
        }
        result[y * size.width + x] = sum / count
      }
    }
    return result
  }
}
