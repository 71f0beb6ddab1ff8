import Glibc
import Imaging
import Kernels

/// Searches for the codes of one picture: by the library, then in parts with dense edges, turned upright and enlarged.
struct CodeSearch {
  let reader: CodeReader
  let effort: CodeDetector.Effort
  let includesUnread: Bool
  private var pyramid: LumaPyramid
  private var found: [ReadCode] = []
  /// Codes that were found and not read.
  private var unread: [ReadCode] = []

  /// Above this many pixels the library searches a half-size picture thoroughly, and finer levels plainly.
  private static let largeArea = 2_100_000

  init(
    _ luma: PixelBuffer, reader: CodeReader, effort: CodeDetector.Effort, includesUnread: Bool
  ) {
    (self.reader, self.effort, self.includesUnread) = (reader, effort, includesUnread)
    pyramid = LumaPyramid(luma)
  }

  /// The codes, with corners in pixels of the picture.
  mutating func codes() throws(CodeError) -> [ReadCode] {
    try readWhole()
    if effort != .fast, found.count >= Self.manyCodes { try readOthers() }
    // If there are more candidates than can be examined singly, the library searches every pixel.
    if effort != .fast, try !readCandidates(), skipsFinestLevel {
      let picture = try pyramid.level(0)
      try add(reader.codes(in: picture, options), from: picture)
    }
    return found + unread.filter { code in !found.contains { $0.overlaps(code) } }
  }

  /// In a picture with many codes the library reads only some: of 100 QR codes in rows 60 to 90, of 234 one row. These
  /// are covered, and the others read.
  private static let manyCodes = 12

  private mutating func readOthers() throws(CodeError) {
    var known = 0
    while found.count > known {
      known = found.count
      try coverFound()
      try readWhole()
    }
  }

  /// Paints over the codes that were read, in the colour of their ground.
  private mutating func coverFound() throws(CodeError) {
    let luma = try pyramid.level(0)
    var covered = PixelBuffer(size: luma.size, format: .l8, colorSpace: luma.colorSpace) { target in
      luma.withUnsafeBytes { source in
        for y in 0..<luma.height {
          for x in 0..<luma.width { target[y &* luma.width &+ x] = source[y &* luma.rowBytes &+ x] }
        }
      }
    }
    for code in found {
      let corners = code.corners.map { SIMD2(Float($0.x), Float($0.y)) }
      do { try covered.fill(polygon: corners, with: code.isInverted ? 0 : 255) } catch { throw .pixels(error) }
    }
    pyramid = LumaPyramid(covered)
  }

  /// All of the library's methods at this effort.
  private var options: CodeReader.Options {
    var options: CodeReader.Options = [.harder, .rotated]
    if effort != .fast { options.formUnion([.inverted, .reduced]) }
    if includesUnread { options.insert(.unread) }
    return options
  }

  /// The level of the pyramid that the library searches thoroughly; finer ones are searched plainly.
  private var firstLevel: Int {
    var (level, area) = (0, pyramid.full.area)
    while area > Self.largeArea { (level, area) = (level + 1, area / 4) }
    return level
  }

  /// Whether the picture itself is left to its candidates: of 240 codes in 60 pictures of 12 megapixels, as many were
  /// read without its search as with it.
  private var skipsFinestLevel: Bool { effort == .balanced && firstLevel > 1 }

  /// At most one level is left out: codes too small for the half-size picture are left to the candidates.
  private mutating func readWhole() throws(CodeError) {
    let level = firstLevel
    let first = try pyramid.level(level)
    try add(reader.codes(in: first, options), from: first)
    for finer in stride(from: level - 1, through: skipsFinestLevel ? 1 : 0, by: -1) {
      try readPlainly(pyramid.level(finer))
    }
  }

  private mutating func readPlainly(_ picture: PixelBuffer) throws(CodeError) {
    try add(reader.codes(in: picture, effort == .thorough ? options : []), from: picture)
  }

  /// The number of pixels of crops that are examined: as many as take half of the library's own time, with a minimum
  /// for small pictures.
  private var cropBudget: Int { effort == .thorough ? 12_100_000 : 600_000 }

  /// The number of pixels of a crop: the modules of codes with more are large.
  private var largestCrop: Int { effort == .thorough ? 12_100_000 : 400_000 }

  /// The least values of candidates that are examined. Of 206 in composed pictures that showed a code the lowest score
  /// was 8.9 and the fewest cells 27; in photos without codes three of four have less than 18 cells.
  private var leastCandidate: CodeCandidate.Minimum {
    effort == .thorough ? .init(score: 3) : .init(cellCount: 20, texture: 5.9, score: 8.5)
  }

  /// Candidates with far lower scores than the codes that were read are texture of the picture.
  private func scoreBesideFound(_ candidates: [CodeCandidate]) -> Double {
    guard effort != .thorough else { return 0 }
    let known = candidates.first { candidate in
      let center = candidate.rect.center * Double(1 << candidate.level)
      return found.contains { $0.contains(center) }
    }
    return 0.4 * (known?.score ?? 0)
  }

