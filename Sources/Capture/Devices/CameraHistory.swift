import FoundationEssentials

/// The cameras that a user chose and used, by their unique IDs, the last first. A value.
struct CameraHistory: Codable, Hashable {
  /// The cameras that the user chose.
  var chosen: [String] = []
  /// The cameras that gave frames.
  var used: [String] = []

  /// Older choices do not count as preferences.
  private static let limit = 10

  mutating func choose(_ identifier: String) { Self.put(identifier, first: &chosen) }
  mutating func use(_ identifier: String) { Self.put(identifier, first: &used) }

  private static func put(_ identifier: String, first list: inout [String]) {
    list.removeAll { $0 == identifier }
    list.insert(identifier, at: 0)
    list = Array(list.prefix(limit))
  }

  /// The history in a file; empty if there is none or it is damaged, because preferences are learnt again.
  init(contentsOf file: URL) {
    self.init()
    guard let data = try? Data(contentsOf: file), let read = try? JSONDecoder().decode(Self.self, from: data) else {
      return
    }
    self = read
  }

  init() {}

  func write(to file: URL) throws(CaptureError) {
    do {
      try JSONEncoder().encode(self).write(to: file, options: .atomic)
    } catch {
      throw .failed(device: file.path, reason: "the history of cameras cannot be written: \(error)")
    }
  }
}
