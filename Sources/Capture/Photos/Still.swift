import Imaging

/// A frame of which a photo is to be made.
struct Still {
  let frame: Frame
  let crop: FrameCrop
  /// What of the frame that is shown the photo shows.
  let view: FrameCrop

  init(_ shown: Frame, _ source: StillSource, _ size: PixelSize, factor: Double) {
    view = FrameCrop(factor: factor, of: shown.size, as: shown.size)
    let isWhole = size == shown.size && factor == 1
    var frame = isWhole ? shown : source.frame
    frame.orientation = shown.orientation
    self.frame = frame
    // The middle of what is shown, of the frame as the device gave it.
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
}
