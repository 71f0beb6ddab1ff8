import Imaging

/// Tracks codes through a stream of frames.
///
/// A code keeps its identity while it is visible. It is read again only when its appearance has changed, and then near
/// its place. The whole frame is searched every few frames, and when a code is lost. For one thread at a time.
public final class CodeTracker {
  private struct Track {
    var code: MachineReadableCode
    var appearance: CodeAppearance
    var lastSeen: Int
  }

  /// Frames from one search of the whole to the next.
  private static let searchInterval = 4
  /// Frames after which a code that is not found is dropped.
  private static let memory = 12
  /// The margin around its bounds in which a code is searched for, in its own sizes.
  private static let reach = 0.5

  private var whole: CodeDetector
  private var near: CodeDetector
  private let maximumCodes: Int
  private var tracks: [Track] = []
  private var frameCount = 0
  private var nextID = 1
  /// Whether the types or the region have changed since the last frame.
  private var isChanged = false

  /// Creates a tracker and loads the library.
  ///
  /// - Parameters:
  ///   - types: the types that are searched for.
  ///   - maximumCodes: maximum number of codes reported; those that were seen first stay.
  ///   - regionOfInterest: the region of the upright picture in which codes are searched for.
  ///   - effort: the effort for the search of a whole frame.
  ///   - includesUnread: whether codes are reported that were detected and not read yet.
  /// - Throws: the errors of ``CodeDetector/init(types:maximumCodes:regionOfInterest:effort:includesUnread:library:)``.
  public init(
    types: Set<MetadataObjectType> = MachineReadableCode.standardTypes, maximumCodes: Int = 4,
    regionOfInterest: NormalizedRect = .full, effort: CodeDetector.Effort = .fast, includesUnread: Bool = false
  ) throws(CodeError) {
    self.maximumCodes = max(0, maximumCodes)
    whole = try CodeDetector(
      types: types, maximumCodes: maximumCodes, regionOfInterest: regionOfInterest, effort: effort,
      includesUnread: includesUnread)
    near = try CodeDetector(
      types: types, maximumCodes: .max, regionOfInterest: regionOfInterest, effort: effort,
      includesUnread: includesUnread)
  }

  /// Changes the types and the region from the next frame on. Codes of other types are dropped; the others keep their
  /// identities.
  ///
  /// - Parameters:
  ///   - types: the types that are searched for.
  ///   - regionOfInterest: the region of the upright picture in which codes are searched for.
  /// - Throws: ``CodeError/unknownType(name:known:)``.
  public func configure(
    types: Set<MetadataObjectType>, regionOfInterest: NormalizedRect = .full
  ) throws(CodeError) {
    guard types != whole.types || regionOfInterest != whole.regionOfInterest else { return }
    (whole, near) = try (
      whole.configured(types: types, regionOfInterest: regionOfInterest),
      near.configured(types: types, regionOfInterest: regionOfInterest)
    )
    tracks.removeAll { !types.contains($0.code.type) }
    isChanged = true
  }

  /// Finds the codes in the next frame.
  ///
  /// - Parameter frame: the next frame of the stream.
  /// - Returns: the codes, in the order in which they were first seen, in upright coordinates, with IDs and the frame's
  ///   time.
  /// - Throws: ``CodeError`` if the pixels cannot be scaled.
  public func update(_ frame: Frame) throws(CodeError) -> [MachineReadableCode] {
    let luma = LumaPlane.of(frame)
    var isLost = false
    for index in tracks.indices {
      if try !follow(&tracks[index], in: luma, frame) { isLost = true }
    }
    if tracks.isEmpty || isLost || isChanged || frameCount.isMultiple(of: Self.searchInterval) {
      for code in try whole.codes(in: luma, orientation: frame.orientation) { add(code, in: luma, frame) }
    }
    isChanged = false
    tracks.removeAll { frameCount - $0.lastSeen > Self.memory }
    defer { frameCount += 1 }
    return tracks.filter { $0.lastSeen == frameCount }.prefix(maximumCodes).map { track in
      var code = track.code
      code.time = frame.time
      return code
    }
  }

