import MatteKit
import SystemPackage

/// The names of matte files beside a photo.
package enum MatteFileName {
  /// `portrait.hair.png` beside `portrait.webp`, in the same folder.
  ///
  /// - Parameter output: the photo's file.
  static func place(of kind: MatteKind, beside output: FilePath) -> FilePath {
    FilePath(root: output.root, output.names.dropLast()).appending(name(of: kind, beside: output))
  }

  /// `portrait.hair.png` for `folder/portrait.webp`.
  package static func name(of kind: MatteKind, beside output: FilePath) -> FilePath {
    FilePath(bytes: output.stemBytes + Array(".\(kind.rawValue).png".utf8))
  }
}

extension MatteSet {
  /// The files for the mattes beside a result, by the result's place.
  func files(beside output: FilePath) throws -> [(place: FilePath, bytes: [UInt8])] {
    try map { (MatteFileName.place(of: $0.kind, beside: output), try Photo(pixels: $0.pixels).data(as: .png)) }
  }
}
