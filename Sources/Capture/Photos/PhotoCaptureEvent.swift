import Imaging

/// The events of one photo, in the order in which they come (AVFoundation's `AVCapturePhotoCaptureDelegate`).
public enum PhotoCaptureEvent: Sendable {
  /// The request is accepted, and the next frame will be the photo.
  case willBeginCapture(ResolvedPhotoSettings)
  /// The frame is being taken. The grab is the frame that came before it, to be shown while the photo is worked on; nil where
  /// the photo is the first frame of all.
  case willCapturePhoto(ResolvedPhotoSettings, grab: Frame?)
  /// The frame is taken.
  case didCapturePhoto(ResolvedPhotoSettings)
  /// The photo is there.
  case didFinishProcessing(CapturedPhoto)
  /// Nothing more is told of the request; the error where there is no photo.
  case didFinishCapture(ResolvedPhotoSettings, CaptureError?)
}
