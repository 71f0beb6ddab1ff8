import MatteKit
import SystemPackage

/// A glob pattern as in shells: `*`, `?`, `[a-z]`, `[!a-z]`, and `**` for any number of folders.
///
/// No wildcard but `**` matches a slash, and none matches a dot at a name's start.
struct GlobPattern {
  /// The path before the first name with a wildcard.
  let root: FilePath
  private let parts: [[UInt8]]

  /// Nil if the path has no wildcard.
  init?(_ path: FilePath) {
    let names = path.names
    guard let first = names.firstIndex(where: { Self.hasWildcard($0.bytes) }) else { return nil }
    root = FilePath(root: path.root, names[..<first])
    parts = names[first...].map(\.bytes)
  }

  private static func hasWildcard(_ name: [UInt8]) -> Bool { name.contains { "*?[".utf8.contains($0) } }

  /// The findings of a pattern.
  struct Findings {
    /// The files, as paths relative to ``root``, in the same order each time.
    var files: [FilePath] = []
    /// Folders that may contain matches but cannot be read.
    var unreadable: [UnreadableFolder] = []
  }

  /// The files that the pattern names.
  func findings() -> Findings {
    var found = Findings()
    let start = root.isEmpty ? FilePath(".") : root
    var seen = Set([start.identity].compactMap(\.self))
    add(FilePath(), parts: parts[...], to: &found, seen: &seen)
    var known: Set<FilePath> = []
    found.files = found.files.filter { known.insert($0).inserted }.sorted(by: FilePath.precedes)
    known = []
    found.unreadable = found.unreadable.filter { known.insert($0.path).inserted }
    return found
  }

  private func add(
    _ folder: FilePath, parts: ArraySlice<[UInt8]>, to found: inout Findings, seen: inout Set<FileIdentity>
  ) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    let isDeep = part == Array("**".utf8)
    if isDeep { add(folder, parts: rest, to: &found, seen: &seen) }
    let place = root.isEmpty && folder.isEmpty ? FilePath(".") : root.appending(folder)
    let names: [FilePath.Component]
    do throws(Errno) {
      names = try Folder.names(in: place)
    } catch {
      // A folder that does not exist has no files.
      if error != .noSuchFileOrDirectory, error != .notDirectory {
        found.unreadable.append(UnreadableFolder(path: place, relative: folder, reason: "\(error)"))
      }
      return
    }
    for name in names {
      let bytes = name.bytes
      guard isDeep ? bytes.first != UInt8(ascii: ".") : Self.matches(bytes[...], part[...]) else { continue }
      let path = folder.appending(name)
      guard let status = try? root.appending(path).stat() else { continue }
      if status.isFolder {
        if isDeep {
          // Each folder once, because a loop of links has no end.
          if seen.insert(status.identity).inserted { add(path, parts: parts, to: &found, seen: &seen) }
        } else {
          add(path, parts: rest, to: &found, seen: &seen)
        }
      } else if rest.isEmpty {
        found.files.append(path)
      }
    }
  }

  /// Whether a name matches a component of a pattern.
  static func matches(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    guard name.first != UInt8(ascii: ".") || pattern.first == UInt8(ascii: ".") else { return false }
    return continues(name, pattern)
  }

  private static func continues(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    // The pattern after the last star, and the rest of the name that the star does not match. Backtracking only to the
    // last star bounds the time.
    var (name, pattern) = (name, pattern)
    var star: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
    while true {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.dropFirst()
        star = (pattern, name)
        continue
      }
      if name.isEmpty, pattern.isEmpty { return true }
      if !name.isEmpty, let (restOfName, restOfPattern) = step(name, pattern) {
        (name, pattern) = (restOfName, restOfPattern)
        continue
      }
      guard let last = star, !last.name.isEmpty else { return false }
      let shorter = last.name.dropFirst()
      star = (last.pattern, shorter)
      (name, pattern) = (shorter, last.pattern)
    }
  }

  /// The rests of both after one matching character; nil if it does not match.
  private static func step(
    _ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    guard let first = name.first, let sign = pattern.first else { return nil }
    switch sign {
    case UInt8(ascii: "?"):
      // A UTF-8 character counts as one, however many bytes it has.
      return (name.dropFirst().drop { $0 & 0xC0 == 0x80 }, pattern.dropFirst())
    case UInt8(ascii: "["):
      guard let end = pattern.dropFirst(2).firstIndex(of: UInt8(ascii: "]")) else { break }
      var set = pattern[(pattern.startIndex + 1)..<end]
      let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
      if isNegated { set = set.dropFirst() }
      var isIn = false
      while let low = set.popFirst() {
        if set.first == UInt8(ascii: "-"), let high = set.dropFirst().first {
          set = set.dropFirst(2)
          if low <= high, (low...high).contains(first) { isIn = true }
        } else if low == first {
          isIn = true
        }
      }
      return isIn != isNegated ? (name.dropFirst(), pattern[(end + 1)...]) : nil
    default: break
    }
    return sign == first ? (name.dropFirst(), pattern.dropFirst()) : nil
  }
}
