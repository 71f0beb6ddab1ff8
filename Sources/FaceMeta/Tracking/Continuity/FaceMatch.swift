import Imaging

/// Finds a face in the next or previous frame by normalized cross-correlation of its luma (Lewis, "Fast Normalized
/// Cross-Correlation", 1995).
struct FaceMatch {
  /// The face's new place.
  let box: FaceBox
  /// The correlation there: 1 for the same picture, 0 for none; less the further it is from where the face should be.
  let correlation: Double

  /// Places of the template across and down.
  private static let templateCount = 16
  /// The side of the template, as a multiple of the face's side: the head's outline is as distinctive as eyes and
  /// mouth.
  private static let templateScale = 1.25
  /// The maximum motion of the face between the frames, in sides of the face.
  private static let reach = 1.0
  /// What a side of the face between the expected place and the found one takes from the correlation: of the places
  /// within reach one often resembles a small or hidden face by chance.
  private static let distanceCost = 0.3

  /// - Parameters:
  ///   - box: the face in `source`, in pixels of it; both pictures have one size.
  ///   - center: about where it should be in `target`.
  init(of box: FaceBox, from source: LumaPicture, in target: LumaPicture, near center: SIMD2<Double>) {
    let step = max(box.side * Self.templateScale / Double(Self.templateCount), 0.25)
    let template = Template(source.grid(round: box.center, step: step, count: Self.templateCount))
    let coarse = Self.best(
      template, in: target, near: center, step: step, shifts: step,
      count: Int((box.side * Self.reach / step).rounded(.up)))
    let fine = Self.best(template, in: target, near: coarse.center, step: step, shifts: step / 4, count: 3)
    self.box = box.moved(to: fine.center)
    correlation = max(0, fine.correlation - coarse.cost)
  }

  /// The best of the places round `center` that lie up to `count` shifts away.
  private static func best(
    _ template: Template, in target: LumaPicture, near center: SIMD2<Double>, step: Double, shifts: Double, count: Int
  ) -> (center: SIMD2<Double>, correlation: Double, cost: Double) {
    var best = (center: center, correlation: -1.0, cost: 0.0)
    let side = step * Double(templateCount) / templateScale
    for y in -count...count {
      for x in -count...count {
        let place = center + SIMD2(Double(x), Double(y)) * shifts
        let cost = distanceCost * Double(x * x + y * y).squareRoot() * shifts / side
        let samples = target.grid(round: place, step: step, count: templateCount)
        let correlation = template.correlation(with: samples) - cost
        if correlation > best.correlation { best = (place, correlation, cost) }
      }
    }
    return best
  }

  /// A square of samples after subtraction of their mean.
  private struct Template {
    let values: [Float]
    let norm: Float

    init(_ samples: [Float]) {
      let mean = samples.reduce(0, +) / Float(samples.count)
      values = samples.map { $0 - mean }
      norm = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Of the same number of samples; 0 if one of the two is uniform.
    func correlation(with samples: [Float]) -> Double {
      var (product, sum, squares): (Float, Float, Float) = (0, 0, 0)
      for (sample, value) in zip(samples, values) {
        product += sample * value
        sum += sample
        squares += sample * sample
      }
      let own = squares - sum * sum / Float(values.count)
      // A deviation of two levels is noise.
      guard own > 4 * Float(values.count), norm > 2 * Float(values.count).squareRoot() else { return 0 }
      return Double(product / (norm * own.squareRoot()))
    }
  }
}
