import Glibc
import MatteKit
import SystemPackage

/// Mattes beside a photo's result that an earlier run left, of kinds that the photo does not show now.
package enum StaleMattes {
  /// The kinds of mattes that a command could have written, and did not.
  package static func kinds(of wanted: [MatteKind], besides written: [MatteKind]) -> [MatteKind] {
    wanted.filter { !written.contains($0) }
  }

  /// Removes an existing file, or a link to one; a folder of that name stays.
  ///
  /// - Returns: whether it was there.
  /// - Throws: `unwritable`.
  package static func remove(_ file: FilePath) throws(PhotoFileError) -> Bool {
    guard let status = try? file.stat(followTargetSymlink: false), status.type != .directory else { return false }
    guard file.withPlatformString({ unlink($0) }) != 0, errno != ENOENT else { return true }
    throw .cannotWrite(file.shown, Errno(rawValue: errno), after: "it is of an earlier run, and cannot be removed: ")
  }

  /// The outcome for a file that may be a stale matte.
  package struct Outcome: Sendable {
    package let isRemoved: Bool
    /// One sentence.
    package let warning: String

    private init(isRemoved: Bool, warning: String) { (self.isRemoved, self.warning) = (isRemoved, warning) }

    package static func removed(_ kind: MatteKind, at place: String) -> Outcome {
      Outcome(isRemoved: true, warning: StaleMattes.warning(of: kind, at: place))
    }

    package static func kept(at place: String) -> Outcome {
      Outcome(
        isRemoved: false,
        warning: "\(place) may be of an earlier run, and stays: it is not an 8-bit gray PNG as mattes are")
    }
  }

  /// Removes a file that has a matte's name and can be one: the name alone does not prove it.
  ///
  /// - Parameter isOwn: whether it is known to be of an earlier run, whatever its content.
  /// - Returns: nil if it is not there.
  /// - Throws: `unwritable`.
  package static func remove(
    _ kind: MatteKind, at file: FilePath, isOwn: Bool = false
  ) throws(PhotoFileError) -> Outcome? {
    guard let status = try? file.stat(followTargetSymlink: false), status.type != .directory else { return nil }
    if !isOwn,
      (try? file.stat())?.type != .regular || !canBeMatte((try? PlainFile.read(file, atMost: startLength)) ?? [])
    {
      return .kept(at: file.shown)
    }
    return try remove(file) ? .removed(kind, at: file.shown) : nil
  }

  /// Number of bytes that ``canBeMatte(_:)`` reads.
  package static let startLength = 26

  /// Whether a file's start is that of an 8-bit gray PNG, as of all mattes.
  package static func canBeMatte(_ start: [UInt8]) -> Bool {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    // The width and the height, then the bit depth and the colour type.
    return start.count >= startLength && start.starts(with: signature) && start[24] == 8 && start[25] == 0
  }

  /// The warning about a matte that was removed.
  package static func warning(of kind: MatteKind, at place: String) -> String {
    "\(place) of an earlier run is removed: there is no \(kind.rawValue) matte now"
  }
}
