/// A gain map's metadata as XMP (Adobe, "Gain map specification", 1.0), which Android's Ultra HDR uses.
enum GainMapXMP {
  /// The version that pictures and maps state.
  static let version = "1.0"

  /// The metadata in a gain map's own packet; nil if it has none. The packet of the base picture states only the
  /// version.
  static func metadata(_ packet: [UInt8]) -> GainMapMetadata? {
    // Most packets of further pictures are Apple's.
    guard packet.contains("hdr-gain-map") else { return nil }
    let metadata = XMPDocument.reading(packet) { document -> GainMapMetadata? in
      let prefix = document.prefix(of: .hdrGainMap)
      func number(_ path: String) -> Double? { document.text(.hdrGainMap, prefix + path).flatMap { Double($0) } }
      func numbers(_ name: String, _ absent: Double?) -> [Double]? {
        if let one = number(name) { return [one] }
        let three = (1...3).compactMap { number("\(name)[\($0)]") }
        if three.count == 3 { return three }
        return document.contains(.hdrGainMap, prefix + name) ? nil : absent.map { [$0] }
      }
      guard document.text(.hdrGainMap, prefix + "Version") != nil, let maximum = numbers("GainMapMax", nil),
        let minimum = numbers("GainMapMin", 0), let gamma = numbers("Gamma", 1),
        let base = numbers("OffsetSDR", 1.0 / 64), let alternate = numbers("OffsetHDR", 1.0 / 64),
        let capacity = number("HDRCapacityMax")
      else { return nil }
      let lists = [minimum, maximum, gamma, base, alternate]
      let channels = (0..<(lists.contains { $0.count == 3 } ? 3 : 1)).map { place in
        let values = lists.map { $0.count == 3 ? $0[place] : $0[0] }
        return GainMapMetadata.Channel(
          minimum: values[0], maximum: values[1], gamma: values[2], baseOffset: values[3], alternateOffset: values[4])
      }
      let lowest = number("HDRCapacityMin") ?? 0
      let isHDR = document.text(.hdrGainMap, prefix + "BaseRenditionIsHDR") == "True"
      guard isHDR else {
        return GainMapMetadata(channels: channels, baseHeadroom: lowest, alternateHeadroom: capacity)
      }
      // The offsets are named by their picture's role, not by which picture is stored.
      let swapped = channels.map {
        GainMapMetadata.Channel(
          minimum: $0.minimum, maximum: $0.maximum, gamma: $0.gamma, baseOffset: $0.alternateOffset,
          alternateOffset: $0.baseOffset)
      }
      return GainMapMetadata(channels: swapped, baseHeadroom: capacity, alternateHeadroom: lowest)
    }
    return metadata ?? nil
  }

  /// The packet to write with a map: its own properties, and the metadata.
  ///
  /// Nil for a map from a picture of high dynamic range to one of standard range: those are stated in binary form.
  static func packet(_ metadata: GainMapMetadata, in packet: [UInt8]? = nil) -> [UInt8]? {
    guard metadata.leadsToHDR else { return nil }
    if let packet, self.metadata(packet)?.isAbout(metadata) == true { return packet }
    return XMPDocument.editing(packet, wrapped: false) { document in
      let prefix = document.prefix(of: .hdrGainMap)
      func set(_ name: String, _ values: [Double]) {
        document.remove(.hdrGainMap, prefix + name)
        if Set(values).count == 1 {
          document.set(.hdrGainMap, prefix + name, to: "\(values[0])")
        } else {
          document.makeArray(.hdrGainMap, prefix + name)
          for (place, value) in values.enumerated() {
            document.set(.hdrGainMap, prefix + "\(name)[\(place + 1)]", to: "\(value)")
          }
        }
      }
      document.set(.hdrGainMap, prefix + "Version", to: version)
      set("GainMapMin", metadata.channels.map(\.minimum))
      set("GainMapMax", metadata.channels.map(\.maximum))
      set("Gamma", metadata.channels.map(\.gamma))
      set("OffsetSDR", metadata.channels.map(\.baseOffset))
      set("OffsetHDR", metadata.channels.map(\.alternateOffset))
      set("HDRCapacityMin", [metadata.baseHeadroom])
      set("HDRCapacityMax", [metadata.alternateHeadroom])
      document.set(.hdrGainMap, prefix + "BaseRenditionIsHDR", to: "False")
    }
  }
}

extension GainMapMetadata {
  /// Whether the parameters are equal except for the rounding of fractions and text.
  fileprivate func isAbout(_ other: GainMapMetadata) -> Bool {
    func numbers(_ metadata: GainMapMetadata) -> [Double] {
      let channels = metadata.channels.count == 3 ? metadata.channels : Array(repeating: metadata.channels[0], count: 3)
      return channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
        + [metadata.baseHeadroom, metadata.alternateHeadroom]
    }
    return zip(numbers(self), numbers(other)).allSatisfy { abs($0 - $1) < 1e-4 }
  }
}

extension Sequence<UInt8> where Self: BidirectionalCollection {
  /// Whether the bytes of a string occur in these.
  func contains(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      guard let first = wanted.first else { return true }
      var place = startIndex
      while let found = self[place...].firstIndex(of: first) {
        if self[found...].starts(with: wanted) { return true }
        place = index(after: found)
      }
      return false
    }
  }
}
