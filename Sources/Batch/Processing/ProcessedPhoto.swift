import MatteKit

/// The result of a photo, with what was found in it.
public struct ProcessedPhoto: Sendable {
  /// A whole file in the requested format.
  public internal(set) var data: [UInt8]
  /// The faces, in coordinates of the upright picture, the largest first.
  public let faces: [Face]
  /// The codes, in coordinates of the upright picture, the largest first; empty for effects that need none.
  public let codes: [MachineReadableCode]
  /// The mattes that the file carries.
  public let mattes: [MatteKind]
  /// Upright mattes for files of their own; empty unless ``MatteDestination/beside`` was requested.
  public let separateMattes: MatteSet
  /// The probability that the photo shows a person, `0...1`; nil if no mattes were made.
  public let confidence: Double?
  /// Reasons for which the faces or mattes may be wrong, a sentence each, without the photo's name.
  public let suspicious: [String]
  /// Warnings about limitations of the result, a sentence each, without the photo's name.
  public internal(set) var warnings: [String]

  package init(
    data: [UInt8], faces: [Face], codes: [MachineReadableCode] = [], mattes: [MatteKind],
    separateMattes: MatteSet = MatteSet(),
    confidence: Double? = nil, suspicious: [String] = [],
    warnings: [String]
  ) {
    self.data = data
    self.faces = faces
    self.codes = codes
    self.mattes = mattes
    self.separateMattes = separateMattes
    self.confidence = confidence
    self.suspicious = suspicious
    self.warnings = warnings
  }
}
