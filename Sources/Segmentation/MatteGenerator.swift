import Imaging
import Inference
import Kernels
import Models

/// Makes hair, skin, teeth and portrait mattes of a picture, at half its size.
///
/// Holds the networks. One generator may be shared by threads and called by several at once.
public final class MatteGenerator: Sendable {
  /// File names of the networks of all sets of weights, as ``NetworkStore`` looks them up.
  public static let networkNames = ModelWeights.allCases.flatMap(\.fileNames)
  /// Maximum number of heads given a close-up pass, largest first. The smaller heads of a crowd gain little from one.
  public static let maximumCloseUps = 32

  private let networks: MatteNetworks
  private let teethNetwork: TeethNetwork
  private let settings: QualitySettings

  /// Loads the networks of a set of weights.
  ///
  /// - Parameters:
  ///   - weights: the set of weights; the sets differ in licence and in quality.
  ///   - store: where networks and OpenVINO are searched for.
  ///   - precision: `f32` gives the same mattes on every machine; `bf16` is faster where the processor has it.
  ///   - quality: how much work is done for a picture.
  /// - Throws: ``SegmentationError/network(_:)`` if OpenVINO or a network is missing or damaged.
  public init(
    weights: ModelWeights = .default, store: NetworkStore = .default, precision: Precision = .f32,
    quality: MatteQuality = .balanced
  ) throws(SegmentationError) {
    settings = QualitySettings(quality, weights: weights)
    networks = try MatteNetworks(weights, store: store, precision: precision, settings: settings)
    teethNetwork = try TeethNetwork(weights, store: store)
  }

