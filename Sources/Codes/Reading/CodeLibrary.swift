import CZXing
import FoundationEssentials
import Inference

/// zxing-cpp's library, loaded. May be shared by threads: the table of its functions does not change, and they keep
/// nothing between calls.
final class CodeLibrary: @unchecked Sendable {
  let handle: OpaquePointer
  /// The file that it was loaded from.
  let path: String

  /// Loading the same library again costs nothing: the system keeps one of each.
  ///
  /// - Parameter folder: where it is; nil to search the folders of ``SearchOrder``.
  init(folder: String?) throws(CodeError) {
    let folders = folder.map { [$0] } ?? SearchOrder.ofProcess.codeReader.map(\.path)
    guard let path = folders.lazy.compactMap(Self.library).first else {
      throw .libraryMissing(lookedIn: folders, reason: nil)
    }
    var handle: OpaquePointer?
    var message = [CChar](repeating: 0, count: 1024)
    guard cz_library_open(path, &handle, &message, message.count) == 0, let handle else {
      throw .libraryMissing(lookedIn: folders, reason: Self.text(message))
    }
    (self.handle, self.path) = (handle, path)
  }

  var version: String { String(cString: cz_library_version(handle)) }

  /// The library in a folder: the plain name, or one with the number of its interface.
  private static func library(in folder: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("libZXing.so") }.min().map { "\(folder)/\($0)" }
  }

  static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