  /// Finds a code at or near its last place.
  ///
  /// - Returns: false if the whole frame is to be searched: the code was not found, or only a part of it.
  private func follow(_ track: inout Track, in luma: PixelBuffer, _ frame: Frame) throws(CodeError) -> Bool {
    let (bounds, interest) = (track.code.bounds, near.regionOfInterest)
    guard interest == .full || interest.intersection(bounds).area > 0.99 * bounds.area else { return false }
    if track.lastSeen == frameCount - 1, track.appearance.isSame(in: luma) {
      track.lastSeen = frameCount
      return true
    }
    let region = NormalizedRect(
      x: bounds.x - Self.reach * bounds.width, y: bounds.y - Self.reach * bounds.height,
      width: (1 + 2 * Self.reach) * bounds.width, height: (1 + 2 * Self.reach) * bounds.height
    ).intersection(interest)
    let found = try near.codes(in: luma, orientation: frame.orientation, within: region)
    guard let again = found.first(where: { isSame($0, track.code) }) else { return false }
    take(again, into: &track, luma, frame)
    track.lastSeen = frameCount
    return CodeSymbology.all.first { $0.type == again.type }?.isLinear != true
      || !Self.isCut(again, by: region, in: interest)
  }

  /// Whether a code is cut by the region that was searched, beyond which the picture continues: bars can be read from
  /// any part of them.
  private static func isCut(
    _ code: MachineReadableCode, by region: NormalizedRect, in interest: NormalizedRect
  ) -> Bool {
    let bounds = code.bounds
    let (x, y) = (0.02 * region.width, 0.02 * region.height)
    return (bounds.minX < region.minX + x && region.minX > interest.minX)
      || (bounds.minY < region.minY + y && region.minY > interest.minY)
      || (bounds.maxX > region.maxX - x && region.maxX < interest.maxX)
      || (bounds.maxY > region.maxY - y && region.maxY < interest.maxY)
  }

  private func add(_ code: MachineReadableCode, in luma: PixelBuffer, _ frame: Frame) {
    // The nearest with the same content: two labels may have one text.
    let same = tracks.indices.filter { isSame(tracks[$0].code, code) }
      .min { distance(tracks[$0].code, code) < distance(tracks[$1].code, code) }
    if let same, tracks[same].lastSeen != frameCount || isNear(tracks[same].code, code) {
      tracks[same].lastSeen = frameCount
      take(code, into: &tracks[same], luma, frame)
    } else {
      var track = Track(
        code: code, appearance: CodeAppearance(of: code, in: luma, frame.orientation), lastSeen: frameCount)
      track.code.id = nextID
      nextID += 1
      tracks.append(track)
    }
  }

  private func take(_ code: MachineReadableCode, into track: inout Track, _ luma: PixelBuffer, _ frame: Frame) {
    let id = track.code.id
    track.code = code
    track.code.id = id
    track.appearance = CodeAppearance(of: code, in: luma, frame.orientation)
  }

  /// Whether both have the same content. A code that was not read yet matches any of its type near its place.
  private func isSame(_ a: MachineReadableCode, _ b: MachineReadableCode) -> Bool {
    guard a.type == b.type else { return false }
    if a.stringValue == nil || b.stringValue == nil { return isNear(a, b) }
    return a.stringValue == b.stringValue && a.bytes == b.bytes
  }

  private func distance(_ a: MachineReadableCode, _ b: MachineReadableCode) -> Double {
    let (x, y) = (a.bounds.midX - b.bounds.midX, a.bounds.midY - b.bounds.midY)
    return x * x + y * y
  }

  private func isNear(_ a: MachineReadableCode, _ b: MachineReadableCode) -> Bool {
    let reach = 0.5 * max(a.bounds.width, a.bounds.height, b.bounds.width, b.bounds.height)
    return distance(a, b) < reach * reach
  }
}