  /// Makes the mattes of a picture.
  ///
  /// The mattes cover the people in the foreground, as an iPhone's do; people far behind them are background. A kind
  /// that the picture does not show is left out. A picture without a person gives an empty set, which is not an error;
  /// ``MatteSet/confidence`` says how probable a person is.
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
    var history: FrameHistory?
    return try mattes(
      kinds, of: .foreground, for: pixels, orientation: orientation, faces: faces, in: space, history: &history,
      measuring: measure)
  }

  /// Makes the mattes of the selected people.
  ///
  /// - Parameter history: what is known from earlier frames; takes in this one. Nil for a photo.
  func mattes(
    _ kinds: Set<MatteKind>, of subjects: SubjectSelection, for pixels: PixelBuffer, orientation: Orientation,
    faces everyone: [Face], in space: CoordinateSpace, history: inout FrameHistory?,
    measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    let faces = subjects.faces(of: everyone)
    let pixels = pixels.inStandardRange
    let start = ContinuousClock.now
    var networkTime = Duration.zero
    defer {
      measure(.network, networkTime)
      measure(.refinement, ContinuousClock.now - start - networkTime)
    }
    let picture: PixelBuffer
    do {
      picture = try pixels.resized(to: pixels.size.half).converted(to8Bit: .rgba8).oriented(by: orientation)
    } catch {
      throw .kernel(error)
    }
    let needsDetail =
      history != nil || settings.closeUpLongSide != nil
      || max(picture.width, picture.height) < settings.wholeInput.longSide
    let source = NetworkInputSource(pixels, orientation: orientation, half: picture, needsDetail: needsDetail)
    var result = MatteSet()
    var everybody: CoarsePrediction?
    if subjects == .foreground {
      everybody = try networks.everybody(in: source, size: picture.size, faces: faces, networkTime: &networkTime)
      result.confidence = everybody?.presence
      // A photo of nobody needs no other network.
      if let presence = result.confidence, !PresenceDecision.isSomebody(presence, faces: everyone) { return result }
    }
    var parts = try predictions(
      of: source, size: picture.size, subjects: (subjects, faces), everyone: everyone, history: &history,
      networkTime: &networkTime)
    var isPooled = false
    if let everybody {
      if let known = everybody.presence, let seen = parts[0].prediction.presence {
        parts[0].prediction.presence = PresenceDecision.pooled(known, withPhotoNetwork: seen)
        isPooled = true
      } else {
        parts[0].prediction.presence = everybody.presence
      }
      if (everybody.presence ?? 0) >= MissedPeople.minimumPresence {
        try MissedPeople.add(from: everybody.planes, to: &parts[0].prediction)
      }
    }
    if var known = history, let presence = parts.first?.prediction.presence {
      var wasAsked = false
      try known.secondOpinion.update(presence, faces: everyone, elapsed: known.elapsed) {
        () throws(SegmentationError) in
        wasAsked = true
        return try networks.photoPresence(in: source, size: picture.size, networkTime: &networkTime)
      }
      if wasAsked, !known.secondOpinion.refutes { networks.unloadPhotoPresence() }
      history = known
    }
    let isWhole = parts.first?.rect == PixelRect(picture.size)
    let wholeInput =
      isWhole
      ? parts[0].prediction.inputSize
      : MatteNetwork.inputSize(for: picture.size, longSide: settings.frameInput.longSide)
    let scales = isWhole ? [] : parts.map { (rect: $0.rect, scale: $0.scale) }
    let confidence = PresenceDecision.confidence(of: parts, faces: everyone)
    result.confidence = confidence
    // A stream decides over several frames.
    guard subjects == .all || PresenceDecision.isSomebody(confidence, isPooled: isPooled, faces: everyone) else {
      return result
    }
    let certainties = Dictionary(
      uniqueKeysWithValues: MatteChannel.allCases.map { ($0.kind, parts.certainty(of: $0)) })
    let background = try history?.weigh(&parts, of: picture)
    var planes = try refined(consume parts, of: picture, subjects: (subjects, faces))
    let heads = faces.prefix(Self.maximumCloseUps)
    for face in heads {
      let bounds = face.bounds.pixels(in: picture.size)
      guard let longSide = settings.closeUpLongSide,
        let crop = HeadCrop(
          for: face, in: picture.size, longSide: longSide, wholeInput: wholeInput,
          scale: scales.first { !$0.rect.intersection(bounds).isEmpty }?.scale)
      else { continue }
      try addHead(
        in: crop, of: picture, from: source, subjects: subjects, background: background, to: &planes,
        networkTime: &networkTime)
    }
    if settings.refinesFacialHair { try FacialHair.apply(Array(heads), to: &planes, picture: picture) }
    MatteConsistency.apply(to: &planes)
    history?.regions.follow(planes[MatteChannel.portrait.rawValue])
    var skin = Array(planes[MatteChannel.skin.rawValue])
    try FaceCutouts.apply(everyone, to: &skin, size: picture.size)

    func add(_ kind: MatteKind, _ plane: [UInt8]) {
      guard kinds.contains(kind), Self.shows(plane) else { return }
      let pixels = PixelBuffer(size: picture.size, format: .l8, colorSpace: .linearGray, bytes: plane)
      result.insert(
        Matte(
          kind: kind, pixels: space == .upright ? pixels : pixels.oriented(by: orientation.inverse),
          coordinateSpace: space, confidence: certainties[kind] ?? nil))
    }
    guard Self.shows(planes[MatteChannel.portrait.rawValue]) else { return result }
    add(.hair, Array(planes[MatteChannel.hair.rawValue]))
    add(.skin, skin)
    add(.portrait, Array(planes[MatteChannel.portrait.rawValue]))
    if kinds.contains(.teeth), let teeth = try TeethMatte.plane(for: everyone, in: picture, by: teethNetwork) {
      add(.teeth, teeth)
    }
    return result
  }

  /// The predictions of a picture, or of the regions of a frame where people are.
  private func predictions(
    of source: NetworkInputSource, size: PixelSize, subjects: (selection: SubjectSelection, faces: [Face]),
    everyone: [Face], history: inout FrameHistory?, networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction] {
    if var known = history {
      let parts = try networks.predict(of: source, in: &known.regions, faces: everyone, networkTime: &networkTime)
      history = known
      if let parts { return parts }
    }
    let prediction = try networks.predict(
      of: source, size: size, subjects: subjects.selection, faces: subjects.faces, networkTime: &networkTime)
    return [ShownPrediction(prediction: prediction, rect: PixelRect(size))]
  }

  /// Refines the predictions of parts of a picture, to the picture's size.
  ///
  /// - Parameter subjects: whom the mattes cover, and their faces. Elsewhere than in the parts is nobody.
  private func refined(
    _ parts: consuming [ShownPrediction], of picture: PixelBuffer,
    subjects: (selection: SubjectSelection, faces: [Face])
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var planes: PlanarBuffer<UInt8>?
    while var part = parts.popLast() {
      let shown = part.rect
      try CoarsePredictionCleanup.apply(
        to: &part.prediction.planes, step: part.prediction.step, faces: subjects.faces,
        in: shown.normalized(in: picture.size), subjects: subjects.selection)
      // In frames, blur by motion makes the band wider than any that is of use, and earlier frames tell more.
      if subjects.selection == .foreground {
        try OutlineBand.settle(&part.prediction.planes, step: part.prediction.step)
      }
      guard shown != PixelRect(picture.size) else {
        return try refined((consume part).prediction, of: picture, subjects: subjects.selection)
      }
      let cut: PixelBuffer
      do {
        cut = try picture.resized(shown, to: shown.size)
      } catch {
        throw .kernel(error)
      }
      let small = try refined((consume part).prediction, of: cut, subjects: subjects.selection)
      planes = planes ?? PlanarBuffer(repeating: 0, size: picture.size, planeCount: small.planeCount)
      planes?.replace(shown, with: small)
    }
    return planes ?? PlanarBuffer(repeating: 0, size: picture.size, planeCount: MatteChannel.allCases.count)
  }

  /// Brings a prediction that was cleaned up to the size of the picture that it shows.
  private func refined(
    _ prediction: consuming CoarsePrediction, of picture: PixelBuffer, subjects: SubjectSelection
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    return try EdgeRefinement(step: prediction.step, trimap: settings.trimap(for: subjects)).refined(
      prediction.planes, guide: prediction.guide, picture: picture)
  }

  /// Predicts a head once more from a close-up and blends the result into the planes.
  private func addHead(
    in crop: HeadCrop, of picture: PixelBuffer, from source: NetworkInputSource, subjects: SubjectSelection,
    background: BackgroundEvidence?, to planes: inout PlanarBuffer<UInt8>, networkTime: inout Duration
  ) throws(SegmentationError) {
    var prediction = try networks.predict(of: crop, in: source, subjects: subjects, networkTime: &networkTime)
    background?.apply(to: &prediction.planes, in: crop.rect.normalized(in: picture.size))
    // The largest part need not be the person that the close-up is made for.
    try CoarsePredictionCleanup.apply(to: &prediction.planes, faces: [], subjects: nil)
    let part: PixelBuffer
    do {
      part = try picture.resized(crop.rect, to: crop.rect.size)
    } catch {
      throw .kernel(error)
    }
    let head = try refined(consume prediction, of: part, subjects: subjects)
    let weights = crop.weights(in: picture.size)
    for plane in 0..<planes.planeCount {
      for y in 0..<crop.rect.height {
        let first = plane * crop.rect.size.area + y * crop.rect.width
        let target = plane * picture.size.area + (crop.rect.y + y) * picture.width + crop.rect.x
        for x in 0..<crop.rect.width {
          let weight = weights.columns[x] * weights.rows[y]
          let whole = Float(planes.samples[target + x])
          let value = whole + (Float(head.samples[first + x]) - whole) * weight
          planes.samples[target + x] = UInt8(value.rounded())
        }
      }
    }
  }

  /// Whether a plane marks anything: fewer than 4 pixels, or 1 in 20,000, above half are noise.
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
