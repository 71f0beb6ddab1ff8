/// The source of the mattes that effects on a photo use.
public enum MatteSource: String, Sendable, Hashable, CaseIterable {
  /// The mattes that the photo's file carries, an iPhone's or corrected by hand; the others are made.
  case auto
  /// Only the mattes that the photo's file carries.
  case file
  /// All are made, and replace those in the file.
  case make
}
