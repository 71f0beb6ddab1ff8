import Imaging

/// The regions of a picture with people, which are the network's inputs. People who fill a small part of the picture
/// are enlarged relative to the whole picture, at the same cost. In a stream, people who stand apart have regions of
/// their own.
///
/// Between predictions of the whole frame people are tracked by the predictions of their regions. The regions stay in
/// place while they fit, because a matte changes a little with its surroundings.
struct PeopleRegions: Sendable {
  /// The picture's size, in pixels: that of the upright half-size picture.
  let size: PixelSize
  /// The maximum number of regions. More groups of people share one region, because each region is a prediction of its
  /// own.
  let maximumCount: Int
  /// The regions, which are disjoint; none for the whole picture.
  private(set) var rects: [PixelRect] = []
  /// The input sizes of the network for the regions.
  var inputSizes = FrameInputSizes()
  /// The regions of people in the last frame; nil before the first.
  private var people: [PixelRect]?
  private var framesSinceWholePrediction = 0
  /// The presence in the last prediction of the whole frame; nil if the network has no such output.
  private(set) var presence: Double?

  /// The interval between predictions of the whole frame, in frames. A person who enters the frame is detected later by
  /// less than that.
  static let wholePredictionInterval = 2
  /// The least probability of a person in a prediction of the whole picture. It is low, because the network is
  /// uncertain about small or dim people, and a region that is too large costs less than a person who is cut.
  static let threshold: Float = 0.25
  /// Maximum number of times that regions may grow in one picture, because each costs another prediction.
  static let maximumGrowths = 2
  /// The distance by which an edge that cuts a person moves, as a fraction of the region's longer side.
  private static let growth = 0.3
  /// The margin round people, as a fraction of the longer side of their extent: the network misclassifies a part of a
  /// person alone.
  private static let margin = 0.12
  /// The minimum margin; below it the region moves.
  private static let leastMargin = 0.1
  /// Regions of a larger share of the picture's area gain too little.
  private static let largestShare = 0.75
  /// Several regions with a larger share of the area of the one region for all people gain too little.
  private static let largestShareOfOne = 0.7
  /// The ratio of the current to the needed area from which regions shrink.
  private static let mostExcess = 1.6
  /// The least longer side of somebody who is added to several regions, as a fraction of the picture's long side: smaller
  /// things are seldom people, and would enlarge a region for as long as it fits.
  private static let smallestPerson = 0.03
  /// The share of somebody's extent from which a region shows them. Where it cuts them it grows.
  private static let shownShare = 0.7
  /// The minimum side of a region, as a fraction of the picture's long side: something smaller need not be a person.
  private static let smallestSide = 0.2

  init(size: PixelSize, maximumCount: Int = 3) {
    self.size = size
    self.maximumCount = maximumCount
  }

  /// Whether the whole frame must be predicted before its regions are known: at the interval, and in each frame while
  /// the presence of a person is uncertain. Without regions, each prediction is one of the whole frame.
  var needsWholePrediction: Bool {
    let isDoubtful = presence.map { $0 < PresenceDecision.minimum } ?? false
    return people == nil
      || (!rects.isEmpty && (isDoubtful || framesSinceWholePrediction >= Self.wholePredictionInterval))
  }

  /// Updates the regions by a prediction of the whole picture.
  ///
  /// It shows people less precisely than the predictions of their regions, so that it adds people to several regions and
  /// moves none. A single region is placed anew: it costs nothing, and with a moving camera it would cut people.
  ///
  /// - Parameter faces: the faces in the picture. They add the heads of people whose bodies the prediction misses.
  mutating func update(by prediction: CoarsePrediction, faces: [Face] = []) {
    framesSinceWholePrediction = 0
    presence = prediction.presence
    let found = extents(in: prediction, of: PixelRect(size))
    let heads = faces.map(head)
    guard rects.count > 1 else {
      people = found + heads + (people ?? [])
      return place()
    }
    let least = Int(Self.smallestPerson * Double(max(size.width, size.height)))
    let added = (found.filter { max($0.width, $0.height) >= least } + heads).filter { !isShown($0) }
    people = added + (people ?? [])
    if !extend(to: added) { place() }
  }

  /// Whether one of the regions shows most of somebody.
  private func isShown(_ person: PixelRect) -> Bool {
    rects.contains { Double($0.intersection(person).size.area) >= Self.shownShare * Double(person.size.area) }
  }

  /// Adds people to several regions, which stay in place: otherwise predictions of the whole picture and of regions
  /// would take turns, because each shows people with slightly different extents.
  ///
  /// - Returns: whether the regions are still few and small enough; otherwise they are unchanged.
  private mutating func extend(to people: [PixelRect]) -> Bool {
    let extended = Self.merged(rects + people.map(shown)) { $0 }
    guard extended.count <= maximumCount, Self.area(of: extended) <= Self.largestShare * Double(size.area) else {
      return false
    }
    rects = extended
    return true
  }

  /// Grows a region if one of its edges inside the picture cuts a person.
  ///
  /// - Parameters:
  ///   - index: the region's, in ``rects``.
  ///   - prediction: the prediction of the region.
  /// - Returns: whether it has grown, so that the picture has to be predicted again.
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

  /// The region of a head and its shoulders, from its face.
  private func head(_ face: Face) -> PixelRect {
    let bounds = face.bounds
    return NormalizedRect(
      x: bounds.x - bounds.width, y: bounds.y - bounds.height, width: 3 * bounds.width, height: 4 * bounds.height
    ).pixels(in: size)
  }

  /// Updates the regions by the predictions of a frame, in which there are no people elsewhere.
  mutating func follow(_ parts: [ShownPrediction]) {
    framesSinceWholePrediction += 1
    people = parts.flatMap { extents(in: $0.prediction, of: $0.rect) }
    place()
  }

  /// The rectangles of people that a prediction of a part of the picture shows.
  private func extents(in prediction: CoarsePrediction, of part: PixelRect) -> [PixelRect] {
    let grid = prediction.planes.size
    let (width, height) = (Double(part.width) / Double(grid.width), Double(part.height) / Double(grid.height))
    return PeopleExtents.rects(in: prediction.planes[MatteChannel.portrait.rawValue], of: grid) { $0 > Self.threshold }
      .map { cells in
        let (left, top) = (Int(Double(cells.minX) * width), Int(Double(cells.minY) * height))
        return PixelRect(
          x: part.x + left, y: part.y + top, width: Int((Double(cells.maxX) * width).rounded(.up)) - left,
          height: Int((Double(cells.maxY) * height).rounded(.up)) - top)
      }
  }

  /// Moves the regions to the people, unless they fit already.
  private mutating func place() {
    let groups = Self.merged((people ?? []).filter { !$0.isEmpty }, shown)
    guard !groups.isEmpty else {
      rects = []
      return
    }
    let union = groups.dropFirst().reduce(groups[0]) { $0.union($1) }
    let (several, one) = (groups.map(shown), shown(union))
    let isApart =
      groups.count <= maximumCount
      && Self.area(of: several) <= Self.largestShareOfOne * Self.area(of: [one])
    let wanted = isApart ? several : [one]
    let isInside = (isApart ? groups : [union]).allSatisfy { group in
      let least = group.outset(by: Int(Double(max(group.width, group.height)) * Self.leastMargin))
        .intersection(PixelRect(size))
      return rects.contains { $0.contains(least) }
    }
    if isInside, Self.area(of: rects) <= Self.mostExcess * Self.area(of: wanted) { return }
    rects = Self.area(of: wanted) <= Self.largestShare * Double(size.area) ? wanted : []
  }

  /// The region of people with their margin.
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
}
