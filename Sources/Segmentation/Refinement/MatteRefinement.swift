import Imaging
import Kernels

/// Refines the networks' predictions to the size of mattes: edges, close-ups of heads, brows and beards. May be shared
/// by threads.
struct MatteRefinement: Sendable {
  let networks: MatteNetworks
  let settings: QualitySettings

  /// The maximum enlargement of a close-up: input pixels per pixel of the picture itself, along a side. In a blurred
  /// enlargement the networks miss hair, and then the whole head. Frames are less sharp than photos.
  private static let enlargement = (photo: 2.0, frame: 1.25)

  /// One plane for each ``MatteChannel``, of the picture's size.
  ///
  /// - Parameters:
  ///   - parts: predictions of the picture; there are no people outside of them.
  ///   - background: the background's evidence from earlier frames; nil for a photo.
  ///   - networkTime: increased by the time of inference.
  func planes(
    of parts: consuming [ShownPrediction], in picture: MattePicture, background: BackgroundEvidence?,
    networkTime: inout Duration
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    let isWhole = parts.first?.rect == PixelRect(picture.size)
    let wholeInput =
      isWhole
      ? parts[0].prediction.inputSize
      : MatteNetwork.inputSize(for: picture.size, longSide: settings.wholeInput(for: picture.subjects).longSide)
    let scales = isWhole ? [] : parts.map { (rect: $0.rect, scale: $0.scale) }
    var planes = try refined(consume parts, of: picture)
    let heads = picture.faces.prefix(MatteGenerator.maximumCloseUps)
    let enlargement = picture.subjects == .foreground ? Self.enlargement.photo : Self.enlargement.frame
    for face in heads {
      guard let longSide = settings.closeUpLongSide else { break }
      let bounds = face.bounds.pixels(in: picture.size)
      guard HeadConfirmation.showsPerson(bounds, in: planes, of: PixelRect(picture.size)),
        let crop = HeadCrop(
          for: face, in: picture.size, longSide: longSide, wholeInput: wholeInput,
          maximumScale: enlargement * picture.source.detail,
          scale: scales.first { !$0.rect.intersection(bounds).isEmpty }?.scale)
      else { continue }
      let head = try head(in: crop, of: picture, background: background, networkTime: &networkTime)
      if HeadConfirmation.showsPerson(bounds, in: head, of: crop.rect) { crop.blend(head, into: &planes) }
    }
    if settings.refinesFacialHair { try FacialHair.apply(Array(heads), to: &planes, picture: picture.half) }
    MatteConsistency.apply(to: &planes)
    return planes
  }

  /// Refines the predictions of parts of a picture, to the picture's size.
  private func refined(
    _ parts: consuming [ShownPrediction], of picture: MattePicture
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var planes: PlanarBuffer<UInt8>?
    while var part = parts.popLast() {
      let shown = part.rect
      try CoarsePredictionCleanup.apply(
        to: &part.prediction.planes, step: part.prediction.step, faces: picture.faces,
        in: shown.normalized(in: picture.size), subjects: picture.subjects)
      // In frames, motion blur makes the band too wide, and earlier frames give more information.
      if picture.subjects == .foreground {
        try OutlineBand.apply(to: &part.prediction.planes, step: part.prediction.step)
      }
      let small = try refined((consume part).prediction, of: shown, in: picture)
      if shown == PixelRect(picture.size) { return small }
      planes = planes ?? PlanarBuffer(repeating: 0, size: picture.size, planeCount: small.planeCount)
      planes?.replace(shown, with: small)
    }
    return planes ?? PlanarBuffer(repeating: 0, size: picture.size, planeCount: MatteChannel.allCases.count)
  }

  /// Refines a cleaned-up prediction to the size of its part of the picture.
  private func refined(
    _ prediction: consuming CoarsePrediction, of part: PixelRect, in picture: MattePicture
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    let cut: PixelBuffer
    do {
      cut = part == PixelRect(picture.size) ? picture.half : try picture.half.resized(part, to: part.size)
    } catch {
      throw .kernel(error)
    }
    return try EdgeRefinement(step: prediction.step, trimap: settings.trimap(for: picture.subjects)).refined(
      prediction.planes, guide: prediction.guide, picture: cut)
  }

  /// Predicts a head once more from a close-up: planes of the crop's size.
  private func head(
    in crop: HeadCrop, of picture: MattePicture, background: BackgroundEvidence?, networkTime: inout Duration
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var prediction = try networks.predict(crop, of: picture, networkTime: &networkTime)
    background?.apply(to: &prediction.planes, in: crop.rect.normalized(in: picture.size))
    // The largest part need not be the person of the close-up.
    try CoarsePredictionCleanup.apply(to: &prediction.planes, faces: [], subjects: nil)
    return try refined(consume prediction, of: crop.rect, in: picture)
  }
}
