import Imaging
import Inference
import Kernels

/// Looks for candidates all over a picture: both detectors on the whole of it and on tiles of it at several sizes.
struct FaceSearch: Sendable {
  let shortRange: BlazeFace
  let fullRange: BlazeFace
  let settings: FaceAnalysisSettings
  /// The lowest score of a candidate.
  var minimumScore: Float
  /// Whether only faces that fill much of the picture are looked for.
  var onlyLarge = false

  /// What is found in a picture.
  struct Found: Sendable {
    /// In pixels of the upright picture, the best first, one a face.
    var candidates: [FaceCandidate]
    /// The picture with the smaller ones of it that were searched.
    let pyramid: PicturePyramid
  }

  func found(in picture: UprightPicture) throws(FaceError) -> Found {
    let smallest = onlyLarge ? .infinity : settings.smallestFace(in: picture.size)
    let full = DetectionLevel.levels(
      for: picture.size, tile: fullRange.kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.fullRange,
      minimumFace: smallest, smallestSeen: FaceAnalysisSettings.smallestDetected.fullRange,
      maximumTiles: settings.maximumTiles)
    let short = DetectionLevel.levels(
      for: picture.size, tile: shortRange.kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.shortRange,
      minimumFace: smallest, smallestSeen: FaceAnalysisSettings.smallestDetected.shortRange,
      maximumTiles: FaceAnalysisSettings.maximumShortRangeTiles)
    var jobs: [Job] = []
    // The finest level first: each coarser one is made from the one before.
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
    return Found(candidates: NonMaximumSuppression.oneEach(try run(jobs, for: picture.size)), pyramid: pyramid)
  }

  /// The candidates that are found when the picture is looked at from its other three sides, in pixels of the upright
  /// picture, with their points turned as the faces are.
  ///
  /// - Parameter onlyLarge: whether the whole picture alone is looked at, and not parts of it.
  func candidatesLyingDown(in pyramid: PicturePyramid, onlyLarge: Bool) throws(FaceError) -> [FaceCandidate] {
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
    return NonMaximumSuppression.oneEach(found)
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
    let answers = concurrentMap(jobs.count) { index in
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
    for answer in answers {
      do {
        found += try answer.get()
      } catch {
        throw .network(error)
      }
    }
    return found
  }

  /// Whether a candidate reaches over an edge of the tile where the picture goes on: a neighbour sees it whole.
  static func isCut(_ candidate: FaceCandidate, by tile: PixelRect, of size: PixelSize) -> Bool {
    (tile.minX > 0 && candidate.minimum.x < Float(tile.minX))
      || (tile.minY > 0 && candidate.minimum.y < Float(tile.minY))
      || (tile.maxX < size.width && candidate.maximum.x > Float(tile.maxX))
      || (tile.maxY < size.height && candidate.maximum.y > Float(tile.maxY))
  }
}
