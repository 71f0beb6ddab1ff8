/// The destination of the mattes of a photo to which an effect is applied.
public enum MatteDestination: String, Sendable, Hashable, CaseIterable {
  /// Into the file as auxiliary images, if its format supports them (`PhotoFormat.holds(_:)`); otherwise nowhere.
  case embed
  /// To the caller (``ProcessedPhoto/separateMattes``), as files beside the photo; the photo's file carries none.
  case beside
  /// Nowhere.
  case none
}
