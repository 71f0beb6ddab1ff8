import Glibc
import MatteKit
import SystemPackage

/// Mattes as files beside a photo's result that an earlier run left: of kinds that the photo does not show now.
package enum StaleMattes {
  /// The kinds of mattes that a command would have written, and has not.
  package static func kinds(of wanted: [MatteKind], besides written: [MatteKind]) -> [MatteKind] {
    wanted.filter { !written.contains($0) }
  }

  /// Removes a file, or a link to one, if it is there; a folder of that name stays.
  ///
  /// - Returns: whether it was there.
  /// - Throws: `unwritable`.
  package static func remove(_ file: FilePath) throws(PhotoFileError) -> Bool {
    guard let status = try? file.stat(followTargetSymlink: false), status.type != .directory else { return false }
    guard file.withPlatformString({ unlink($0) }) != 0, errno != ENOENT else { return true }
    throw .unwritable(
      file: file.description, reason: "it is of an earlier run, and cannot be removed: \(Errno(rawValue: errno))")
  }

  /// What is told of one that was removed.
  package static func warning(of kind: MatteKind, at place: String) -> String {
    "\(place) of an earlier run is removed: there is no \(kind.rawValue) matte now"
  }
}
