import MatteKit

/// The result of processing a movie.
public struct ProcessedMovie: Sendable {
  /// The frames that were written.
  public internal(set) var frameCount = 0
  /// The duration of the frames, in seconds. That of the last frame is the source's, or that of the frame before it.
  public internal(set) var seconds = 0.0
  /// The frames whose pictures an effect changed.
  public internal(set) var drawnFrameCount = 0
  /// The kinds of mattes that were made for any of the frames.
  public internal(set) var mattes: Set<MatteKind> = []
  /// The time range of each face, by its identity.
  public internal(set) var faces: [Int: FaceSpan] = [:]
  /// The identities of the codes that were read; empty for effects that need none.
  public internal(set) var codes: Set<Int> = []
  /// For each second, the confidence that every face was hidden; empty for effects that do not hide every face.
  public internal(set) var certainty: [HidingCertainty] = []
  /// The highest probability of a person in any frame, `0...1`; nil if no mattes were made.
  public internal(set) var confidence: Double?
  /// Warnings about limitations of the result, a sentence each, without the movie's name.
  public internal(set) var warnings: [String] = []
  /// Whether nothing was drawn and the pictures are the source's own, packet by packet.
  public internal(set) var isCopied = false
  /// Whether the work was cancelled: the result has the frames that were done until then.
  public internal(set) var isCutShort = false

  /// The start of the first scene, to which the times above are relative.
  private let startTime: MediaTime
  private var suspiciousFrames = SuspiciousFrames()
  private var times: (first: MediaTime, last: MediaTime)?

  /// When a face was seen.
  public struct FaceSpan: Sendable, Hashable {
    /// The time of the first frame with the face.
    public internal(set) var first: MediaTime
    /// The time of the last frame with the face.
    public internal(set) var last: MediaTime
    /// The number of frames with the face.
    public internal(set) var frameCount: Int
  }

  /// Reasons for which mattes may be wrong in some frames, a sentence each, without the movie's name.
  public var suspicious: [String] { suspiciousFrames.reasons }

  /// Whether a person was found in any frame.
  public var hasPeople: Bool { !faces.isEmpty || !mattes.isEmpty }

  /// - Parameter startTime: when the first scene is shown.
  init(startingAt startTime: MediaTime) { self.startTime = startTime }

  /// Finalizes the result after the last frame: whether the work was cancelled, and whether people were found.
  ///
  /// - Parameter endTime: the end of the last frame; nil if unknown.
  /// - Throws: `FrameStreamError` if there was no frame, ``ProcessingError/noPersonFound(input:)`` if a person
  ///   is required.
  mutating func end(
    of source: MovieSource, at endTime: MediaTime?, searchesPeople: Bool, searchesCodes: Bool = false,
    options: MovieOptions
  ) throws {
    isCutShort = Task.isCancelled
    guard !isCutShort else { return }
    if let endTime, let times, endTime > times.last { seconds = (endTime - times.first).seconds }
    guard frameCount > 0 else { throw source.noFrames(from: options.start, to: options.end) }
    if searchesCodes, codes.isEmpty { warnings.append("no code was found in any frame") }
    guard searchesPeople, !hasPeople else { return }
    if options.requiresPerson { throw ProcessingError.noPersonFound(input: source.name) }
    warnings.append("no person was found in any frame")
  }

  /// Warns of faces that effects are limited to and that were in no frame.
  mutating func warn(ofFacesNotSeen selected: Set<Int>) {
    warnings += selected.subtracting(faces.keys).sorted().map {
      "face \($0) was seen in no frame; `mattetool track` lists the faces of the whole movie"
    }
  }

  /// - Parameter requiresAllFaces: whether the effects must cover every face.
  mutating func add(_ scene: Scene, isDrawn: Bool, requiresAllFaces: Bool) {
    frameCount += 1
    if let times {
      let length = scene.time.seconds - times.first.seconds
      seconds = length + scene.time.seconds - times.last.seconds
    }
    times = (times?.first ?? scene.time, scene.time)
    let time = scene.time - startTime
    if isDrawn { drawnFrameCount += 1 }
    for matte in scene.mattes where !mattes.contains(matte.kind) {
      if matte.pixels.bytes.contains(where: { $0 != 0 }) { mattes.insert(matte.kind) }
    }
    if let confidence = scene.mattes.confidence {
      self.confidence = max(self.confidence ?? 0, confidence)
      if scene.mattes[.portrait] != nil { suspiciousFrames.add(scene, at: time) }
    }
    if requiresAllFaces {
      let second = Int(time.seconds.rounded(.down))
      if certainty.last?.second != second { certainty.append(HidingCertainty(second: second)) }
      certainty[certainty.count - 1].add(scene)
    }
    codes.formUnion(scene.codes.compactMap(\.id))
    for id in scene.faces.compactMap(\.id) {
      var span = faces[id] ?? FaceSpan(first: time, last: time, frameCount: 0)
      span.last = time
      span.frameCount += 1
      faces[id] = span
    }
  }
}
