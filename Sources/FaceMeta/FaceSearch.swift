import Imaging

/// Which faces are searched for, in a photo and in the frames of a stream alike. A value.
///
/// ``FaceDetector`` and ``FaceTracker`` take one.
///
/// ```swift
/// let detector = try FaceDetector(FaceSearch(minimumFaceSize: 40), maximumFaces: 100)
/// ```
public struct FaceSearch: Sendable, Hashable {
  /// Faces below this confidence are not reported; `0...1`.
  public var minimumConfidence: Double
  /// Width of the smallest face to detect, in pixels of the upright picture; at least 8 are used. Faces below three
  /// quarters of it are not reported. Half the size takes up to four times as long.
  ///
  /// Nil detects faces of 16 pixels in a photo, in one above 48 megapixels of 24, and reports smaller ones that are
  /// found too. In a stream it stands for 1/64 of the picture's long side, at least 16 pixels.
  public var minimumFaceSize: Double?
  /// The region of the upright picture in which faces are searched for. Bounds are fractions of the whole picture.
  public var regionOfInterest: NormalizedRect

  /// By default the whole picture, and all faces that are more likely than not.
  ///
  /// - Parameters:
  ///   - minimumConfidence: see ``minimumConfidence``; `0...1`.
  ///   - minimumFaceSize: see ``minimumFaceSize``; in pixels.
  ///   - regionOfInterest: see ``regionOfInterest``; in the upright picture.
  public init(
    minimumConfidence: Double = 0.5, minimumFaceSize: Double? = nil, regionOfInterest: NormalizedRect = .full
  ) {
    self.minimumConfidence = minimumConfidence
    self.minimumFaceSize = minimumFaceSize
    self.regionOfInterest = regionOfInterest
  }
}
