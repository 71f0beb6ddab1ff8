import COpenVINO

extension MKPort {
  /// The name as a string.
  var title: String {
    withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The extents, -1 where any is taken.
  var shape: [Int] {
    get {
      withUnsafeBytes(of: extents) { bytes in
        bytes.bindMemory(to: Int64.self).prefix(Int(rank)).map { Int(clamping: $0) }
      }
    }
    set {
      rank = Int32(clamping: newValue.count)
      withUnsafeMutableBytes(of: &extents) { bytes in
        let extents = bytes.bindMemory(to: Int64.self)
        for (index, extent) in newValue.prefix(extents.count).enumerated() { extents[index] = Int64(extent) }
      }
    }
  }
}
