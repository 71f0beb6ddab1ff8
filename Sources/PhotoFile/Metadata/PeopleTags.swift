import Imaging

/// Microsoft's people tags in an XMP document (`MP:RegionInfo`), as written by Windows Photo Gallery and digiKam:
/// names, and rectangles in fractions of the stored picture, each by its upper left corner.
struct PeopleTags {
  private let document: XMPDocument
  private let list: String
  private let rectangle: String

  init(_ document: XMPDocument) {
    self.document = document
    let info = "\(document.prefix(of: .microsoftPhoto))RegionInfo"
    list = "\(info)/\(document.prefix(of: .microsoftRegionInfo))Regions"
    rectangle = "\(document.prefix(of: .microsoftRegion))Rectangle"
  }

  /// Indices start at 1. This is the first index without an item, or one past `limit`.
  func firstFreeIndex(upTo limit: Int) -> Int {
    var index = 1
    while index <= limit, document.contains(.microsoftPhoto, "\(list)[\(index)]") { index += 1 }
    return index
  }

  /// The rectangle of a person's face; nil for a person without one.
  func area(at index: Int) -> NormalizedRect? {
    guard let text = document.text(.microsoftPhoto, "\(list)[\(index)]/\(rectangle)") else { return nil }
    let numbers = text.split { $0 == "," || $0 == " " }.compactMap { Double($0) }
    guard numbers.count == 4, abs(numbers[0]) <= 2, abs(numbers[1]) <= 2, numbers[2] > 0, numbers[2] <= 4,
      numbers[3] > 0, numbers[3] <= 4
    else { return nil }
    return NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func set(_ rect: NormalizedRect, at index: Int) {
    let numbers = [rect.minX, rect.minY, rect.width, rect.height].map(RegionList.decimal)
    document.set(.microsoftPhoto, "\(list)[\(index)]/\(rectangle)", to: numbers.joined(separator: ", "))
  }

  func remove(at index: Int) { document.remove(.microsoftPhoto, "\(list)[\(index)]") }
}
