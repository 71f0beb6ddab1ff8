import Imaging
import PhotoFile

/// A photo that an output has taken (AVFoundation's `AVCapturePhoto`). A value.
public struct CapturedPhoto: Sendable {
  /// The sizes of the photo and its mattes; 0x0 for mattes that are empty.
  public let resolvedSettings: ResolvedPhotoSettings
  /// The time of its frame, on the session's clock.
  public let time: MediaTime
  /// The picture with faces and mattes.
  public let photo: Photo
  /// The bytes of its file.
  public let fileData: [UInt8]

  /// A matte of the photo; nil if there is no person in the picture, or the matte was not requested.
  ///
  /// - Parameters:
  ///   - kind: the kind of matte.
  ///   - space: the coordinate space of the result: as the photo is stored, or upright.
  public func matte(_ kind: MatteKind, in space: CoordinateSpace = .stored) -> Matte? {
    guard let matte = photo.mattes[kind] else { return nil }
    guard space == .upright, photo.orientation != .up else {
      return Matte(kind: kind, pixels: matte.pixels, coordinateSpace: space, confidence: matte.confidence)
    }
    return Matte(
      kind: kind, pixels: matte.pixels.oriented(by: photo.orientation), coordinateSpace: .upright,
      confidence: matte.confidence)
  }
}
