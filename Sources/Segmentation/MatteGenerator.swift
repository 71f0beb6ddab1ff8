import Imaging
import Inference
import Kernels
import Models

/// Makes hair, skin, teeth and portrait mattes of a picture, at half its size.
///
/// Holds the networks. One generator may be shared by threads and called by several at once.
public final class MatteGenerator: Sendable {
  /// File names of the networks of all sets of weights, as ``NetworkStore`` finds them.
  public static let networkNames = ModelWeights.allCases.flatMap(\.fileNames)
  /// Maximum number of heads given a close-up pass, largest first. The smaller heads of a crowd gain little from one.
  public static let maximumCloseUps = 32

  private let search: PeopleSearch
  private let refinement: MatteRefinement
  private let teethNetwork: TeethNetwork
  private let settings: QualitySettings

  /// Loads the networks of a set of weights.
  ///
  /// - Parameters:
  ///   - weights: the set of weights; the sets differ in licence and in quality.
  ///   - store: where networks and OpenVINO are searched for.
  ///   - precision: `bf16` is faster than `f32` where the processor has instructions for it.
  ///   - quality: how much work is done for a picture.
  /// - Throws: ``SegmentationError/network(_:)`` if OpenVINO or a network is missing or damaged.
  public convenience init(
    weights: ModelWeights = .default, store: NetworkStore = .default, precision: Precision = .f32,
    quality: MatteQuality = .balanced
  ) throws(SegmentationError) {
    try self.init(weights: weights, store: store, precision: precision, quality: quality, keepsPeopleNetwork: true)
  }

  /// - Parameters:
  ///   - keepsPeopleNetwork: whether the people network stays loaded for further photos. If not, the refinement of a
  ///     photo has its memory, 10 MiB of the peak.
  ///   - weights, store, precision, quality: as above.
  package init(
    weights: ModelWeights = .default, store: NetworkStore = .default, precision: Precision = .f32,
    quality: MatteQuality, keepsPeopleNetwork: Bool
  ) throws(SegmentationError) {
    settings = QualitySettings(quality, weights: weights)
    let networks = try MatteNetworks(weights, store: store, precision: precision, settings: settings)
    search = PeopleSearch(networks: networks, keepsPeopleNetwork: keepsPeopleNetwork)
    refinement = MatteRefinement(networks: networks, settings: settings)
    teethNetwork = try TeethNetwork(weights, store: store)
  }

  /// Makes the mattes of a picture.
  ///
  /// The mattes cover the people in the foreground, as an iPhone's do; people far behind them are background. A kind
  /// that the picture does not show is left out. A picture without a person gives an empty set, which is not an error;
  /// ``MatteSet/confidence`` is the probability of a person.
  ///
  /// - Parameters:
  ///   - kinds: the kinds to make; kinds that cannot be generated are ignored.
  ///   - pixels: the picture as stored, of any format and size.
  ///   - orientation: the orientation that turns `pixels` upright.
  ///   - faces: the faces in the picture, in upright coordinates. Small heads get a close-up pass, and teeth, eyes and
  ///     lips are found by the landmarks.
  ///   - space: whether the mattes lie upright or as the picture is stored.
  ///   - measure: called once for each stage with the time it took.
  /// - Returns: mattes of exactly half the picture's size in each dimension, rounded up.
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for pixels: PixelBuffer, orientation: Orientation,
    faces: [Face], in space: CoordinateSpace, measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    let start = ContinuousClock.now
    var networkTime = Duration.zero
    defer {
      measure(.network, networkTime)
      measure(.refinement, ContinuousClock.now - start - networkTime)
    }
    let photo = try MattePicture(
      pixels, orientation: orientation, subjects: .foreground, faces: faces, settings: settings,
      wantsTeeth: kinds.contains(.teeth))
    let people = try search.people(in: photo, networkTime: &networkTime)
    guard !people.parts.isEmpty else { return MatteSet(confidence: people.confidence) }
    let planes = try refinement.planes(of: people.parts, in: photo, background: nil, networkTime: &networkTime)
    return try set(of: kinds, people: people, planes: planes, photo, orientation: orientation, in: space)
  }

  /// Observes the background in a later frame of a stream, for ``MatteStream``. No mattes are made. May run beside the
  /// mattes of earlier frames.
  package func backgroundObservation(of frame: Frame) throws(SegmentationError) -> BackgroundObservation {
    let picture = try MattePicture(
      frame.pixels, orientation: frame.orientation, subjects: .all, faces: [], settings: settings,
      wantsTeeth: false)
    // Between these frames people move too far to be tracked.
    var regions = PeopleRegions(size: picture.size)
    var networkTime = Duration.zero
    let parts = try search.parts(of: picture, in: &regions, networkTime: &networkTime)
    return try BackgroundObservation(of: picture.half, parts: parts, time: frame.time)
  }

  /// Makes the mattes of all people in a frame. ``MatteStream`` decides whether its stream shows a person.
  ///
  /// - Parameter history: the state of earlier frames; updated from this one.
  func mattes(
    _ kinds: Set<MatteKind>, forFrame pixels: PixelBuffer, orientation: Orientation, faces: [Face],
    in space: CoordinateSpace, history: inout FrameHistory
  ) throws(SegmentationError) -> MatteSet {
    var networkTime = Duration.zero
    let frame = try MattePicture(
      pixels, orientation: orientation, subjects: .all, faces: faces, settings: settings,
      wantsTeeth: kinds.contains(.teeth))
    let people = try search.people(in: frame, history: &history, networkTime: &networkTime)
    var parts = people.parts
    let background = try history.weigh(&parts, of: frame.half)
    var planes = try refinement.planes(
      of: consume parts, in: frame, background: background, networkTime: &networkTime)
    if kinds.isDisjoint(with: [.hair, .skin]) {
      history.heads = SteadyHeads()
    } else {
      history.heads.steady(&planes, of: frame.half, faces: faces, elapsed: history.elapsed)
    }
    history.regions.follow(planes[MatteChannel.portrait.rawValue])
    return try set(of: kinds, people: people, planes: planes, frame, orientation: orientation, in: space)
  }

  /// The mattes of the requested kinds, without those whose plane is empty.
  private func set(
    of kinds: Set<MatteKind>, people: PeoplePrediction, planes: PlanarBuffer<UInt8>, _ picture: MattePicture,
    orientation: Orientation, in space: CoordinateSpace
  ) throws(SegmentationError) -> MatteSet {
    var result = MatteSet(confidence: people.confidence)
    guard Self.shows(planes[MatteChannel.portrait.rawValue]) else { return result }
    let certainties = people.certainties
    func add(_ kind: MatteKind, _ plane: [UInt8]) {
      guard Self.shows(plane) else { return }
      let pixels = PixelBuffer(size: picture.size, format: .l8, colorSpace: .linearGray, bytes: plane)
      result.insert(
        Matte(
          kind: kind, pixels: space == .upright ? pixels : pixels.oriented(by: orientation.inverse),
          coordinateSpace: space, confidence: certainties[kind]))
    }
    for channel in MatteChannel.allCases where kinds.contains(channel.kind) {
      var plane = Array(planes[channel.rawValue])
      if channel == .skin { try FaceCutouts.apply(picture.allFaces, to: &plane, size: picture.size) }
      add(channel.kind, plane)
    }
    if kinds.contains(.teeth),
      let teeth = try TeethMatte.plane(for: picture.mouths, in: picture.size, by: teethNetwork)
    {
      add(.teeth, teeth)
    }
    return result
  }

  /// Whether a plane has a visible part: fewer than 4 pixels, or 1 in 20,000, above half are noise.
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
