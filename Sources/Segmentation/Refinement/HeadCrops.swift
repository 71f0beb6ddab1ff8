import Imaging

/// Chooses the close-ups of a picture's heads by how large its prediction shows them.
struct HeadCrops {
  private let picture: MattePicture
  /// The size of the network's input for the whole picture.
  private let wholeInput: PixelSize
  /// The regions that were predicted, or the whole picture, with the scale of each.
  private let regions: [(rect: PixelRect, scale: Double)]

  /// The maximum enlargement of a close-up: input pixels per pixel of the picture itself, along a side. In a blurred
  /// enlargement the networks miss hair, and then the whole head. Frames are less sharp than photos.
  private static let enlargement = (photo: 2.0, frame: 1.25)

  /// - Parameter parts: the predictions of the picture.
  init(for picture: MattePicture, shownBy parts: [ShownPrediction], settings: QualitySettings) {
    self.picture = picture
    let usual = MatteNetwork.inputSize(
      for: picture.size, longSide: settings.wholeInput(for: picture.subjects).longSide)
    // The input of a photo that a head fills is smaller. That of a group is larger, which close-ups need not be.
    let whole = parts.first { $0.rect == PixelRect(picture.size) && $0.prediction.inputSize.area < usual.area }
    wholeInput = whole?.prediction.inputSize ?? usual
    regions = parts.map { ($0.rect, $0.scale) }
  }

  /// The close-up of the head of a face; nil if the picture's prediction shows it about as large.
  ///
  /// - Parameter longSide: the long side of the network's input for a square close-up, in pixels.
  func crop(for face: Face, longSide: Int) -> HeadCrop? {
    let bounds = face.bounds.pixels(in: picture.size)
    let enlargement = picture.subjects == .foreground ? Self.enlargement.photo : Self.enlargement.frame
    return HeadCrop(
      for: face, in: picture.size, longSide: longSide, wholeInput: wholeInput,
      maximumScale: enlargement * picture.source.detail,
      scale: regions.first { !$0.rect.intersection(bounds).isEmpty }?.scale)
  }
}
