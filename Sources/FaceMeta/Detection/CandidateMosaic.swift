import Imaging
import Kernels

/// Doubtful candidates in one input of ``CenterFace``, each smaller than alone: most are not faces, and the network
/// rejects four of those in one run.
struct CandidateMosaic {
  /// The maximum number of candidates across and down.
  private static let side = 2
  /// The most candidates in a mosaic.
  static let capacity = side * side
  /// The width of the shown part of the picture, in widths of the face.
  private static let shown: Float = 2

  let pixels: PixelBuffer
  /// The place of each candidate in the pixels, in the candidates' order; nil for one outside the picture.
  let places: [FaceCandidate?]

  /// - Parameters:
  ///   - candidates: at most ``capacity``, in pixels of the upright picture.
  ///   - inputSide: of the network's square input, in pixels.
  init(of candidates: [FaceCandidate], inputSide: Int, from picture: some CropSource) throws(FaceError) {
    var pixels = PixelBuffer(size: PixelSize(width: inputSide, height: inputSide), format: .rgba8)
    var places: [FaceCandidate?] = []
    let partSide = inputSide / Self.side
    for (index, candidate) in candidates.prefix(Self.capacity).enumerated() {
      let longest = max(candidate.extent.x, candidate.extent.y)
      var window = CenterFace.crop(FaceCrop(candidate))
      window.side = Self.shown * longest
      guard let part = try picture.pixels(of: window, side: partSide) else {
        places.append(nil)
        continue
      }
      let (left, top) = (index % Self.side * partSide, index / Self.side * partSide)
      pixels.replace(PixelRect(x: left, y: top, width: partSide, height: partSide), with: part)
      let center = SIMD2(Float(left), Float(top)) + Float(partSide) / 2
      let half = candidate.extent / window.side * Float(partSide) / 2
      places.append(FaceCandidate(minimum: center - half, maximum: center + half, points: [], score: 0))
    }
    self.pixels = pixels
    self.places = places
  }

  /// Whether a mosaic shows enough round a candidate; for a face that the picture's edge cuts it does not.
  static func canShow(_ candidate: FaceCandidate, of size: PixelSize) -> Bool {
    let (start, end) = (candidate.minimum - candidate.extent, candidate.maximum + candidate.extent)
    return start.min() > 0 && end.x < Float(size.width) && end.y < Float(size.height)
  }
}
