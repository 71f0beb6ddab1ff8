import Imaging
import Inference
import Kernels

/// Searches a still picture for candidates: both detectors on the whole picture and on tiles of it at several scales;
/// at the finer scales only on windows where ``FaceRegionNetwork`` predicts a face, first on those of which it is most
/// certain, and on the others if these show a face.
struct MultiScaleFaceSearch: Sendable {
  private let networks: FaceNetworks
  private let detectors: FaceNetworks.Detectors
  let settings: FaceAnalysisSettings
  /// The lowest score of a candidate.
  var minimumScore: Float
  /// Whether only the whole picture is searched, for faces that fill much of it.
  var onlyLarge = false
  /// The width of the smallest face to detect, in pixels of the picture; nil for that of the settings.
  var smallestFace: Double?

  /// - Throws: ``FaceError/network(_:)`` if a detector cannot be loaded.
  init(_ networks: FaceNetworks, settings: FaceAnalysisSettings, minimumScore: Float) throws(FaceError) {
    self.networks = networks
    self.settings = settings
    self.minimumScore = minimumScore
    try networks.load([.fullRange, .shortRange])
    detectors = try networks.loadDetectors()
  }

  /// The result of a search.
  struct SearchResult: Sendable {
    /// The candidates, in pixels of the upright picture, one per face, best first.
    var candidates: [FaceCandidate]
    /// The picture with the smaller scales that were searched.
    let pyramid: PicturePyramid
  }

  func found(in picture: UprightPicture) throws(FaceError) -> SearchResult {
    let smallest = onlyLarge ? .infinity : smallestFace ?? settings.smallestFace(in: picture.size)
    let full = DetectionLevel.levels(
      for: picture.size, tile: detectors.fullRange.kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.fullRange,
      minimumFace: smallest, smallestDetected: FaceAnalysisSettings.smallestDetected.fullRange,
      maximumTiles: settings.maximumTiles)
    let short = DetectionLevel.levels(
      for: picture.size, tile: detectors.shortRange.kind.inputSize,
      overlap: FaceAnalysisSettings.tileOverlap.shortRange, minimumFace: smallest,
      smallestDetected: FaceAnalysisSettings.smallestDetected.shortRange,
      maximumTiles: FaceAnalysisSettings.maximumShortRangeTiles)
    // Finest scale first: each coarser one is reduced from the one before.
    var source = picture
    var pyramid = PicturePyramid(picture)
    var levels: [SearchLevel] = []
    for level in full.reversed() {
      source = try scaled(source, to: level.size)
      pyramid.add(source)
      levels.append(SearchLevel(level, picture: source))
    }
    try restrictToWindows(&levels)
    var jobs = levels.flatMap { level in windowJobs(level.regions, of: level) }
    for level in short {
      let large = pyramid.smallest(longSide: max(level.size.width, level.size.height))
      let level = SearchLevel(level, picture: try scaled(large, to: level.size))
      jobs += level.regions.map { Job(detector: detectors.shortRange, level: level, region: $0) }
    }
    var found = try run(jobs, for: picture.size)
    if zip(jobs, found).contains(where: { $0.level.isRestricted && Self.showsFace($1) }) {
      found += try run(levels.flatMap { windowJobs($0.furtherWindows, of: $0) }, for: picture.size)
    }
    return SearchResult(
      candidates: NonMaximumSuppression.onePerFace(Array(found.joined())), pyramid: pyramid)
  }

  private func windowJobs(_ regions: [PixelRect], of level: SearchLevel) -> [Job] {
    regions.map { Job(detector: detectors.fullRange, level: level, region: $0) }
  }

  private static func showsFace(_ candidates: [FaceCandidate]) -> Bool {
    candidates.contains { $0.score >= FaceAnalysisSettings.reliableScore }
  }

