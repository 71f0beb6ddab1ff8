import Imaging
import Inference
import Kernels

/// Searches a still picture for candidates: both detectors on the whole picture and on tiles of it at several scales.
struct FaceSearch: Sendable {
  let shortRange: BlazeFace
  let fullRange: BlazeFace
  let settings: FaceAnalysisSettings
  /// The lowest score of a candidate.
  var minimumScore: Float
  /// Whether only the whole picture is searched, for faces that fill much of it.
  var onlyLarge = false

  /// What a search found.
  struct SearchResult: Sendable {
    /// In pixels of the upright picture, one per face, best first.
    var candidates: [FaceCandidate]
    /// The picture with the smaller scales that were searched.
    let pyramid: PicturePyramid
  }

  func found(in picture: UprightPicture) throws(FaceError) -> SearchResult {
    let smallest = onlyLarge ? .infinity : settings.smallestFace(in: picture.size)
    let full = DetectionLevel.levels(
      for: picture.size, tile: fullRange.kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.fullRange,
      minimumFace: smallest, smallestDetected: FaceAnalysisSettings.smallestDetected.fullRange,
      maximumTiles: settings.maximumTiles)
    let short = DetectionLevel.levels(
      for: picture.size, tile: shortRange.kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.shortRange,
      minimumFace: smallest, smallestDetected: FaceAnalysisSettings.smallestDetected.shortRange,
      maximumTiles: FaceAnalysisSettings.maximumShortRangeTiles)
    var jobs: [Job] = []
    // Finest scale first: each coarser one is reduced from the one before.
    var source = picture
    var pyramid = PicturePyramid(picture)
    for level in full.sorted(by: { $0.size.area > $1.size.area }) {
      source = try scaled(source, to: level.size)
      pyramid.add(source)
      jobs += level.tiles.map { Job(detector: fullRange, pixels: source.stored, tile: $0) }
    }
    for level in short {
      let pixels = try scaled(picture.size.area > level.size.area * 16 ? source : picture, to: level.size).stored
      jobs += level.tiles.map { Job(detector: shortRange, pixels: pixels, tile: $0) }
    }
    return SearchResult(
      candidates: NonMaximumSuppression.onePerFace(try run(jobs, for: picture.size)), pyramid: pyramid)
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
    let longSide = FaceAnalysisSettings.rotatedLongSide
    let scale = min(1, Double(longSide) / Double(longest))
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
    let pixels: PixelBuffer
    let tile: PixelRect
  }

  private func scaled(_ picture: UprightPicture, to size: PixelSize) throws(FaceError) -> UprightPicture {
    do {
      return UprightPicture(try picture.scaled(to: size), orientation: .up)
    } catch {
      throw .pixels(error)
    }
  }

  private func run(_ jobs: [Job], for size: PixelSize) throws(FaceError) -> [FaceCandidate] {
    let results = concurrentMap(jobs.count) { index in
      let job = jobs[index]
      return Result { () throws(InferenceError) in
        let found = try job.detector.candidates(in: job.pixels, region: job.tile, minimumScore: minimumScore)
        let scale = SIMD2(
          Float(size.width) / Float(job.pixels.width), Float(size.height) / Float(job.pixels.height))
        return found.filter { !Self.isCut($0, by: job.tile, of: job.pixels.size) }
          .map { candidate in candidate.mapped { $0 * scale } }
      }
    }
    var found: [FaceCandidate] = []
    for result in results {
      do {
        found += try result.get()
      } catch {
        throw .network(error)
      }
    }
    return found
  }

  /// Whether a candidate reaches over a tile's edge inside the picture: a neighboring tile shows it whole.
  static func isCut(_ candidate: FaceCandidate, by tile: PixelRect, of size: PixelSize) -> Bool {
    (tile.minX > 0 && candidate.minimum.x < Float(tile.minX))
      || (tile.minY > 0 && candidate.minimum.y < Float(tile.minY))
      || (tile.maxX < size.width && candidate.maximum.x > Float(tile.maxX))
      || (tile.maxY < size.height && candidate.maximum.y > Float(tile.maxY))
  }
}
