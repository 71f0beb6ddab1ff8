import Imaging
import Kernels

/// Adds the faces that a tracker missed in some frames but found in nearby ones: a detected face is tracked by its
/// picture into earlier and later frames, for at most ``window`` seconds.
///
/// Output is delayed by the window. An added face is in ``TrackedFrame/heldFaces``; its bounds and points are those of
/// the nearest frame that shows it, moved. If the picture no longer shows the face it is held in place for a moment: it
/// is safer to hide too much than too little. A cut ends all of it.
///
/// Not `Sendable`: it belongs to one stream and is used by one thread or task at a time.
public final class FaceContinuity {
  /// A frame with its faces.
  struct Entry {
    var tracked: TrackedFrame
    let picture: LumaPicture

    var faces: [Face] {
      get { tracked.faces }
      set { tracked.faces = newValue }
    }
    var held: Set<Int> {
      get { tracked.heldFaces }
      set { tracked.heldFaces = newValue }
    }
    var time: Double { tracked.time }
    var isCut: Bool { tracked.isCut }

    func face(_ id: Int) -> Face? { tracked.faces.first { $0.id == id } }

    /// In pixels of ``picture``.
    func box(_ id: Int) -> FaceBox? { face(id).map { FaceBox($0.bounds, in: picture.size) } }

    func hasFound(_ id: Int) -> Bool { face(id) != nil && !held.contains(id) }

    /// Adds a missed face, or replaces one that was held.
    mutating func hold(_ face: Face) {
      guard let id = face.id else { return }
      held.insert(id)
      if let index = tracked.faces.firstIndex(where: { $0.id == id }) {
        tracked.faces[index] = face
      } else {
        tracked.faces.append(face)
      }
    }
  }

  /// How long a face is tracked into frames that miss it, in seconds.
  public let window: Double
  private var entries: [Entry] = []
  private var cuts = CutDetector()
  /// For each missing face the time since it has been missing, and the time since its picture was lost.
  private var missing: [Int: Missing] = [:]
  /// The number of missing faces; the state does not grow with the stream.
  var missingCount: Int { missing.count }

  private struct Missing {
    /// The face as it was last found.
    let anchor: Anchor
    /// How it moved then, in pixels a second.
    let motion: SIMD2<Double>
    var isLostSince: Double?
  }

  /// A detected face, with the frame that shows it.
  private struct Anchor {
    let face: Face
    let picture: LumaPicture
    let time: Double
  }

  /// The correlation with the frame of its detection from which the picture still shows the face. Below it the previous
  /// frame must agree: heads turn.
  private static let (minimumCorrelation, turnedCorrelation, neighborCorrelation) = (0.6, 0.35, 0.75)
  /// The correlation from which the picture shows a face again that it had lost: a hidden face resembles something
  /// sooner or later.
  private static let regainedCorrelation = 0.75
  /// The number of consecutive frames with the face for its motion to be known.
  private static let framesForMotion = 3
  /// The maximum confidence of a face whose picture is lost.
  private static let lostConfidence = minimumCorrelation / 2
  /// How long a face is held in place after its picture is lost, in seconds.
  private static let graceTime = 0.25

  /// - Parameter window: how long a face is tracked into frames that miss it, in seconds.
  public init(window: Double = 1) { self.window = max(0, window) }

  /// Takes the faces of the next frame.
  ///
  /// - Returns: the frames that have left the window, in order: their faces are final.
  /// - Throws: ``FaceError`` if the pixels cannot be scaled.
  public func add(_ frame: Frame, faces: [Face]) throws(FaceError) -> [TrackedFrame] {
    let picture = try LumaPicture(frame)
    let time = frame.time.seconds
    let thumbnail: PixelBuffer
    do {
      thumbnail = try picture.gray.resized(to: Self.thumbnailSize).converted(to8Bit: .rgba8)
    } catch {
      throw .pixels(error)
    }
    let runsBackwards = entries.last.map { time <= $0.time || $0.picture.size != picture.size } ?? false
    let isCut = cuts.isCut(thumbnail) || runsBackwards
    var entry = Entry(
      tracked: TrackedFrame(
        faces: faces, time: time, size: frame.orientation.apply(to: frame.size), isCut: isCut, picture: picture),
      picture: picture)
    if isCut { missing = [:] } else { holdForward(in: &entry) }
    entries.append(entry)
    for face in faces { if let id = face.id { holdBackward(id) } }
    // Frames before a cut are final.
    let settled = isCut ? entries.count - 1 : entries.prefix { time - $0.time > window }.count
    defer { entries.removeFirst(settled) }
    return entries[..<settled].map(\.tracked)
  }

  /// The frames that are left.
  public func finish() -> [TrackedFrame] {
    defer { entries = [] }
    return entries.map(\.tracked)
  }

  private static let thumbnailSize = PixelSize(width: 48, height: 27)

  /// Adds the previous frame's faces that this one misses.
  private func holdForward(in entry: inout Entry) {
    guard let last = entries.last else { return }
    for face in entry.faces { if let id = face.id { missing[id] = nil } }
    for face in last.faces {
      guard let id = face.id, !entry.faces.contains(where: { $0.id == id }) else { continue }
      let latest = motion(of: id, from: entries.count - 1, to: entries.count - 2)
      var state =
        missing[id] ?? Missing(anchor: Anchor(face: face, picture: last.picture, time: last.time), motion: latest)
      // The last match of a face that is lost was often of something else.
      let motion = state.isLostSince == nil ? latest : state.motion
      guard entry.time - state.anchor.time <= window,
        let held = Self.followed(state.anchor, at: face, motion, in: last, to: entry, &state.isLostSince)
      else { continue }
      missing[id] = state
      entry.faces.append(held)
      entry.held.insert(id)
    }
    // A face that is no longer held never returns under its identity, and would keep a picture in memory.
    missing = missing.filter { entry.held.contains($0.key) }
  }

