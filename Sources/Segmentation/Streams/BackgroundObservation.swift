import Imaging

/// The cells of a later frame of a stream: what it shows of the background. A value, some 500 KB.
package struct BackgroundObservation: Sendable {
  /// The time of the frame.
  package let time: MediaTime
  /// The size of the upright half-size picture, in pixels.
  let size: PixelSize
  let cells: FrameCells

  /// - Parameters:
  ///   - picture: the upright half-size picture.
  ///   - parts: the predictions of its parts. There are no people elsewhere.
  ///   - time: the time of the frame.
  init(of picture: PixelBuffer, parts: [ShownPrediction], time: MediaTime) throws(SegmentationError) {
    self.time = time
    size = picture.size
    cells = try FrameCells(picture, parts, on: BackgroundModel(size: size).grid)
  }
}
