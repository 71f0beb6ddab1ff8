import Imaging
import Kernels

/// Adds to the prediction for a photo the people, and the parts of them, that it misses and that the people network is
/// certain of. The people network has already run, for the presence, so that this costs no inference.
enum FalseNegativeRecovery {
  /// The minimum presence. Photos with a missed person have 0.96 or more; statues, toys and animals that resemble a
  /// person mostly less.
  static let minimumPresence = 0.9
  /// The probabilities above which the people network is certain, and above which it finds a person.
  private static let (sure, seen): (Float, Float) = (0.85, 0.5)
  /// The probability up to which the prediction misses a person.
  private static let missed: Float = 0.5
  /// The radius of a disc that must fit into the certainly missed part, as a fraction of the photo's long side. The
  /// outlines of the two predictions differ by less.
  private static let radius = 6.0 / 512

  /// - Parameters:
  ///   - people: the people network's prediction: one plane for each ``MatteChannel``.
  ///   - prediction: the prediction of the photo's own networks, of the same size; changed in place.
  ///   - longSide: the photo's long side, in pixels of the prediction, which may show a part of the photo.
  static func add(
    from people: PlanarBuffer<Float>, to prediction: inout CoarsePrediction, longSide: Double
  ) throws(SegmentationError) {
    do {
      let size = prediction.planes.size
      let others = MatteChannel.allCases.map { Array(people[$0.rawValue]) }
      let portrait = MatteChannel.portrait.rawValue
      let missing = zip(others[portrait], prediction.planes[portrait]).map { $1 <= missed ? $0 : 0 }
      let skin = others[MatteChannel.skin.rawValue]
      guard
        let marks = try marks(
          of: missing, skin: skin, size: size, radius: max(1, Int((radius * longSide).rounded())),
          isCloseUp: prediction.isCloseUp)
      else { return }
      prediction.planes.samples.withUnsafeMutableBufferPointer { samples in
        for (plane, other) in others.enumerated() {
          for index in 0..<size.area {
            let place = plane &* size.area &+ index
            samples[place] = max(samples[place], other[index] * marks[index])
          }
        }
      }
    } catch {
      throw .kernel(error)
    }
  }

  /// How much each pixel belongs to the part to be added, `0...1`; nil if there is none.
  ///
  /// - Parameters:
  ///   - missing: the probability of a person where the prediction misses one, 0 elsewhere.
  ///   - skin: the probability of skin.
  ///   - radius: that of the disc, in pixels.
  private static func marks(
    of missing: [Float], skin: [Float], size: PixelSize, radius: Int, isCloseUp: Bool
  ) throws(KernelError) -> [Float]? {
    func marks(holding points: [(x: Int, y: Int)]) throws(KernelError) -> [Float] {
      try ConnectedComponents.marks(
        of: missing[...], size: size, threshold: seen, smallestFraction: .infinity, holding: points, margin: radius)
    }
    // Where no disc round a pixel is inside the missed part.
    let kept = try ProbabilityMap.picture(of: missing, size: size) { $0 > sure ? 0 : 255 }.dilated(radius: radius).bytes
    let middles = kept.indices.filter { kept[$0] == 0 }.map { (x: $0 % size.width, y: $0 / size.width) }
    guard !middles.isEmpty else { return nil }
    let sureParts = try marks(holding: middles)
    guard isCloseUp else { return sureParts }
    // The head network is better beside a head, for example on the rest of a chair; below it are clothes. It detects
    // large areas of skin as a head.
    let lowest = (0..<size.width).map { (x: $0, y: size.height - 1) }
    let bare = middles.filter { skin[$0.y * size.width + $0.x] > sure }
    return try zip(sureParts, marks(holding: lowest + bare)).map(min)
  }
}
