import Checksums
import Glibc
import SystemPackage

/// A path is bytes that need not be UTF-8; `FilePath` provides them only as C strings.
extension FilePath {
  /// The path of these bytes, up to the first zero.
  package init(bytes: some Sequence<UInt8>) {
    self.init(platformString: bytes.prefix { $0 != 0 }.map { CInterop.PlatformChar(bitPattern: $0) } + [0])
  }

  /// Without the terminating zero.
  package var bytes: [UInt8] { withPlatformString { FilePath.bytes(of: $0) } }

  /// Whether `description` names the same file: the path is UTF-8.
  package var isText: Bool { String(validating: self) != nil }

  /// The path with all bytes but letters, digits and `-._~/` as `%` and two hexadecimal digits: a string that
  /// represents exactly these bytes.
  package var percentEncoded: String { PercentEncoding.encoded(bytes, keepingSlashes: true) }

  /// The path in messages: one that is not UTF-8 is percent-encoded, so that two of them never look the same.
  package var shown: String { isText ? description : percentEncoded }

  /// The folder that holds the file: `.` for a name alone, the root for itself.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? FilePath(".") : folder
  }

  /// The path after resolving symbolic links; nil if the system cannot resolve it, as for a missing file.
  package var resolved: FilePath? {
    guard let resolved = withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  fileprivate static func bytes(of string: UnsafePointer<CInterop.PlatformChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }
}

extension FilePath.Component {
  /// Without the terminating zero.
  package var bytes: [UInt8] { withPlatformString { FilePath.bytes(of: $0) } }
}
