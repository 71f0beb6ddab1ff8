/// The destination of the mattes of a photo to which an effect is applied.
public enum MatteDestination: String, Sendable, Hashable, CaseIterable {
  /// Into the file as auxiliary images, if its format has a place for them (`PhotoFormat.holds(_:)`); else nowhere.
  case embed
  /// To the caller (``ProcessedPhoto/separateMattes``), to be files beside the photo; the photo's file carries none.
  case beside
  /// Nowhere.
  case none
}
