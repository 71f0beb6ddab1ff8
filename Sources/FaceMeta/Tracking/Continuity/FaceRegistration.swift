import Glibc
import Imaging
import Kernels

/// Registers the picture of a face from one frame to another with subpixel accuracy: translation and rotation.
///
/// There is no scale: motion blur that comes or goes changes a face's apparent size, and its real size hardly changes
/// within a frame.
///
/// Found by the inverse compositional algorithm (Baker and Matthews, "Lucas-Kanade 20 Years On", 2004) on luma whose
/// mean and deviation are equalized. Landmarks of single frames jitter by some percent of a face; the picture does not.
struct FaceRegistration {
  /// Maps places of the first picture to the second.
  let motion: SimilarityTransform
  /// The correlation there: 1 for the same picture, 0 for none.
  let correlation: Double

  /// Samples of the template across and down.
  private static let count = 32
  /// The side of the template, as a multiple of the face's side: smaller than the face, because the background moves
  /// differently.
  private static let extent = 0.95
  private static let mostSteps = 20
  /// A step that moves the template's corners by less than this ends the search, in pixels.
  private static let precision = 0.003

  /// - Parameters:
  ///   - box: the face in `source`, in pixels of it; both pictures have one size.
  ///   - guess: about where it has gone.
  init?(of box: FaceBox, from source: LumaPicture, to target: LumaPicture, guess: SimilarityTransform) {
    let step = box.side * Self.extent / Double(Self.count - 1)
    guard step > 0.1 else { return nil }
    guard let template = Template(source, round: box.center, step: step) else { return nil }
    var motion = SimilarityTransform(offset: box.center).followed(by: guess)
    var correlation = 0.0
    for _ in 0..<Self.mostSteps {
      guard let samples = template.samples(of: target, by: motion) else { return nil }
      guard let step = template.step(to: samples) else { return nil }
      correlation = step.correlation
      motion = step.increment.inverse.followed(by: motion)
      if step.increment.displacement(at: template.reach) < Self.precision { break }
    }
    // Maps places relative to the face's middle to places in the picture.
    let toMiddle = SimilarityTransform(offset: -box.center)
    self.motion = toMiddle.followed(by: motion)
    self.correlation = correlation
  }

  /// The samples of a face with their derivatives by small motions. Places are relative to the face's middle.
  private struct Template {
    private let values: [Float]
    /// By offset in x, offset in y and turn.
    private let gradients: [SIMD3<Float>]
    private let hessian: [SIMD3<Float>]
    private let weights: [Float]
    private let step: Double
    /// From the middle to an edge, in pixels.
    let reach: Double

    init?(_ picture: LumaPicture, round center: SIMD2<Double>, step: Double) {
      let count = FaceRegistration.count
      let half = Double(count - 1) / 2
      self.step = step
      reach = half * step
      let around = picture.interpolated(count: count + 2) {
        center + SIMD2(Double($0) - 1 - half, Double($1) - 1 - half) * step
      }
      let width = count + 2
      var (values, weights): ([Float], [Float]) = ([], [])
      var slopes: [SIMD2<Float>] = []
      for row in 0..<count {
        for column in 0..<count {
          let index = (row + 1) * width + column + 1
          values.append(around[index])
          slopes.append(
            SIMD2(around[index + 1] - around[index - 1], around[index + width] - around[index - width])
              / Float(2 * step))
          let (x, y) = ((Double(column) - half) / half, (Double(row) - half) / half)
          weights.append(Float(max(0, 1 - 0.8 * (x * x + y * y))))
        }
      }
      guard let light = Light(values, weights) else { return nil }
      self.values = light.equalized(values)
      self.weights = weights
      var gradients: [SIMD3<Float>] = []
      var hessian = [SIMD3<Float>](repeating: .zero, count: 3)
      for row in 0..<count {
        for column in 0..<count {
          let index = row * count + column
          let slope = slopes[index] / light.deviation
          let (x, y) = (Float((Double(column) - half) * step), Float((Double(row) - half) * step))
          let gradient = SIMD3(slope.x, slope.y, slope.y * x - slope.x * y)
          gradients.append(gradient)
          for i in 0..<3 { hessian[i] += gradient * (gradient[i] * weights[index]) }
        }
      }
      self.gradients = gradients
      self.hessian = hessian
    }

    /// The samples at the template's places under a motion; nil if it leaves the picture.
    func samples(of picture: LumaPicture, by motion: SimilarityTransform) -> [Float]? {
      let half = Double(FaceRegistration.count - 1) / 2
      guard picture.holds(motion.applied(to: .zero)) else { return nil }
      return picture.interpolated(count: FaceRegistration.count) {
        motion.applied(to: SIMD2(Double($0) - half, Double($1) - half) * step)
      }
    }

    /// The next estimate of the template's motion, and the correlation of the current one.
    func step(to samples: [Float]) -> (increment: SimilarityTransform, correlation: Double)? {
      guard let light = Light(samples, weights) else { return nil }
      let equalized = light.equalized(samples)
      var right = SIMD3<Float>.zero
      var (product, total): (Float, Float) = (0, 0)
      for index in values.indices {
        right += gradients[index] * ((equalized[index] - values[index]) * weights[index])
        product += equalized[index] * values[index] * weights[index]
        total += weights[index]
      }
      guard let solution = Self.solve(hessian, right) else { return nil }
      let increment = SimilarityTransform(
        turnAndScale: SIMD2(cos(Double(solution.z)), sin(Double(solution.z))),
        offset: SIMD2(Double(solution.x), Double(solution.y)))
      return (increment, Double(product / total))
    }

    /// Solves a symmetric system of three equations by elimination; nil if it has no unique solution.
    private static func solve(_ matrix: [SIMD3<Float>], _ right: SIMD3<Float>) -> SIMD3<Float>? {
      var rows = matrix
      var right = right
      for pivot in 0..<3 {
        guard rows[pivot][pivot] > 1e-9 else { return nil }
        for row in pivot + 1..<3 {
          let factor = rows[row][pivot] / rows[pivot][pivot]
          rows[row] -= rows[pivot] * factor
          right[row] -= right[pivot] * factor
        }
      }
      for pivot in (0..<3).reversed() {
        for column in pivot + 1..<3 { right[pivot] -= rows[pivot][column] * right[column] }
        right[pivot] /= rows[pivot][pivot]
      }
      return right
    }
  }

  /// The mean and the deviation of samples, which change with light and exposure.
  private struct Light {
    let mean: Float
    let deviation: Float

    /// - Returns: nil for samples that are all alike.
    init?(_ samples: [Float], _ weights: [Float]) {
      var (sum, squares, total): (Float, Float, Float) = (0, 0, 0)
      for (sample, weight) in zip(samples, weights) {
        sum += sample * weight
        squares += sample * sample * weight
        total += weight
      }
      mean = sum / total
      deviation = max(squares / total - mean * mean, 0).squareRoot()
      // A deviation of two levels is noise.
      guard deviation > 2 else { return nil }
    }

    func equalized(_ samples: [Float]) -> [Float] { samples.map { ($0 - mean) / deviation } }
  }
}
