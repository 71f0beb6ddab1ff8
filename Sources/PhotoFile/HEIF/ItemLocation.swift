/// The location of an item's bytes (ISO/IEC 14496-12, 8.11.3).
struct ItemLocation: Hashable, Sendable {
  /// The origin of offsets.
  enum Base: Hashable, Sendable {
    case file
    case itemData
    /// Bytes of other items (construction method 2), which is not supported.
    case items
  }

  struct Extent: Hashable, Sendable {
    let offset: UInt64
    /// The length in bytes; 0 means up to the end.
    let length: UInt64
  }

  let base: Base
  let extents: [Extent]

  /// The range of one of an item's extents in the file.
  ///
  /// - Parameter space: the range that offsets count from.
  static func range(of extent: Extent, in space: Range<Int>, item: UInt32) throws(HEIFError) -> Range<Int> {
    guard extent.offset <= UInt64(space.count) else { throw .malformed("item \(item) lies outside the file") }
    let available = space.count - Int(extent.offset)
    let length = extent.length == 0 ? available : Int(clamping: extent.length)
    guard length <= available else {
      throw .malformed("item \(item) lies outside the file, which may have been cut short")
    }
    let start = space.lowerBound + Int(extent.offset)
    return start..<start + length
  }

  /// Reads an `iloc` box. Items in other files, or of unknown construction, are omitted.
  static func locations(
    _ box: Box, in bytes: [UInt8], limits: ReadingLimits
  ) throws(HEIFError) -> [UInt32: ItemLocation] {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    guard version <= 2 else { throw .unsupported("'iloc' of version \(version)") }
    let sizes = try FieldSizes(from: &reader, version: version)
    let count = try version < 2 ? reader.uint16() : Int(reader.uint32())
    guard count <= limits.items else {
      throw .limitExceeded(ReadingLimits.refusal("locations of \(count) items", limits.items, "items"))
    }

    var locations: [UInt32: ItemLocation] = [:]
    for _ in 0..<count {
      let id = try version < 2 ? UInt32(reader.uint16()) : reader.uint32()
      let method = version == 0 ? 0 : try reader.uint16() & 15
      let dataReference = try reader.uint16()
      let extents = try extents(ofItem: id, from: &reader, sizes: sizes, limits: limits)
      let bases: [Base] = [.file, .itemData, .items]
      guard method < bases.count, dataReference == 0 else { continue }
      locations[id] = ItemLocation(base: bases[method], extents: extents)
    }
    return locations
  }

  /// The sizes of an `iloc` box's numbers, in bytes.
  private struct FieldSizes {
    let offset, length, baseOffset, index: Int

    init(from reader: inout BoxReader, version: Int) throws(HEIFError) {
      let sizes = try reader.uint16()
      (offset, length) = (sizes >> 12, sizes >> 8 & 15)
      (baseOffset, index) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
      guard [offset, length, baseOffset, index].allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else {
        throw .malformed("'iloc' has numbers of a size that is not 0, 4 or 8")
      }
    }
  }

  private static func extents(
    ofItem id: UInt32, from reader: inout BoxReader, sizes: FieldSizes, limits: ReadingLimits
  ) throws(HEIFError) -> [Extent] {
    let baseOffset = try reader.integer(byteCount: sizes.baseOffset)
    let count = try reader.uint16()
    guard count <= limits.extents else {
      throw .limitExceeded(ReadingLimits.refusal("item \(id) lies in \(count) pieces", limits.extents, "extents"))
    }
    var extents: [Extent] = []
    for _ in 0..<count {
      _ = try reader.integer(byteCount: sizes.index)
      let (offset, overflow) = baseOffset.addingReportingOverflow(try reader.integer(byteCount: sizes.offset))
      guard !overflow else { throw .malformed("item \(id) lies outside the file") }
      extents.append(Extent(offset: offset, length: try reader.integer(byteCount: sizes.length)))
    }
    return extents
  }
}
