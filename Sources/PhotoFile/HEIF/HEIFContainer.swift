/// The items of a HEIF file, what is known of them, and where their bytes lie (ISO/IEC 23008-12).
struct HEIFContainer {
  let bytes: [UInt8]
  /// The picture that the file is about.
  let primaryID: UInt32
  let items: [UInt32: ItemInfo]
  let references: [ItemReference]
  private let locations: [UInt32: ItemLocation]
  private let associations: [UInt32: [AssociatedProperty]]
  /// The range of `idat`, where grids keep their payload.
  private let itemData: Range<Int>?

  /// Reads the boxes of a file. No picture is decoded and no item's bytes are touched.
  init(bytes: [UInt8], limits: ReadingLimits) throws(HEIFFault) {
    guard bytes.count <= limits.fileBytes else {
      throw .limitExceeded(ReadingLimits.refusal("a file of \(bytes.count) bytes", limits.fileBytes, "fileBytes"))
    }
    self.bytes = bytes
    var file = BoxReader(bytes: bytes)
    var meta: Box?
    // What follows `meta` is pixels; a file that is cut there still says what it holds.
    while meta == nil, let box = try file.box(limits: limits) {
      if box.type == "meta" { meta = box }
    }
    guard let meta else { throw .malformed("there is no 'meta' box") }

    var reader = BoxReader(bytes: bytes, box: meta)
    _ = try reader.fullBoxHeader()
    var primaryID: UInt32?
    var items: [ItemInfo] = []
    var references: [ItemReference] = []
    var locations: [UInt32: ItemLocation] = [:]
    var associations: [UInt32: [AssociatedProperty]] = [:]
    var itemData: Range<Int>?
    var seen: Set<FourCC> = []
    for box in try reader.boxes(limits: limits) {
      // None of those read here may come twice; of two, readers differ in which they believe.
      if ["hdlr", "pitm", "iinf", "iref", "iprp", "iloc", "idat"].contains(box.type) {
        guard seen.insert(box.type).inserted else { throw .malformed("'meta' holds more than one '\(box.type)'") }
      }
      switch box.type {
      case "hdlr":
        var reader = BoxReader(bytes: bytes, box: box)
        try reader.skip(8)
        let handler = try reader.fourCC()
        guard handler == "pict" else { throw .unsupported("the file holds '\(handler)', not pictures") }
      case "pitm":
        var reader = BoxReader(bytes: bytes, box: box)
        let (version, _) = try reader.fullBoxHeader()
        primaryID = try version == 0 ? UInt32(reader.uint16()) : reader.uint32()
      case "iinf": items = try ItemInfo.items(box, in: bytes, limits: limits)
      case "iref": references = try ItemReference.references(box, in: bytes, limits: limits)
      case "iprp": associations = try ItemProperty.properties(box, in: bytes, limits: limits)
      case "iloc": locations = try ItemLocation.locations(box, in: bytes, limits: limits)
      case "idat": itemData = box.payload
      default: break
      }
    }
    self.items = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    guard let primaryID, self.items[primaryID] != nil else { throw .malformed("there is no primary picture") }
    self.primaryID = primaryID
    self.references = references
    self.locations = locations
    self.associations = associations
    self.itemData = itemData
  }

  /// The properties of an item in the order in which they apply.
  ///
  /// Throws if one of them is unknown and essential.
  func properties(of id: UInt32) throws(HEIFFault) -> [ItemProperty] {
    let associated = associations[id] ?? []
    for association in associated where association.isEssential {
      if case .other(let type) = association.property {
        throw .unsupported("item \(id) needs the property '\(type)'")
      }
    }
    return associated.map(\.property)
  }

  /// The items that a reference of `type` leads to from an item.
  func targets(of type: FourCC, from id: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.from == id }.flatMap(\.to)
  }

  /// The items from which a reference of `type` leads to an item, in the order of their numbers.
  func sources(of type: FourCC, to id: UInt32) -> [UInt32] {
    Set(references.lazy.filter { $0.type == type && $0.to.contains(id) }.map(\.from)).sorted()
  }

  /// The first bytes of an item, as far as they lie in one piece; fewer than `count` if it is shorter or cut off.
  func start(of id: UInt32, count: Int) throws(HEIFFault) -> [UInt8] {
    guard let location = locations[id], let extent = location.extents.first else {
      throw .malformed("item \(id) has no place in the file")
    }
    guard location.base != .items else {
      throw .unsupported("item \(id) is made of other items' bytes (construction method 2)")
    }
    let space = location.base == .file ? bytes.indices : itemData ?? 0..<0
    guard extent.offset <= UInt64(space.count) else { throw .malformed("item \(id) lies outside the file") }
    let length = extent.length == 0 ? count : Int(min(extent.length, UInt64(count)))
    return Array(bytes[space].dropFirst(Int(extent.offset)).prefix(length))
  }

  /// The bytes that items have together, counting each time those that several share. Of items that lie beyond the end of
  /// a file that was cut short nothing is counted.
  func byteCount(of ids: [UInt32]) -> Int {
    var sum = 0
    for location in ids.compactMap({ locations[$0] }) {
      let space = UInt64(location.base == .file ? bytes.count : itemData?.count ?? 0)
      for extent in location.extents where extent.offset <= space && extent.length <= space - extent.offset {
        // No more than items * extents * file.
        sum &+= Int(extent.length == 0 ? space - extent.offset : extent.length)
      }
    }
    return sum
  }

  /// The bytes of an item, at most `limit` of them.
  ///
  /// - Parameter name: the property of ``ReadingLimits`` that the limit comes from.
  func data(of id: UInt32, limit: Int = .max, _ name: StaticString? = nil) throws(HEIFFault) -> [UInt8] {
    guard let location = locations[id] else { throw .malformed("item \(id) has no place in the file") }
    let space: Range<Int>
    switch location.base {
    case .file: space = bytes.indices
    case .itemData:
      guard let itemData else { throw .malformed("item \(id) lies in 'idat', which is not there") }
      space = itemData
    case .items: throw .unsupported("item \(id) is made of other items' bytes (construction method 2)")
    }
    var ranges: [Range<Int>] = []
    var count = 0
    for extent in location.extents {
      let range = try ItemLocation.range(of: extent, in: space, item: id)
      ranges.append(range)
      count += range.count
      guard count <= limit else {
        let found = "item \(id) has \(count) bytes or more"
        throw .limitExceeded(name.map { ReadingLimits.refusal(found, limit, $0) } ?? found)
      }
      guard count <= bytes.count else { throw .malformed("item \(id) has more bytes than the file") }
    }
    var data: [UInt8] = []
    data.reserveCapacity(count)
    for range in ranges { data += bytes[range] }
    return data
  }
}
