import Imaging
import PhotoFile

/// A photo that was taken (AVFoundation's `AVCapturePhoto`). A value.
public struct CapturedPhoto: Sendable {
  /// What it became: 0x0 for mattes that did not come.
  public let resolvedSettings: ResolvedPhotoSettings
  /// The time of its frame, on the session's clock.
  public let time: MediaTime
  /// The picture with faces and mattes.
  public let photo: Photo
  /// The bytes of its file.
  public let fileData: [UInt8]

  /// A matte, turned as it is asked for; nil where nobody was in the picture, or it was not asked for.
  ///
  /// - Parameters:
  ///   - kind: what the matte is of.
  ///   - space: as the photo is stored, or upright.
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