  /// - Returns: whether all candidates were examined.
  private mutating func readCandidates() throws(CodeError) -> Bool {
    var candidates: [CodeCandidate] = []
    var level = 0
    repeat {
      let picture = try pyramid.level(level)
      candidates += CodeCandidate.all(in: picture, level: level, least: leastCandidate)
      level += 1
    } while try min(pyramid.level(level).width, pyramid.level(level).height) >= 120
    candidates.sort { $0.score > $1.score }
    var (left, isComplete) = (cropBudget, true)
    let least = scoreBesideFound(candidates)
    for candidate in candidates
    where candidate.score >= least && (!reader.barFormats.isEmpty || !candidate.isBars) {
      let scale = Double(1 << candidate.level)
      let center = candidate.rect.center * scale
      // The library often detects only a part of a rotated PDF417; an upright crop shows all of it.
      if found.contains(where: { $0.contains(center) && $0.symbology.type != .pdf417 }) { continue }
      let crop = UprightCrop(of: candidate, largestArea: largestCrop)
      guard crop.size.area <= left else {
        isComplete = false
        continue
      }
      left -= crop.size.area
      try read(crop, barsOnly: candidate.isNothingButBars)
    }
    return isComplete
  }

  private mutating func read(_ crop: UprightCrop, barsOnly: Bool) throws(CodeError) {
    let plain = try crop.pixels(of: pyramid.level(crop.level))
    let sharp = UnsharpMask.applied(to: plain, radius: 3, amount: 3)
    for picture in effort == .thorough
      ? [plain, sharp, UnsharpMask.applied(to: plain, radius: 5, amount: 4)] : [plain, sharp]
    {
      // A candidate that consists of bars has upright bars in its crop.
      let codes = try reader.codes(
        in: picture, barsOnly ? [.harder, .inverted] : [.harder, .rotated, .inverted], agreeing: 3, barsOnly: barsOnly)
      if codes.isEmpty { continue }
      let level = try pyramid.level(crop.level)
      return try add(codes, from: level) { crop.toLevel($0) }
    }
  }

  /// Adds codes that are not there yet.
  ///
  /// - Parameters:
  ///   - picture: the level of the pyramid in which they were read, or of which their crop was taken.
  ///   - place: where in that level a point is.
  private mutating func add(
    _ codes: [ReadCode], from picture: PixelBuffer, place: (SIMD2<Double>) -> SIMD2<Double> = { $0 }
  ) throws(CodeError) {
    for var code in codes {
      code.corners = code.corners.map(place)
      if code.symbology.isLinear {
        // They are followed in the whole level, because a part of it may cut the bars off.
        code.corners = LinearCodeOutline.corners(of: code.corners, in: picture)
        guard
          !code.symbology.isFoundInOthers
            || LinearCodeOutline.hasQuietZones(
              code.corners, moduleCount: code.moduleCount, isInverted: code.isInverted, in: picture)
        else { continue }
      }
      code.corners = code.corners.map { pyramid.toFull($0, from: picture) }
      // Crops repeat the picture's edge beyond it, which resembles bars.
      guard code.isInside(try pyramid.level(0).size) else { continue }
      guard code.isRead else {
        if !unread.contains(where: code.overlaps) { unread.append(code) }
        continue
      }
      if let known = found.firstIndex(where: code.isSame) {
        // The library often detects only a part of a rotated PDF417.
        guard code.symbology.type == .pdf417, code.extent > 1.1 * found[known].extent else { continue }
        found[known].corners = try stackedCorners(of: code)
      } else {
        if code.symbology.type == .pdf417 { code.corners = try stackedCorners(of: code) }
        found.append(code)
      }
    }
  }

  /// The corners of a PDF417, which the library reports accurately only for level rows: it is read again, turned
  /// upright.
  private mutating func stackedCorners(of code: ReadCode) throws(CodeError) -> [SIMD2<Double>] {
    var best = code
    // Wide at first, because the library may have detected only a half.
    for margin in [SIMD2(2, 2), SIMD2(1.3, 1.6), SIMD2(1.3, 1.6)] {
      let box = OrientedRect(alongRowsOf: best.corners)
      let turn = abs(box.angle.remainder(dividingBy: .pi))
      guard box.size.x > 8, box.size.y > 2, turn > 0.003 else { break }
      // A width of 500 pixels gives three pixels a module for the usual kinds.
      let level = max(0, Int(log2(box.size.x / 1000)))
      let scale = min(3, max(1, 500 / box.size.x))
      let rect = box.scaled(by: 1 / Double(1 << level))
      let crop = UprightCrop(
        OrientedRect(center: rect.center, size: rect.size * margin, angle: rect.angle), level: level,
        scale: scale)
      let picture = try pyramid.level(level)
      let again = try reader.codes(in: crop.pixels(of: picture), [.harder])
        .first { $0.symbology.type == .pdf417 && $0.text == code.text }
      guard var again else { break }
      again.corners = again.corners.map { pyramid.toFull(crop.toLevel($0), from: picture) }
      guard again.extent > 0.95 * best.extent else { break }
      best.corners = again.corners
    }
    // Twice, because the outline gives the direction of the rows.
    for _ in 0..<2 {
      let picture = try pyramid.level(0)
      guard let outline = StackedCodeOutline.corners(of: best.corners, isInverted: best.isInverted, in: picture)
      else { break }
      best.corners = outline
    }
    return best.corners
  }
}
