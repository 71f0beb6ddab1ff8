import Codes
import Imaging

/// How the codes of a stream are tracked: the settings of a ``CodeTracker``.
public struct CodeTracking: Sendable, Hashable {
  /// The types that are looked for, and no others.
  public var types: Set<MetadataObjectType>
  /// Maximum number of codes reported at once; those that were seen first stay.
  public var maximumCodes: Int
  /// The region of the upright picture in which codes are looked for.
  public var regionOfInterest: NormalizedRect
  /// How much is tried with the whole of a frame.
  public var effort: CodeDetector.Effort
  /// How far, in seconds, a code that was read is followed into the frames before and after in which it was not: from its
  /// place in one frame to that in the next. Scenes come as much later than their frames, and as many are in memory. 0 to
  /// look at no later frame.
  public var lookAhead: Double

  /// The settings of a ``CodeTracker``, with its defaults, and no look at later frames.
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

  /// A detector that looks for the same codes in a photo, as thoroughly as in any.
  func detector() throws(CodeError) -> CodeDetector {
    try CodeDetector(
      types: types, maximumCodes: maximumCodes, regionOfInterest: regionOfInterest, effort: .thorough)
  }

  func tracker() throws(CodeError) -> CodeTracker {
    try CodeTracker(
      types: types, maximumCodes: maximumCodes, regionOfInterest: regionOfInterest, effort: effort)
  }
}
