/// The items of a HEIF document in the order of their entries. Finding an item by its number takes constant time.
struct ItemTable: Sendable {
  private var items: [HEIFDocument.Item] = []
  private var places: [UInt32: Int] = [:]

  /// - Precondition: no number occurs twice.
  init(_ items: [HEIFDocument.Item] = []) {
    self.items = items
    reindex()
  }

  /// The place of the item with a number.
  func place(of id: UInt32) -> Int? { places[id] }

  mutating func insert(_ item: HEIFDocument.Item, at place: Int) {
    items.insert(item, at: place)
    if place == items.count - 1 {
      places[item.id] = place
    } else {
      reindex()
    }
  }

  mutating func removeAll(where isRemoved: (HEIFDocument.Item) -> Bool) {
    items.removeAll(where: isRemoved)
    reindex()
  }

  private mutating func reindex() {
    places = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ItemTable: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  subscript(place: Int) -> HEIFDocument.Item {
    get { items[place] }
    set {
      let old = items[place].id
      items[place] = newValue
      guard newValue.id != old else { return }
      places[old] = nil
      places[newValue.id] = place
    }
  }
}
