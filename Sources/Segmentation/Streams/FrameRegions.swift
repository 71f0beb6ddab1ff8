import Imaging

/// The regions of a stream's frames that the network is shown: where people are. Who fills a small part of a frame is shown
/// larger than the whole frame would show them, at the same cost. People who stand apart have regions of their own.
///
/// Between looks at the whole frame people are followed by their own mattes. The regions stay where they are as long as they
/// fit, because a matte changes a little with what surrounds it.
struct FrameRegions: Sendable {
  /// The frames' size, in pixels: that of the upright half-size picture.
  let size: PixelSize
  /// The regions, of which no two meet; none for the whole frame.
  private(set) var rects: [PixelRect] = []
  /// The regions of people in the last frame; nil before the first.
  private var people: [PixelRect]?
  private var framesSinceLook = 0
  /// The probability that anybody is there, of the last look; nil where the network does not tell.
  private(set) var presence: Double?

  /// A look at the whole frame is due in every so many frames. Who comes in is late by less than that.
  static let lookInterval = 2
  /// The probability from which a look at the whole frame takes a cell for a part of somebody. It sees little of who is
  /// small or dim, and a region that is too large costs less than a person who is cut.
  private static let lookThreshold: Float = 0.25
  /// Maximum number of times that regions may grow in one frame, as each costs another prediction.
  static let maximumGrowths = 2
  /// The distance by which an edge that cuts a person moves, as a fraction of the region's longer side.
  private static let growth = 0.3
  /// The surroundings that are shown, as a fraction of the longer side of where people are: a part of a person alone is
  /// taken for a thing.
  private static let margin = 0.12
  /// The least surroundings; below that the region moves.
  private static let leastMargin = 0.1
  /// Regions of a larger share of the frame's area gain too little.
  private static let largestShare = 0.75
  /// Regions of a larger share of the one region that would show everybody gain too little by being several.
  private static let largestShareOfOne = 0.7
  /// People in more groups than that share one region: each region is a prediction of its own.
  private static let maximumCount = 3
  /// Regions shrink once they are so many times as large as needed.
  private static let mostExcess = 1.6
  /// The least side of a region, as a fraction of the frame's long side: what is so small need not be a person.
  private static let smallestSide = 0.2

  init(size: PixelSize) { self.size = size }

  /// Whether the whole frame has to be looked at before its regions are known: in every so many frames, and in each while it
  /// is doubtful that anybody is there. Where the regions are the whole frame, its prediction is the look.
  var needsLook: Bool {
    let isDoubtful = presence.map { $0 < PresenceDecision.minimum } ?? false
    return people == nil || (!rects.isEmpty && (isDoubtful || framesSinceLook >= Self.lookInterval))
  }

  /// Takes in what a look at the whole frame has found.
  ///
  /// - Parameter faces: the faces in the frame. Where somebody's body is doubtful, the face tells of it.
  mutating func look(at prediction: CoarsePrediction, faces: [Face] = []) {
    framesSinceLook = 0
    presence = prediction.presence
    let grid = prediction.planes.size
    let (width, height) = (Double(size.width) / Double(grid.width), Double(size.height) / Double(grid.height))
    let found = Self.extents(of: prediction.planes[MatteChannel.portrait.rawValue], grid) { $0 > Self.lookThreshold }
    let scaled = found.map { cells in
      let (left, top) = (Int(Double(cells.minX) * width), Int(Double(cells.minY) * height))
      return PixelRect(
        x: left, y: top, width: Int((Double(cells.maxX) * width).rounded(.up)) - left,
        height: Int((Double(cells.maxY) * height).rounded(.up)) - top)
    }
    people = scaled + faces.map(head) + (people ?? [])
    place()
  }

  /// Grows a region where somebody is cut by an edge of it that is none of the frame's.
  ///
  /// - Parameters:
  ///   - index: the region's, in ``rects``.
  ///   - prediction: the prediction of the region.
  /// - Returns: whether it has grown, so that the frame has to be predicted again.
  mutating func grow(_ index: Int, for prediction: CoarsePrediction) -> Bool {
    let cut = CutEdges(of: prediction.planes, in: rects[index], of: size)
    guard cut.isAny else { return false }
    let growth = Int(Double(max(rects[index].width, rects[index].height)) * Self.growth)
    rects[index] = cut.moving(rects[index], by: growth).intersection(PixelRect(size))
    rects = Self.merged(rects) { $0 }
    people = rects + (people ?? [])
    if Self.area(of: rects) > Self.largestShare * Double(size.area) { rects = [] }
    return true
  }

