import Imaging
import Kernels

/// Adds the faces that a tracker missed in some frames but found in frames near by: what is found at one time is followed
/// by its picture into the frames before and after, for at most ``window`` seconds.
///
/// Frames come out later than they go in, by the window. A face that is added has ``Entry/held`` set for its identity; its
/// bounds and points are those of the nearest frame that shows it, moved. Where the picture no longer shows the face it is
/// held in its place for a moment longer: too much is hidden rather than too little. A cut ends all of it.
///
/// Not `Sendable`: it belongs to one stream and is used by one thread or task at a time.
public final class FaceContinuity {
  /// The faces of one frame.
  public struct Entry: Sendable {
    /// Those that were found, then those that were added.
    public internal(set) var faces: [Face]
    /// The identities of the faces that were added.
    public internal(set) var held: Set<Int> = []
    let time: Double
    let picture: LumaPicture
    /// Whether the frame begins a new shot.
    let isCut: Bool
  }

  /// How far a face is followed into frames that miss it, in seconds.
  public let window: Double
  private var entries: [Entry] = []
  private var cuts = CutDetector()
  /// Of each face that is missing, since when, and since when its picture is lost.
  private var missing: [Int: Missing] = [:]

  private struct Missing {
    /// The face as it was last found.
    let anchor: Anchor
    var isLostSince: Double?
  }

  /// A face that was found, with the frame that shows it.
  private struct Anchor {
    let face: Face
    let picture: LumaPicture
    let time: Double
  }

  /// From this correlation on, with the frame that found it, the picture still shows the face. Where it is lower, the frame
  /// before must agree: heads turn.
  private static let (minimumCorrelation, turnedCorrelation, neighborCorrelation) = (0.6, 0.35, 0.75)
  /// The confidence of a face whose picture is lost is below this.
  private static let lostConfidence = minimumCorrelation / 2
  /// How long a face is held where it was when its picture is lost, in seconds.
  private static let graceTime = 0.2

  /// - Parameter window: how far a face is followed into frames that miss it, in seconds.
  public init(window: Double = 1) { self.window = max(0, window) }

  /// Takes the faces of the next frame.
  ///
  /// - Returns: the frames that have left the window, in order: their faces will not change any more.
  /// - Throws: ``FaceError`` if the pixels cannot be scaled.
  public func add(_ frame: Frame, faces: [Face]) throws(FaceError) -> [Entry] {
    let picture = try LumaPicture(frame)
    let time = frame.time.seconds
    let thumbnail: PixelBuffer
    do {
      thumbnail = try frame.pixels.resized(to: Self.thumbnailSize).converted(to8Bit: .rgba8)
    } catch {
      throw .pixels(error)
    }
    let runsBackwards = entries.last.map { time <= $0.time || $0.picture.size != picture.size } ?? false
    let isCut = cuts.isCut(thumbnail) || runsBackwards
    var entry = Entry(faces: faces, time: time, picture: picture, isCut: isCut)
    if isCut { missing = [:] } else { holdForward(in: &entry) }
    entries.append(entry)
    for face in faces { holdBackward(face) }
    // What lies before a cut is settled.
    let settled = isCut ? entries.count - 1 : entries.prefix { time - $0.time > window }.count
    defer { entries.removeFirst(settled) }
    return Array(entries[..<settled])
  }

  /// The frames that are left.
  public func finish() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  private static let thumbnailSize = PixelSize(width: 48, height: 27)

  /// Adds the faces of the last frame that this one misses.
  private func holdForward(in entry: inout Entry) {
    guard let last = entries.last else { return }
    for face in entry.faces { if let id = face.id { missing[id] = nil } }
    for face in last.faces {
      guard let id = face.id, !entry.faces.contains(where: { $0.id == id }) else { continue }
      var state = missing[id] ?? Missing(anchor: Anchor(face: face, picture: last.picture, time: last.time))
      guard entry.time - state.anchor.time <= window,
        let held = Self.followed(state.anchor, at: face, in: last.picture, to: entry, &state.isLostSince)
      else { continue }
      missing[id] = state
      entry.faces.append(held)
      entry.held.insert(id)
    }
  }

  /// Adds a face that was found now to the frames before, as far as they show it; between two frames that found it, to all.
  private func holdBackward(_ face: Face) {
    guard let id = face.id, let last = entries.indices.last else { return }
    let earlier = lastFound(id)
    let anchor = Anchor(face: face, picture: entries[last].picture, time: entries[last].time)
    var (later, isLostSince): (Face, Double?) = (face, nil)
    for index in entries.indices.dropLast().reversed() {
      guard !entries[index + 1].isCut, entries[last].time - entries[index].time <= window, index != earlier else {
        return
      }
      let known = entries[index].faces.firstIndex { $0.id == id }
      let followed = Self.followed(anchor, at: later, in: entries[index + 1].picture, to: entries[index], &isLostSince)
      let held = known.map { entries[index].faces[$0] }
      // Where its picture is lost, a face that was found before and after is on its way between the two.
      let between = isLostSince == nil ? nil : between(face, earlier, index)
      guard let before = between ?? followed ?? held else { return }
      if let known, let held {
        let isBetter = before.confidence >= held.confidence || between != nil && held.confidence < Self.lostConfidence
        // Followed from both sides: where the pictures agree better.
        if isBetter { entries[index].faces[known] = before }
      } else {
        entries[index].faces.append(before)
        entries[index].held.insert(id)
      }
      later = before
    }
  }

  /// The last frame before the newest that found a face.
  private func lastFound(_ id: Int) -> Int? {
    entries.indices.dropLast().last { index in
      entries[index].faces.contains { $0.id == id } && !entries[index].held.contains(id)
    }
  }

  /// A face of the newest frame, on its way there from an earlier frame that found it; nil without one.
  private func between(_ face: Face, _ earlier: Int?, _ index: Int) -> Face? {
    guard let earlier, let last = entries.last, let start = entries[earlier].faces.first(where: { $0.id == face.id })
    else { return nil }
    let fraction = (entries[index].time - entries[earlier].time) / (last.time - entries[earlier].time)
    let (from, to) = (FaceBox(start.bounds, in: last.picture.size), FaceBox(face.bounds, in: last.picture.size))
    let place = from.center + (to.center - from.center) * fraction
    return face.moved(by: place - to.center, in: last.picture.size, confidence: 0)
  }

  /// A face in a frame next to one where it was followed to already; nil where the frame no longer shows it, or shows another
  /// face there.
  private static func followed(
    _ anchor: Anchor, at face: Face, in neighbor: LumaPicture, to entry: Entry, _ isLostSince: inout Double?
  ) -> Face? {
    let size = neighbor.size
    let box = FaceBox(face.bounds, in: size)
    var match = FaceMatch(
      of: FaceBox(anchor.face.bounds, in: size), from: anchor.picture, in: entry.picture, near: box.center)
    if match.correlation < minimumCorrelation, match.correlation >= turnedCorrelation {
      let near = FaceMatch(of: box, from: neighbor, in: entry.picture, near: box.center)
      if near.correlation >= neighborCorrelation { match = near }
    }
    let isSeen = match.correlation >= minimumCorrelation
    if isSeen {
      isLostSince = nil
    } else {
      let since = isLostSince ?? entry.time
      isLostSince = since
      guard abs(entry.time - since) <= graceTime else { return nil }
    }
    let place = isSeen ? match.box : box
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
