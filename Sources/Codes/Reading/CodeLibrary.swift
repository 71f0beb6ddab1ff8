import CZXing
import FoundationEssentials
import Inference

/// The loaded zxing-cpp library. May be shared by threads: its function table does not change, and the functions keep
/// no state between calls.
final class CodeLibrary: @unchecked Sendable {
  let handle: OpaquePointer
  /// The file that it was loaded from.
  let path: String

  /// Loading the same library again is cheap: the system keeps one copy of it.
  ///
  /// - Parameter folder: where it is; nil to search the folders of ``SearchOrder``.
  init(folder: String?) throws(CodeError) {
    let folders = folder.map { [$0] } ?? SearchOrder.ofProcess.codeReader.map(\.path)
    guard let path = folders.lazy.compactMap(Self.library).first else {
      throw .libraryMissing(searched: folders, reason: nil)
    }
    var handle: OpaquePointer?
    var message = [CChar](repeating: 0, count: 1024)
    guard cz_library_open(path, &handle, &message, message.count) == 0, let handle else {
      throw .libraryMissing(searched: folders, reason: String(cText: message))
    }
    (self.handle, self.path) = (handle, path)
  }

  var version: String { String(cString: cz_library_version(handle)) }

  /// The library in a folder: the plain name, or one with the number of its interface.
  private static func library(in folder: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("libZXing.so") }.min().map { "\(folder)/\($0)" }
  }
}