  /// A head and its shoulders, by its face.
  private func head(_ face: Face) -> PixelRect {
    let bounds = face.bounds
    return NormalizedRect(
      x: bounds.x - bounds.width, y: bounds.y - bounds.height, width: 3 * bounds.width, height: 4 * bounds.height
    ).pixels(in: size)
  }

  /// Takes in where the mattes of a frame are.
  ///
  /// - Parameter portrait: the plane of the frame, of ``size``.
  mutating func follow(_ portrait: ArraySlice<UInt8>) {
    framesSinceLook += 1
    people = Self.extents(of: portrait, size) { $0 >= 64 }
    place()
  }

  /// Keeps the regions, or puts them where people are.
  private mutating func place() {
    let groups = Self.merged((people ?? []).filter { !$0.isEmpty }, shown)
    guard !groups.isEmpty else {
      rects = []
      return
    }
    let everybody = groups.dropFirst().reduce(groups[0]) { $0.union($1) }
    let (several, one) = (groups.map(shown), shown(everybody))
    let isApart =
      groups.count <= Self.maximumCount
      && Self.area(of: several) <= Self.largestShareOfOne * Self.area(of: [one])
    let wanted = isApart ? several : [one]
    let isInside = (isApart ? groups : [everybody]).allSatisfy { group in
      let least = group.outset(by: Int(Double(max(group.width, group.height)) * Self.leastMargin))
        .intersection(PixelRect(size))
      return rects.contains { $0.contains(least) }
    }
    if isInside, Self.area(of: rects) <= Self.mostExcess * Self.area(of: wanted) { return }
    rects = Self.area(of: wanted) <= Self.largestShare * Double(size.area) ? wanted : []
  }

  /// The region that shows people with their surroundings.
  private func shown(_ people: PixelRect) -> PixelRect {
    let longer = Double(max(people.width, people.height))
    let thin = Self.smallestSide * Double(max(size.width, size.height)) - Double(min(people.width, people.height))
    return people.outset(by: Int(max(longer * Self.margin, thin / 2))).intersection(PixelRect(size))
  }

  private static func area(of rects: [PixelRect]) -> Double { Double(rects.reduce(0) { $0 + $1.size.area }) }

  /// Joins rectangles whose regions meet.
  private static func merged(_ rects: [PixelRect], _ region: (PixelRect) -> PixelRect) -> [PixelRect] {
    var result: [PixelRect] = []
    for rect in rects {
      var rect = rect
      // Regions that have grown may overlap others.
      while let other = result.firstIndex(where: { !region($0).intersection(region(rect)).isEmpty }) {
        rect = rect.union(result.remove(at: other))
      }
      result.append(rect)
    }
    return result.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  }

  /// The rectangles round the values that count, for each run of columns that has any. A row or column needs two of them, as
  /// one is noise.
  private static func extents<Value>(
    of values: ArraySlice<Value>, _ size: PixelSize, where counts: (Value) -> Bool
  ) -> [PixelRect] {
    values.withUnsafeBufferPointer { values in
      func count(_ columns: Range<Int>, _ y: Int) -> Int {
        columns.reduce(0) { $0 &+ (counts(values[y &* size.width &+ $1]) ? 1 : 0) }
      }
      var inColumns = [Int](repeating: 0, count: size.width)
      inColumns.withUnsafeMutableBufferPointer { inColumns in
        for y in 0..<size.height {
          for x in 0..<size.width where counts(values[y &* size.width &+ x]) { inColumns[x] &+= 1 }
        }
      }
      var rects: [PixelRect] = []
      var end = 0
      while let left = inColumns[end...].firstIndex(where: { $0 > 1 }) {
        end = inColumns[left...].firstIndex { $0 <= 1 } ?? size.width
        let rows = (0..<size.height).filter { count(left..<end, $0) > 1 }
        guard let top = rows.first, let bottom = rows.last else { continue }
        rects.append(PixelRect(x: left, y: top, width: end - left, height: bottom + 1 - top))
      }
      return rects
    }
  }
}
