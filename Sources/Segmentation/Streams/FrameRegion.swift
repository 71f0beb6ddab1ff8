import Imaging

/// The region of a stream's frames that the network is shown: where people are. Who fills a small part of a frame is shown
/// larger than the whole frame would show them, at the same cost.
///
/// Between looks at the whole frame people are followed by their own mattes. The region stays where it is as long as it
/// fits, because a matte changes a little with what surrounds it.
struct FrameRegion: Sendable {
  /// The frames' size, in pixels: that of the upright half-size picture.
  let size: PixelSize
  /// The region; nil for the whole frame.
  private(set) var rect: PixelRect?
  /// Where people were in the last frame; nil before the first.
  private var people: PixelRect?
  private var framesSinceLook = 0
  /// The probability that anybody is there, of the last look; nil where the network does not tell.
  private(set) var presence: Double?

  /// A look at the whole frame is due in every so many frames. Who comes in is late by less than that.
  static let lookInterval = 2
  /// The probability from which a look at the whole frame takes a cell for a part of somebody. It sees little of who is
  /// small or dim, and a region that is too large costs less than a person who is cut.
  private static let lookThreshold: Float = 0.25
  /// How many times a region may grow in one frame, as each costs another prediction.
  static let maximumGrowths = 2
  /// How far an edge that cuts somebody moves, as a fraction of the region's longer side.
  private static let growth = 0.3
  /// The surroundings that are shown, as a fraction of the longer side of where people are: a part of a person alone is
  /// taken for a thing.
  private static let margin = 0.12
  /// The least surroundings; below that the region moves.
  private static let leastMargin = 0.1
  /// A region of a larger share of the frame's area gains too little.
  private static let largestShare = 0.75
  /// A region shrinks once it is so many times as large as needed.
  private static let mostExcess = 1.6
  /// The least side of a region, as a fraction of the frame's long side: what is so small need not be a person.
  private static let smallestSide = 0.2

  init(size: PixelSize) { self.size = size }

  /// Whether the whole frame has to be looked at before its region is known. Where the region is the whole frame, its
  /// prediction is the look.
  var needsLook: Bool { people == nil || (rect != nil && framesSinceLook >= Self.lookInterval) }

  /// Takes in what a look at the whole frame has found.
  ///
  /// - Parameter faces: the faces in the frame. Where somebody's body is doubtful, the face tells of it.
  mutating func look(at prediction: CoarsePrediction, faces: [Face] = []) {
    framesSinceLook = 0
    presence = prediction.presence
    let grid = prediction.planes.size
    let portrait = prediction.planes[MatteChannel.portrait.rawValue]
    let found = Self.extent(of: portrait, grid) { $0 > Self.lookThreshold }.map { cells in
      let (width, height) = (Double(size.width) / Double(grid.width), Double(size.height) / Double(grid.height))
      let (left, top) = (Int(Double(cells.minX) * width), Int(Double(cells.minY) * height))
      return PixelRect(
        x: left, y: top, width: Int((Double(cells.maxX) * width).rounded(.up)) - left,
        height: Int((Double(cells.maxY) * height).rounded(.up)) - top)
    }
    people = faces.map(head).reduce(found ?? .empty) { $0.union($1) }.union(people ?? .empty)
    place()
  }

  /// Grows the region where somebody is cut by an edge of it that is none of the frame's.
  ///
  /// - Parameter prediction: of the region.
  /// - Returns: whether it has grown, so that the frame has to be predicted again.
  mutating func grow(for prediction: CoarsePrediction) -> Bool {
    guard var wanted = rect else { return false }
    let cut = CutEdges(of: prediction.planes, in: wanted, of: size)
    guard cut.isAny else { return false }
    let growth = Int(Double(max(wanted.width, wanted.height)) * Self.growth)
    wanted = cut.moving(wanted, by: growth).intersection(PixelRect(size))
    people = wanted.union(people ?? .empty)
    rect = Double(wanted.size.area) <= Self.largestShare * Double(size.area) ? wanted : nil
    return true
  }

  /// A head and its shoulders, by its face.
  private func head(_ face: Face) -> PixelRect {
    let bounds = face.bounds
    let (width, height) = (bounds.width * Double(size.width), bounds.height * Double(size.height))
    let rect = PixelRect(
      x: Int(bounds.x * Double(size.width) - width), y: Int(bounds.y * Double(size.height) - height),
      width: Int(3 * width), height: Int(4 * height))
    return rect.intersection(PixelRect(size))
  }

  /// Takes in where the mattes of a frame are.
  ///
  /// - Parameter portrait: the plane of the frame, of ``size``.
  mutating func follow(_ portrait: ArraySlice<UInt8>) {
    framesSinceLook += 1
    people = Self.extent(of: portrait, size) { $0 >= 64 } ?? .empty
    place()
  }

  /// Keeps the region, or puts it where people are.
  private mutating func place() {
    guard let people, !people.isEmpty else {
      rect = nil
      return
    }
    let longer = Double(max(people.width, people.height))
    let thin = Self.smallestSide * Double(max(size.width, size.height)) - Double(min(people.width, people.height))
    let wanted = people.outset(by: Int(max(longer * Self.margin, thin / 2))).intersection(PixelRect(size))
    if let rect {
      let least = people.outset(by: Int(longer * Self.leastMargin)).intersection(PixelRect(size))
      if rect.contains(least), Double(rect.size.area) <= Self.mostExcess * Double(wanted.size.area) { return }
    }
    rect = Double(wanted.size.area) <= Self.largestShare * Double(size.area) ? wanted : nil
  }

  /// The rectangle round the values that count; nil without any. A row or column needs two of them, as one is noise.
  private static func extent<Value>(
    of values: ArraySlice<Value>, _ size: PixelSize, where counts: (Value) -> Bool
  ) -> PixelRect? {
    var columns = [Int](repeating: 0, count: size.width)
    var (top, bottom) = (size.height, 0)
    values.withUnsafeBufferPointer { values in
      columns.withUnsafeMutableBufferPointer { columns in
        for y in 0..<size.height {
          var inRow = 0
          for x in 0..<size.width where counts(values[y &* size.width &+ x]) {
            inRow &+= 1
            columns[x] &+= 1
          }
          if inRow > 1 { (top, bottom) = (min(top, y), y &+ 1) }
        }
      }
    }
    guard let left = columns.firstIndex(where: { $0 > 1 }), let right = columns.lastIndex(where: { $0 > 1 }),
      top < bottom
    else { return nil }
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom - top)
  }
}
