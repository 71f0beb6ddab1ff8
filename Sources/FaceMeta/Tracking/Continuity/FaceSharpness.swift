import Imaging

/// The sharpness of a face's picture: the energy of its derivatives along four directions, relative to its contrast.
///
/// Motion blur removes the derivatives along the motion, whichever way it goes. The networks still find the face, but
/// their landmarks are off by a tenth of its width, and always to the same side while it moves one way: no average over
/// frames removes that.
struct FaceSharpness: Sendable {
  /// Along the rows, along the columns, and along both diagonals.
  let energies: SIMD4<Float>

  /// Samples across and down.
  private static let count = 32
  /// The side of the sampled square, as a multiple of the face's side.
  private static let extent = 0.95
  /// The least variance of the samples, in levels squared: below it there is only noise.
  private static let leastVariance: Float = 4

  /// - Parameter box: the face in `picture`, in pixels of it.
  /// - Returns: nil for a face that is too small or uniform.
  init?(of box: FaceBox, in picture: LumaPicture) {
    let count = Self.count
    let step = box.side * Self.extent / Double(count - 1)
    guard step > 0.1 else { return nil }
    let half = Double(count - 1) / 2
    let samples = picture.interpolated(count: count) { box.center + SIMD2(Double($0) - half, Double($1) - half) * step }
    var (sum, squares): (Float, Float) = (0, 0)
    var energies = SIMD4<Float>.zero
    for row in 0..<count - 1 {
      for column in 0..<count - 1 {
        let index = row * count + column
        let (sample, right, below, far) = (
          samples[index], samples[index + 1], samples[index + count], samples[index + count + 1]
        )
        let slopes = SIMD4(right - sample, below - sample, far - sample, right - below)
        energies += slopes * slopes
        sum += sample
        squares += sample * sample
      }
    }
    let total = Float((count - 1) * (count - 1))
    let variance = squares / total - (sum / total) * (sum / total)
    guard variance >= Self.leastVariance else { return nil }
    self.energies = energies / (total * variance)
  }

  /// The sharpness of a face relative to that of its sharpest frames, in the direction in which it is least: about 1
  /// for those, and less the further the face moved during the exposure.
  ///
  /// - Parameter sharpest: see ``sharpest(of:)``.
  func relative(to sharpest: SIMD4<Float>) -> Double {
    Double((energies / pointwiseMax(sharpest, SIMD4(repeating: .leastNormalMagnitude))).min())
  }

  /// The energies that one frame in sixteen exceeds; nil without frames.
  static func sharpest(of frames: [FaceSharpness]) -> SIMD4<Float>? {
    guard !frames.isEmpty else { return nil }
    var result = SIMD4<Float>.zero
    for direction in 0..<4 {
      let sorted = frames.map { $0.energies[direction] }.sorted()
      result[direction] = sorted[sorted.count - 1 - sorted.count / 16]
    }
    return result
  }
}
