import Imaging
import Inference
import Kernels
import Models

/// Makes hair, skin, teeth and portrait mattes of a picture at half its size.
///
/// Holds the networks; one generator may be shared by any number of threads.
public final class MatteGenerator: Sendable {
  /// The files of the networks that generators load, as the store names them, of all sets of weights.
  public static let networkNames = ModelWeights.allCases.flatMap(\.fileNames)
  /// The largest so many heads are looked at one by one; in a crowd the smaller ones are not worth it.
  public static let mostHeads = 32

  private let networks: MatteNetworks
  private let plan: RefinementPlan

  /// - Parameters:
  ///   - weights: which of the two sets of weights; their terms differ, and so does what they reach.
  ///   - store: where networks are looked for.
  ///   - precision: `f32` repeats from machine to machine; `bf16` is faster where the processor has it.
  /// - Throws: ``SegmentationError/network(_:)`` if the network is missing or damaged.
  public init(
    weights: ModelWeights = .default, store: NetworkStore = .default, precision: Precision = .f32,
    quality: MatteQuality = .balanced
  ) throws(SegmentationError) {
    plan = RefinementPlan(quality, weights: weights)
    networks = try MatteNetworks(weights, store: store, precision: precision, plan: plan)
  }

  /// The mattes of a picture: exactly half its size in each dimension, rounded up.
  ///
  /// A kind that the picture does not show is left out; a picture without a person gives an empty set. The mattes are of
  /// those whom the picture is of, as an iPhone's are: people far behind them are background.
  ///
  /// - Parameters:
  ///   - kinds: which to make; kinds that cannot be generated are left out.
  ///   - pixels: the picture as stored, in any format.
  ///   - orientation: how it is to be turned to stand upright.
  ///   - faces: the faces in it, in upright coordinates: heads that are small are looked at once more, and teeth are found
  ///     by the mesh.
  ///   - frame: whether the mattes are to lie as the picture is stored or as it is seen.
  ///   - measure: is told once how long each stage took.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for pixels: PixelBuffer, orientation: Orientation,
    faces: [Face], in frame: PictureFrame, measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    try mattes(kinds, of: .nearest, for: pixels, orientation: orientation, faces: faces, in: frame, measuring: measure)
  }

  /// The same of whom is asked for.
  func mattes(
    _ kinds: Set<MatteKind>, of subjects: PortraitSubjects, for pixels: PixelBuffer, orientation: Orientation,
    faces everybody: [Face], in frame: PictureFrame, measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    let faces = subjects.faces(of: everybody)
    let start = ContinuousClock.now
    var inNetwork = Duration.zero
    defer {
      measure(.network, inNetwork)
      measure(.refinement, ContinuousClock.now - start - inNetwork)
    }
    let picture: PixelBuffer
    do {
      picture = try pixels.resized(to: pixels.size.half).converted(to8Bit: .rgba8).oriented(by: orientation)
    } catch {
      throw .kernel(error)
    }
    let shown = NetworkPicture(pixels, orientation: orientation, half: picture, plan: plan)
    let sight = try networks.sight(
      of: shown, size: picture.size, subjects: subjects, faces: faces, inNetwork: &inNetwork)
    let wholeInput = sight.small.size
    var planes = try refined(consume sight, of: picture, subjects: (subjects, faces))
    let heads = faces.prefix(Self.mostHeads)
    for face in heads {
      guard let longSide = plan.headLongSide,
        let window = HeadWindow(for: face, in: picture.size, longSide: longSide, wholeInput: wholeInput)
      else { continue }
      try addHead(in: window, of: picture, shown: shown, to: &planes, inNetwork: &inNetwork)
    }
    if plan.cutsStrands { try FacialHair.apply(Array(heads), to: &planes, picture: picture) }
    MatteConsistency.apply(to: &planes)
    var skin = Array(planes[MatteChannel.skin.rawValue])
    try FaceCutouts.apply(everybody, to: &skin, size: picture.size)

    var result = MatteSet()
    func add(_ kind: MatteKind, _ plane: [UInt8]) {
      guard kinds.contains(kind), Self.shows(plane) else { return }
      let pixels = PixelBuffer(size: picture.size, format: .l8, colorSpace: .linearGray, bytes: plane)
      result.insert(
        Matte(
          kind: kind, pixels: frame == .upright ? pixels : pixels.oriented(by: orientation.inverse), frame: frame))
    }
    guard Self.shows(planes[MatteChannel.portrait.rawValue]) else { return result }
    add(.hair, Array(planes[MatteChannel.hair.rawValue]))
    add(.skin, skin)
    add(.portrait, Array(planes[MatteChannel.portrait.rawValue]))
    if kinds.contains(.teeth), let teeth = try TeethMatte.plane(for: everybody, in: picture, skin: skin[...]) {
      add(.teeth, teeth)
    }
    return result
  }

  /// The planes of what a network saw of a picture, or of a part of it, at that part's size.
  ///
  /// - Parameter subjects: who the mattes are of, with their faces, when the whole picture was looked at; nil for a part.
  private func refined(
    _ sight: consuming MatteSight, of picture: PixelBuffer,
    subjects: (who: PortraitSubjects, faces: [Face])? = nil
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    try CoarseCleaning.apply(to: &sight.planes, faces: subjects?.faces ?? [], subjects: subjects?.who)
    return try EdgeRefinement(band: plan.band).refined(sight.planes, small: sight.small, picture: picture)
  }

  /// Looks at a head once more, larger, and lays what is seen over the planes without a seam.
  private func addHead(
    in window: HeadWindow, of picture: PixelBuffer, shown: NetworkPicture, to planes: inout PlanarBuffer<UInt8>,
    inNetwork: inout Duration
  ) throws(SegmentationError) {
    let sight = try networks.sight(of: window, in: shown, inNetwork: &inNetwork)
    let part: PixelBuffer
    do {
      part = try picture.resized(window.rect, to: window.rect.size)
    } catch {
      throw .kernel(error)
    }
    let head = try refined(sight, of: part)
    let weights = window.weights(in: picture.size)
    for plane in 0..<planes.planeCount {
      for y in 0..<window.rect.height {
        let source = plane * window.rect.size.area + y * window.rect.width
        let target = plane * picture.size.area + (window.rect.y + y) * picture.width + window.rect.x
        for x in 0..<window.rect.width {
          let weight = weights.columns[x] * weights.rows[y]
          let whole = Float(planes.samples[target + x])
          let value = whole + (Float(head.samples[source + x]) - whole) * weight
          planes.samples[target + x] = UInt8(value.rounded())
        }
      }
    }
  }

  /// Whether a plane marks anything: a few pixels that are likely, or more that are not, are noise.
  private static func shows(_ plane: some Collection<UInt8>) -> Bool {
    let enough = max(4, plane.count / 20_000)
    let shows = plane.withContiguousStorageIfAvailable { values in
      var count = 0
      for start in stride(from: 0, to: values.count, by: 4_096) {
        for index in start..<min(start + 4_096, values.count) { count &+= values[index] >= 128 ? 1 : 0 }
        if count >= enough { return true }
      }
      return false
    }
    return shows ?? (plane.lazy.filter { $0 >= 128 }.count >= enough)
  }
}
