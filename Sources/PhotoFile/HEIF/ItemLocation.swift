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
    let sizes = try reader.uint16()
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else {
      throw .malformed("'iloc' has numbers of a size that is not 0, 4 or 8")
    }
    let count = try version < 2 ? reader.uint16() : Int(reader.uint32())
    guard count <= limits.items else {
      throw .limitExceeded(ReadingLimits.refusal("locations of \(count) items", limits.items, "items"))
    }

    var locations: [UInt32: ItemLocation] = [:]
    for _ in 0..<count {
      let id = try version < 2 ? UInt32(reader.uint16()) : reader.uint32()
      let method = version == 0 ? 0 : try reader.uint16() & 15
      let dataReference = try reader.uint16()
      let baseOffset = try reader.integer(byteCount: baseSize)
      let extentCount = try reader.uint16()
      guard extentCount <= limits.extents else {
        throw .limitExceeded(
          ReadingLimits.refusal("item \(id) lies in \(extentCount) pieces", limits.extents, "extents"))
      }
      var extents: [Extent] = []
      for _ in 0..<extentCount {
        _ = try reader.integer(byteCount: indexSize)
        let (offset, overflow) = baseOffset.addingReportingOverflow(try reader.integer(byteCount: offsetSize))
        guard !overflow else { throw .malformed("item \(id) lies outside the file") }
        extents.append(Extent(offset: offset, length: try reader.integer(byteCount: lengthSize)))
      }
      let bases: [Base] = [.file, .itemData, .items]
      guard method < bases.count, dataReference == 0 else { continue }
      locations[id] = ItemLocation(base: bases[method], extents: extents)
    }
    return locations
  }
}
