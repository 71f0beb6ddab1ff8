import Imaging

extension PhotoOutput {
  /// The events of one photo, in the order in which they come (AVFoundation's `AVCapturePhotoCaptureDelegate`).
  public enum Event: Sendable {
    /// The request is accepted, and the next frame will be the photo.
    case willBeginCapture(ResolvedPhotoSettings)
    /// The frame is being taken. The grab is the frame before it, shown while the photo is processed; nil if there is
    /// none.
    case willCapturePhoto(ResolvedPhotoSettings, grab: Frame?)
    /// The frame is taken.
    case didCapturePhoto(ResolvedPhotoSettings)
    /// The photo is complete.
    case didFinishProcessing(CapturedPhoto)
    /// The last event of the request, with an error if there is no photo.
    case didFinishCapture(ResolvedPhotoSettings, CaptureError?)
  }
}
