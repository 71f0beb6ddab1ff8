import Glibc
import Synchronization

/// The service's own folder for photos and results in progress. May be shared by threads.
final class Spool: Sendable {
  /// The system refused a file.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let folder: String
  private let number = Atomic(0)

  /// Creates a folder with a unique name.
  ///
  /// - Parameter parent: the folder that it is made in.
  /// - Throws: ``Fault``.
  init(in parent: String) throws(Fault) {
    var template = Array("\(parent)/mattetool-serve-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Fault(description: "\(parent): no folder can be created: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder, which is empty when nothing is in progress.
  func remove() {
    for name in Self.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// A place for one photo and its result.
  func place() -> Place {
    Place(folder: folder, number: number.add(1, ordering: .relaxed).newValue)
  }

  /// The files of one photo.
  struct Place: Sendable {
    fileprivate let folder: String
    fileprivate let number: Int

    var input: String { "\(folder)/\(number)-photo" }
    /// Without an extension, so that only the format decides.
    var output: String { "\(folder)/\(number)-result" }

    /// Mattes beside the result, by kind.
    var mattes: [(kind: String, path: String)] {
      let prefix = "\(number)-result."
      return Spool.names(in: folder).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".png") }.sorted().map { name in
        (String(name.dropFirst(prefix.count).dropLast(4)), "\(folder)/\(name)")
      }
    }

    func remove() {
      for (_, path) in mattes { unlink(path) }
      unlink(input)
      unlink(output)
    }
  }

  fileprivate static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
