/// Where the mattes come from that effects on a photo work through.
public enum MatteSource: String, Sendable, Hashable, CaseIterable {
  /// From the photo's file those that it carries, an iPhone's or corrected by hand; the others are made.
  case auto
  /// From the photo's file; what it does not carry is not there.
  case file
  /// All are made, and take the places of those in the file.
  case make
}
