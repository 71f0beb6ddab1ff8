import Codes
import Imaging

/// How the codes of a stream are tracked: the settings of a ``CodeTracker``.
public struct CodeTracking: Sendable, Hashable {
  /// The types that are searched for, and no others.
  public var types: Set<MetadataObjectType>
  /// Maximum number of codes reported at once; those that were seen first stay.
  public var maximumCodes: Int
  /// The region of the upright picture in which codes are searched for.
  public var regionOfInterest: NormalizedRect
  /// The effort for the search of a whole frame.
  public var effort: CodeDetector.Effort
  /// How far, in seconds, a code that was read is propagated into earlier and later frames in which it was not, between
  /// its places in the nearest frames. Scenes are delayed by as much, and as many are held in memory. 0 disables
  /// look-ahead.
  public var lookAhead: Double

  /// The settings of a ``CodeTracker``, with its defaults, without look-ahead.
  public init(
    types: Set<MetadataObjectType> = MachineReadableCode.standardTypes, maximumCodes: Int = 4,
    regionOfInterest: NormalizedRect = .full, effort: CodeDetector.Effort = .fast, lookAhead: Double = 0
  ) {
    self.types = types
    self.maximumCodes = maximumCodes
    self.regionOfInterest = regionOfInterest
    self.effort = effort
    self.lookAhead = lookAhead
  }

  /// A detector that searches for the same codes in a photo, at the effort of a photo.
  func detector() throws(CodeError) -> CodeDetector {
    try CodeDetector(
      types: types, maximumCodes: maximumCodes, regionOfInterest: regionOfInterest, effort: .thorough)
  }

  func tracker() throws(CodeError) -> CodeTracker {
    try CodeTracker(
      types: types, maximumCodes: maximumCodes, regionOfInterest: regionOfInterest, effort: effort)
  }
}
