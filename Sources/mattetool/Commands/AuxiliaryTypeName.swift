import ArgumentParser
import MatteKit

/// An auxiliary image's type as it is written on the command line: `hair`, `gain-map`, or a URN.
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