  /// The candidates found in the picture's other three orientations, in pixels of the upright picture, with their
  /// points turned as the faces are.
  ///
  /// - Parameter onlyLarge: whether only the whole picture is searched, and no tiles of it.
  func rotatedCandidates(in pyramid: PicturePyramid, onlyLarge: Bool) throws(FaceError) -> [FaceCandidate] {
    let picture = pyramid.full
    var search = self
    search.minimumScore = settings.candidateScore(FaceAnalysisSettings.rotatedScoreFraction)
    search.onlyLarge = onlyLarge
    let longest = max(picture.size.width, picture.size.height)
    let longSides = FaceAnalysisSettings.rotatedLongSide
    let longSide = onlyLarge ? longSides.onlyLarge : longSides.all
    let scale = min(1, Double(longSide) / Double(longest))
    search.smallestFace = settings.search.minimumFaceSize.map { $0 * scale } ?? FaceAnalysisSettings.rotatedFaceSize
    let upright = try scaled(pyramid.smallest(longSide: longSide), to: picture.size.scaled(by: scale))
    var found: [FaceCandidate] = []
    for turn in [Orientation.right, .left, .down] {
      let turned = UprightPicture(upright.stored, orientation: turn)
      let back = turn.inverse
      let (width, height) = (Float(turned.size.width), Float(turned.size.height))
      let extent = SIMD2(Float(picture.size.width), Float(picture.size.height))
      found += try search.found(in: turned).candidates.map { candidate in
        candidate.mapped { point in
          let place = back.apply(to: NormalizedPoint(x: Double(point.x / width), y: Double(point.y / height)))
          return SIMD2(Float(place.x), Float(place.y)) * extent
        }
      }
    }
    return NonMaximumSuppression.onePerFace(found)
  }

  /// One run of a detector.
  private struct Job: Sendable {
    let detector: BlazeFace
    let level: SearchLevel
    let region: PixelRect
  }

  /// Replaces the tiles of levels that have many by windows at places with possible faces.
  private func restrictToWindows(_ levels: inout [SearchLevel]) throws(FaceError) {
    var tiles: [(index: Int, region: PixelRect)] = []
    for (index, level) in levels.enumerated() where level.regions.count > FaceAnalysisSettings.ungatedTiles {
      tiles += DetectionLevel(
        size: level.picture.size, tile: FaceRegionNetwork.inputSize,
        overlap: FaceAnalysisSettings.tileOverlap.regions
      ).tiles.map { (index, $0) }
    }
    guard !tiles.isEmpty else { return }
    // Only large pictures need it.
    try networks.load([.regions])
    let regions = try networks.loadRegions()
    let results = concurrentMap(tiles.count) { [levels, tiles] number in
      let (index, region) = tiles[number]
      return Result { () throws(InferenceError) in
        try regions.places(
          in: levels[index].picture.stored, region: region, minimumScore: FaceAnalysisSettings.regionScore)
      }
    }
    var places = [[FaceRegionNetwork.Place]](repeating: [], count: levels.count)
    for (tile, result) in zip(tiles, results) {
      do {
        places[tile.index] += try result.get()
      } catch {
        throw .network(error)
      }
    }
    for index in Set(tiles.map(\.index)) { levels[index].restrict(to: places[index]) }
  }

  private func scaled(_ picture: UprightPicture, to size: PixelSize) throws(FaceError) -> UprightPicture {
    do {
      return UprightPicture(try picture.scaled(to: size), orientation: .up)
    } catch {
      throw .pixels(error)
    }
  }

  /// The candidates of each job, in pixels of a picture of `size`.
  private func run(_ jobs: [Job], for size: PixelSize) throws(FaceError) -> [[FaceCandidate]] {
    let results = concurrentMap(jobs.count) { index in
      let job = jobs[index]
      return Result { () throws(InferenceError) in
        let found = try job.level.candidates(of: job.detector, in: job.region, minimumScore: minimumScore)
        let level = job.level.picture.size
        let scale = SIMD2(Float(size.width) / Float(level.width), Float(size.height) / Float(level.height))
        return found.map { candidate in candidate.mapped { $0 * scale } }
      }
    }
    var found: [[FaceCandidate]] = []
    for result in results {
      do {
        found.append(try result.get())
      } catch {
        throw .network(error)
      }
    }
    return found
  }

  /// Whether a candidate reaches over a tile's edge inside the picture: a neighbouring tile shows it whole.
  static func isCut(_ candidate: FaceCandidate, by tile: PixelRect, of size: PixelSize) -> Bool {
    (tile.minX > 0 && candidate.minimum.x < Float(tile.minX))
      || (tile.minY > 0 && candidate.minimum.y < Float(tile.minY))
      || (tile.maxX < size.width && candidate.maximum.x > Float(tile.maxX))
      || (tile.maxY < size.height && candidate.maximum.y > Float(tile.maxY))
  }
}
