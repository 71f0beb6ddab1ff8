import Synchronization

/// The warnings from reading the pictures of a sequence: each message with the first picture and the number of
/// pictures.
package final class PictureWarnings: Sendable {
  private struct Entry {
    let message: String
    var files: Set<String>
    let first: String
  }

  private let entries = Mutex<[Entry]>([])
  private let sentences = Mutex<[String]>([])
  private let isOfOnePicture: Bool

  /// - Parameter isOfOnePicture: whether the name of the sequence is that of its only picture.
  init(isOfOnePicture: Bool) { self.isOfOnePicture = isOfOnePicture }

  /// Adds a message about the sequence itself.
  func add(_ message: String) { sentences.withLock { $0.append(message) } }

  func add(_ messages: [String], of file: String) {
    guard !messages.isEmpty else { return }
    entries.withLock { entries in
      for message in messages {
        if let index = entries.firstIndex(where: { $0.message == message }) {
          entries[index].files.insert(file)
        } else {
          entries.append(Entry(message: message, files: [file], first: file))
        }
      }
    }
  }

  /// One sentence each, so far.
  package var messages: [String] {
    sentences.withLock(\.self)
      + entries.withLock { entries in
        entries.map { entry in
          guard !isOfOnePicture else { return entry.message }
          let others = entry.files.count - 1
          let more = others == 0 ? "" : " (and \(others) more picture\(others == 1 ? "" : "s"))"
          return "\(entry.first)\(more): \(entry.message)"
        }
      }
  }
}
