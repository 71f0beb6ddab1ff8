import MatteKit

extension MatteSet {
  /// The reason for which there is no matte: no person was found, or the requested parts of the people are not visible.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that were to be made.
  ///   - faces: the faces that were found.
  package func reasonForNone(of kinds: Set<MatteKind>, faces: [Face]) -> String {
    guard !faces.isEmpty || (confidence ?? 0) >= 0.5 else { return "no person was found, so there are no mattes" }
    return "it shows no \(kinds.map(\.rawValue).sorted().joined(separator: " and no ")), so there are no mattes"
  }
}
