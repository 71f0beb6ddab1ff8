/// The condition of a write, which the store checks atomically with the write.
enum WriteCondition: Hashable {
  /// There is no object of that name.
  case isNew
  /// The object of that name still has this version, an entity tag without quotation marks.
  case isStill(etag: String)

  var header: (name: String, value: String) {
    switch self {
    case .isNew: ("if-none-match", "*")
    case .isStill(let etag): ("if-match", etag.contains("\"") ? etag : "\"\(etag)\"")
    }
  }
}
