import Imaging

/// A picture from which the pixels of faces are taken.
protocol CropSource: Sendable {
  /// The upright picture at its full size; crops are given in its pixels.
  var full: UprightPicture { get }

  /// A crop as `rgba8` of `side` pixels a side, from a level of the picture that has enough pixels; nil if the crop is
  /// not usable.
  func pixels(of crop: FaceCrop, side: Int) throws(FaceError) -> PixelBuffer?
}

extension CropSource {
  /// The size of the upright picture, in pixels.
  var size: PixelSize { full.size }
}
