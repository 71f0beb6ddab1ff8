import Imaging
import Kernels

/// Refines the networks' predictions to the size of mattes: edges, close-ups of heads, brows and beards. May be shared
/// by threads.
struct MatteRefinement: Sendable {
  let networks: MatteNetworks
  let settings: QualitySettings
  /// Whether the networks stay loaded after a photo.
  var keepsNetworks = true

  /// One plane for each ``MatteChannel``, of the picture's size.
  ///
  /// - Parameters:
  ///   - parts: predictions of the picture, cleaned up; there are no people outside of them.
  ///   - background: the background's evidence from earlier frames; nil for a photo.
  ///   - networkTime: increased by the time of inference.
  func planes(
    of parts: consuming [ShownPrediction], in picture: MattePicture, background: BackgroundEvidence?,
    networkTime: inout Duration
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    let crops = HeadCrops(for: picture, shownBy: copy parts, settings: settings)
    let heads = picture.faces.prefix(MatteGenerator.maximumCloseUps)
    if !keepsNetworks, !heads.contains(where: { crops.crop(for: $0, longSide: settings.recoveryLongSide) != nil }) {
      networks.unload()
    }
    var planes = try refined(consume parts, of: picture)
    var recovery = HeadRecovery()
    if let longSide = settings.closeUpLongSide {
      for (number, face) in heads.enumerated() {
        let bounds = face.bounds.pixels(in: picture.size)
        guard HeadConfirmation.showsPerson(bounds, in: planes, of: PixelRect(picture.size)),
          let crop = crops.crop(for: face, longSide: longSide)
        else { continue }
        if let head = try head(in: crop, of: picture, background: background, networkTime: &networkTime) {
          crop.blend(head, into: &planes, within: picture.subjects == .foreground ? .crop : .head)
        }
        recovery.addCloseUp(of: face, number: number, in: planes)
      }
    }
    let missing = recovery.missing(of: heads, in: planes)
    for face in picture.subjects == .foreground ? missing[...] : missing.prefix(HeadRecovery.maximumInFrame) {
      guard let crop = crops.crop(for: face, longSide: settings.recoveryLongSide),
        let head = try head(in: crop, of: picture, background: background, networkTime: &networkTime)
      else { continue }
      crop.addHead(of: head, to: &planes)
    }
    if settings.refinesFacialHair { try FacialHair.apply(Array(heads), to: &planes, picture: picture.half) }
    MatteConsistency.apply(to: &planes)
    return planes
  }

  /// Refines the cleaned-up predictions of parts of a picture, to the picture's size.
  private func refined(
    _ parts: consuming [ShownPrediction], of picture: MattePicture
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var planes: PlanarBuffer<UInt8>?
    while var part = parts.popLast() {
      let shown = part.rect
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

  /// Predicts a head once more from a close-up: planes of the crop's size; nil if they do not show the face's person.
  private func head(
    in crop: HeadCrop, of picture: MattePicture, background: BackgroundEvidence?, networkTime: inout Duration
  ) throws(SegmentationError) -> PlanarBuffer<UInt8>? {
    var prediction = try networks.predict(crop, of: picture, networkTime: &networkTime)
    background?.apply(to: &prediction.planes, in: crop.rect.normalized(in: picture.size))
    // The largest part need not be the person of the close-up.
    try CoarsePredictionCleanup.apply(to: &prediction.planes, faces: [], subjects: nil)
    let head = try refined(consume prediction, of: crop.rect, in: picture)
    return HeadConfirmation.showsPerson(crop.face, in: head, of: crop.rect) ? head : nil
  }
}