  /// Adds a newly detected face to the earlier frames that show it; between two frames that detected it, to all.
  ///
  /// Repeated once it has been detected in a few frames, when its motion is known.
  private func holdBackward(_ id: Int) {
    let found = entries.reversed().prefix { $0.hasFound(id) }.count
    guard found == 1 || found == Self.framesForMotion else { return }
    let start = entries.count - found
    guard let face = entries[start].face(id) else { return }
    let earlier = entries[..<start].lastIndex { $0.hasFound(id) }
    let anchor = Anchor(face: face, picture: entries[start].picture, time: entries[start].time)
    var (later, isLostSince): (Face, Double?) = (face, nil)
    var motion = motion(of: id, from: start, to: entries.count - 1)
    for index in (0..<start).reversed() {
      guard !entries[index + 1].isCut, anchor.time - entries[index].time <= window, index != earlier else { return }
      let followed = Self.followed(anchor, at: later, motion, in: entries[index + 1], to: entries[index], &isLostSince)
      let held = entries[index].face(id)
      // A face whose picture is lost between two detections moves on the path between them.
      let between = isLostSince == nil ? nil : between(earlier, start, at: entries[index].time, of: id)
      guard let before = between ?? followed ?? held else { return }
      let isBetter = before.confidence >= held?.confidence ?? 0 || (held?.confidence ?? 0) < Self.lostConfidence
      // It is tracked from both sides; the one with the better correlation is taken.
      if isBetter { entries[index].hold(before) }
      if isLostSince == nil { motion = self.motion(of: id, from: index, to: index + 1) }
      later = before
    }
  }

  /// The motion of a face at a frame, by another one, in pixels of ``LumaPicture`` a second; 0 if one of them has no
  /// face.
  private func motion(of id: Int, from index: Int, to other: Int) -> SIMD2<Double> {
    guard entries.indices.contains(index), entries.indices.contains(other), index != other,
      let a = entries[index].box(id), let b = entries[other].box(id)
    else { return .zero }
    let elapsed = entries[other].time - entries[index].time
    return elapsed == 0 ? .zero : (b.center - a.center) / elapsed
  }

  /// A face on its path from an earlier detection to a later one; nil without an earlier one.
  private func between(_ earlier: Int?, _ later: Int, at time: Double, of id: Int) -> Face? {
    guard let earlier, let face = entries[later].face(id),
      let before = gapEnd(of: id, at: earlier, neighbor: earlier - 1),
      let after = gapEnd(of: id, at: later, neighbor: later + 1)
    else { return nil }
    let place = GapPath(start: before, end: after).place(at: time)
    return face.moved(by: place - after.place, in: entries[later].picture.size, confidence: 0)
  }

  /// The place of a face in a frame that detected it, and its motion by a neighboring one.
  private func gapEnd(of id: Int, at index: Int, neighbor: Int) -> GapPath.End? {
    guard let box = entries[index].box(id) else { return nil }
    let isKnown = entries.indices.contains(neighbor) && entries[neighbor].hasFound(id)
    return GapPath.End(
      place: box.center, velocity: isKnown ? motion(of: id, from: index, to: neighbor) : nil, time: entries[index].time)
  }

  /// A tracked face in the next frame; nil if that frame no longer shows it, or shows another face there.
  ///
  /// - Parameter motion: how it moves, in pixels a second.
  private static func followed(
    _ anchor: Anchor, at face: Face, _ motion: SIMD2<Double>, in neighbor: Entry, to entry: Entry,
    _ isLostSince: inout Double?
  ) -> Face? {
    let size = neighbor.picture.size
    let box = FaceBox(face.bounds, in: size)
    let expected = box.moved(to: box.center + motion * (entry.time - neighbor.time))
    var match = FaceMatch(
      of: FaceBox(anchor.face.bounds, in: size), from: anchor.picture, in: entry.picture, near: expected.center)
    if match.correlation < minimumCorrelation, match.correlation >= turnedCorrelation {
      let near = FaceMatch(of: box, from: neighbor.picture, in: entry.picture, near: expected.center)
      if near.correlation >= neighborCorrelation { match = near }
    }
    let isSeen = match.correlation >= (isLostSince == nil ? minimumCorrelation : regainedCorrelation)
    if isSeen {
      isLostSince = nil
    } else {
      let since = isLostSince ?? entry.time
      isLostSince = since
      guard abs(entry.time - since) <= graceTime else { return nil }
    }
    let place = isSeen ? match.box : expected
    guard place.visibleFraction(in: size) > 0.2 else { return nil }
    let others = entry.faces.filter { $0.id != face.id }
    guard !others.contains(where: { FaceBox($0.bounds, in: size).isSameFace(as: place) }) else { return nil }
    return face.moved(
      by: place.center - box.center, in: size, confidence: isSeen ? match.correlation : match.correlation / 2)
  }
}

extension Face {
  /// The face elsewhere in the picture, by an offset in pixels.
  fileprivate func moved(by offset: SIMD2<Double>, in size: PixelSize, confidence: Double) -> Face {
    let shift = SIMD2(offset.x / Double(size.width), offset.y / Double(size.height))
    var result = self
    result.bounds = NormalizedRect(
      x: bounds.x + shift.x, y: bounds.y + shift.y, width: bounds.width, height: bounds.height)
    result.landmarks = landmarks.map { landmarks in
      FaceLandmarks(points: landmarks.points.map { $0 + SIMD3(Float(shift.x), Float(shift.y), 0) })
    }
    result.confidence = min(self.confidence, confidence)
    return result
  }
}
