import Imaging
import Kernels

/// Looks for the codes of one picture: as the library does, then where edges are dense, turned upright and enlarged.
struct CodeSearch {
  let reader: CodeReader
  let effort: CodeDetector.Effort
  let includesUnread: Bool
  private var pyramid: LumaPyramid
  private var found: [ReadCode] = []
  /// Codes that were found and not read.
  private var unread: [ReadCode] = []

  /// Above this many pixels the library searches a half of the picture with all its means, and the whole plainly.
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
    if effort != .fast { try readCandidates() }
    return found + unread.filter { code in !found.contains { $0.overlaps(code) } }
  }

  private mutating func readWhole() throws(CodeError) {
    var options: CodeReader.Options = [.harder, .rotated]
    if effort != .fast { options.formUnion([.inverted, .reduced]) }
    if includesUnread { options.insert(.unread) }
    var level = 0
    while try pyramid.level(level).size.area > Self.largeArea { level += 1 }
    // One level is left out at most: what is smaller than a half of the picture shows is for the candidates.
    let half = try pyramid.level(level)
    try add(reader.codes(in: half, options)) { [pyramid] in pyramid.toFull($0, from: half) }
    if level > 0 {
      let plain: CodeReader.Options = effort == .thorough ? options : []
      for finer in stride(from: level - 1, through: 0, by: -1) {
        let picture = try pyramid.level(finer)
        try add(reader.codes(in: picture, plain)) { [pyramid] in pyramid.toFull($0, from: picture) }
      }
    }
  }

  /// Pixels of crops that are looked at.
  private var cropBudget: Int { effort == .thorough ? 12_100_000 : 1_200_000 }

  /// Candidates of a lower score are not looked at. Of 244 candidates in composed pictures that showed a code the lowest had
  /// 7.6 and one in twenty less than 11; of the others three quarters had less than 7.3.
  private var leastScore: Double { effort == .thorough ? 3 : 7.5 }

  private mutating func readCandidates() throws(CodeError) {
    var candidates: [CodeCandidate] = []
    var level = 0
    repeat {
      let picture = try pyramid.level(level)
      candidates += CodeCandidate.all(in: picture, level: level)
      level += 1
    } while try min(pyramid.level(level).width, pyramid.level(level).height) >= 120
    candidates.sort { $0.score > $1.score }
    var left = cropBudget
    for candidate in candidates where candidate.score >= leastScore {
      let scale = Double(1 << candidate.level)
      let center = candidate.rect.center * scale
      // Of a PDF417 that is turned the library often sees a part, all of which an upright crop shows.
      if found.contains(where: { $0.contains(center) && $0.symbology.type != .pdf417 }) { continue }
      let crop = UprightCrop(of: candidate)
      guard crop.size.area <= left else { continue }
      left -= crop.size.area
      if try read(crop) { continue }
    }
  }

  /// Whether a code was read in a crop.
  private mutating func read(_ crop: UprightCrop) throws(CodeError) -> Bool {
    let plain = try crop.pixels(of: pyramid.level(crop.level))
    let sharp = UnsharpMask.applied(to: plain, radius: 3, amount: 3)
    for picture in effort == .thorough
      ? [plain, sharp, UnsharpMask.applied(to: plain, radius: 5, amount: 4)] : [plain, sharp]
    {
      let codes = try reader.codes(in: picture, [.harder, .rotated, .inverted], agreeing: 3)
      if codes.isEmpty { continue }
      let scale = Double(1 << crop.level)
      add(codes) { crop.toLevel($0) * scale }
      return true
    }
    return false
  }

  /// Adds codes that are not there yet.
  private mutating func add(_ codes: [ReadCode], place: (SIMD2<Double>) -> SIMD2<Double>) {
    for var code in codes {
      code.corners = code.corners.map(place)
      guard code.isRead else {
        if !unread.contains(where: code.overlaps) { unread.append(code) }
        continue
      }
      guard let known = found.firstIndex(where: code.isSame) else {
        found.append(code)
        continue
      }
      if code.symbology.type == .pdf417, code.extent > found[known].extent { found[known].corners = code.corners }
    }
  }
}
