import Imaging
import Inference
import Kernels
import Models

/// Makes hair, skin, teeth and portrait mattes of a picture, at half its size.
///
/// Holds the networks. One generator may be shared by threads and called by several at once.
public final class MatteGenerator: Sendable {
  /// File names of the networks of all sets of weights, as ``NetworkStore`` finds them.
  package static let networkNames = ModelWeights.allCases.flatMap(\.fileNames)
  /// Maximum number of heads given a close-up pass, largest first. The smaller heads of a crowd gain little from one.
  package static let maximumCloseUps = 32

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
    try self.init(weights: weights, store: store, precision: precision, quality: quality, keepsNetworks: true)
  }

  /// - Parameters:
  ///   - keepsNetworks: whether networks stay loaded for further photos. If not, the large ones are unloaded as soon as
  ///     a photo does not need them any more, so that its refinement has their memory.
  ///   - usesHalfTheCoresForPeople: whether the people network leaves half of the cores to other work. On two cores a
  ///     prediction takes 7.9 instead of 6.8 ms then, but 7.9 instead of 13.4 ms of processor time: threads wait for
  ///     each other.
  ///   - weights, store, precision, quality: as above.
  package init(
    weights: ModelWeights = .default, store: NetworkStore = .default, precision: Precision = .f32,
    quality: MatteQuality, keepsNetworks: Bool, usesHalfTheCoresForPeople: Bool = false
  ) throws(SegmentationError) {
    settings = QualitySettings(quality, weights: weights)
    let networks = try MatteNetworks(
      weights, store: store, precision: precision, settings: settings,
      peopleThreads: usesHalfTheCoresForPeople ? ProcessorCores.half : ProcessorCores.all)
    search = PeopleSearch(networks: networks, keepsNetworks: keepsNetworks)
    refinement = MatteRefinement(networks: networks, settings: settings, keepsNetworks: keepsNetworks)
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
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled;
  ///   ``SegmentationError/cancelled`` before the next stage if the current task is cancelled.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for pixels: PixelBuffer, orientation: Orientation = .up,
    faces: [Face], in space: CoordinateSpace = .stored, measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    let start = ContinuousClock.now
    var networkTime = Duration.zero
    defer {
      measure(.network, networkTime)
      measure(.refinement, ContinuousClock.now - start - networkTime)
    }
    try Self.checkCancellation()
    let photo = try MattePicture(
      pixels, orientation: orientation, subjects: .foreground, faces: faces, settings: settings,
      wantsTeeth: kinds.contains(.teeth))
    try Self.checkCancellation()
    let people = try search.people(in: photo, networkTime: &networkTime)
    guard !people.parts.isEmpty else { return MatteSet(confidence: people.confidence) }
    try Self.checkCancellation()
    var parts = people.parts
    try CoarsePredictionCleanup.apply(to: &parts, of: photo)
    let planes = try refinement.planes(of: consume parts, in: photo, background: nil, networkTime: &networkTime)
    try Self.checkCancellation()
    var result = try set(
      of: kinds, certainties: people.certainties, planes: planes, photo, orientation: orientation, in: space)
    result.confidence = people.confidence
    return result
  }

  private static func checkCancellation() throws(SegmentationError) { if Task.isCancelled { throw .cancelled } }

  /// Observes the background in a later frame of a stream, for ``MatteStream``. No mattes are made. May run beside the
  /// mattes of earlier frames.
  package func backgroundObservation(of frame: Frame) throws(SegmentationError) -> BackgroundObservation {
    let picture = try self.picture(of: frame, faces: [], wantsTeeth: false)
    // Between these frames people move too far to be tracked.
    var regions = PeopleRegions(size: picture.size)
    var networkTime = Duration.zero
    let parts = try FramePredictor(networks: search.networks).predict(picture, in: &regions, networkTime: &networkTime)
    return try BackgroundObservation(of: picture.half, parts: parts, time: frame.time)
  }

  /// The picture of a frame in which people are found.
  ///
  /// - Parameter wantsTeeth: whether teeth are requested.
  func picture(of frame: Frame, faces: [Face], wantsTeeth: Bool) throws(SegmentationError) -> MattePicture {
    try MattePicture(
      frame.pixels, orientation: frame.orientation, subjects: .all, faces: faces, settings: settings,
      wantsTeeth: wantsTeeth)
  }

  /// Finds all people in a frame.
  ///
  /// - Parameter history: the state of earlier frames; updated from this one.
  func prediction(
    of picture: MattePicture, orientation: Orientation, history: inout FrameHistory
  ) throws(SegmentationError) -> FramePrediction {
    var networkTime = Duration.zero
    let people = try search.people(in: picture, history: &history, networkTime: &networkTime)
    var parts = people.parts
    let background = try history.weigh(&parts, of: picture.half)
    try CoarsePredictionCleanup.apply(to: &parts, of: picture)
    history.regions.follow(parts)
    return FramePrediction(
      picture: picture, orientation: orientation, parts: parts, background: background,
      certainties: people.certainties, confidence: people.confidence)
  }

  /// Makes the mattes of the people in a frame.
  ///
  /// - Parameters:
  ///   - heads: hair and skin of the heads in earlier frames; updated from this one.
  ///   - elapsed: seconds since the last frame.
  func mattes(
    _ kinds: Set<MatteKind>, of people: FramePrediction, in space: CoordinateSpace, heads: inout SteadyHeads,
    elapsed: Double
  ) throws(SegmentationError) -> MatteSet {
    var networkTime = Duration.zero
    var planes = try refinement.planes(
      of: people.parts, in: people.picture, background: people.background, networkTime: &networkTime)
    if kinds.isDisjoint(with: [.hair, .skin]) {
      heads = SteadyHeads()
    } else {
      heads.steady(&planes, of: people.picture.half, faces: people.picture.allFaces, elapsed: elapsed)
    }
    return try set(
      of: kinds, certainties: people.certainties, planes: planes, people.picture, orientation: people.orientation,
      in: space)
  }

  /// The mattes of the requested kinds, without those whose plane is empty.
  private func set(
    of kinds: Set<MatteKind>, certainties: [MatteKind: Double], planes: PlanarBuffer<UInt8>, _ picture: MattePicture,
    orientation: Orientation, in space: CoordinateSpace
  ) throws(SegmentationError) -> MatteSet {
    var result = MatteSet()
    guard Self.shows(planes[MatteChannel.portrait.rawValue]) else { return result }
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
