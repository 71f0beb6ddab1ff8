import Imaging

/// A frame that becomes a photo. A value.
struct Still {
  let frame: Frame
  /// The part of the frame that becomes the photo, and the photo's size.
  let crop: FrameCrop
  /// The photo's part of the shown frame.
  let view: FrameCrop

  init(_ shown: Frame, _ source: StillSource, _ size: PixelSize, factor: Double) {
    view = FrameCrop(factor: factor, of: shown.size, as: shown.size)
    let isWhole = size == shown.size && factor == 1
    var frame = isWhole ? shown : source.frame
    frame.orientation = shown.orientation
    self.frame = frame
    // The middle of the shown part of the device's frame.
    var crop = isWhole ? view : source.shown
    if !isWhole {
      let part = crop.region
      let (width, height) = (part.width / factor, part.height / factor)
      crop.region = NormalizedRect(
        x: part.x + (part.width - width) / 2, y: part.y + (part.height - height) / 2, width: width, height: height)
      crop.size = size
    }
    self.crop = crop
  }

  /// Converts faces to upright coordinates of the photo.
  ///
  /// - Parameters:
  ///   - faces: faces found in the shown part, whose middle the photo shows; in stored coordinates.
  ///   - photo: the frame after its ``crop``.
  func faces(_ faces: [Face], in photo: Frame) -> [Face] {
    let stored = FrameGeometry.stored(size: photo.size, orientation: photo.orientation)
    let shown = stored.cropped(
      to: NormalizedRect(
        x: -view.region.x / view.region.width, y: -view.region.y / view.region.height, width: 1 / view.region.width,
        height: 1 / view.region.height))
    let upright = FrameGeometry(uprightSize: photo.orientation.apply(to: photo.size))
    return faces.map { face in
      var face = face.transformed(to: upright, from: shown)
      face.time = photo.time
      return face
    }
  }
}
