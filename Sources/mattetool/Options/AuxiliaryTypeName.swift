import ArgumentParser
import MatteKit

/// The type of an auxiliary image on the command line: `hair`, `gain-map`, or a URN.
struct AuxiliaryTypeName: ExpressibleByArgument {
  let type: AuxiliaryImageType

  /// The short names.
  static let words = MatteKind.allCases.map(\.rawValue) + ["depth", "gain-map"]

  init?(argument: String) {
    guard let type = AuxiliaryImageType(name: argument) else { return nil }
    self.type = type
  }

  static var allValueStrings: [String] { [] }
}
