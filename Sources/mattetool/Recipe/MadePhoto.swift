import MatteKit

/// The file that a photo became, with what was found in it.
struct MadePhoto: Sendable {
  let bytes: [UInt8]
  let faces: [Face]
  /// Those that the file carries.
  let mattes: [MatteKind]
  /// One sentence each, without the photo's name.
  let warnings: [String]
}
