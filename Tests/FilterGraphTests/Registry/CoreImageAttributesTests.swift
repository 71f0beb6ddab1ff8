import FoundationEssentials
import Imaging
import Testing

@testable import FilterGraph

/// Compares the registry with a dump of the live attributes of Core Image's filters (the rows of our filters of
/// `CIFilter.attributes`, as collected by dagronf/CIFilterFactory at 0612970).
@Suite struct CoreImageAttributesTests {
  struct Row: CustomStringConvertible {
    let filter, key, kind, type, defaultText, least, greatest: String
    var description: String { "\(filter) \(key)" }
  }

  static let rows: [Row] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "core-image-filter-attributes.tsv")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(
        filter: fields[0], key: fields[2], kind: fields[3], type: fields[4], defaultText: fields[5],
        least: fields[6], greatest: fields[7])
    }
  }()

  /// Keys whose values exist only on Apple's systems.
  static let unsupported: Set<String> = [
    "CIDepthBlurEffect inputAuxDataMetadata", "CIDepthBlurEffect inputCalibrationData",
    "CIDepthBlurEffect inputGainMap", "CIDepthBlurEffect inputShape",
  ]

  /// Keys that Core Image does not have, where text can be coloured only by its attributes.
  static let added: Set<String> = ["CITextImageGenerator inputColor"]

  static func numbers(_ text: String) -> [Double] {
    // "CGPoint(x: 0.5, y: 0.5)", "[0 1 0 0]" and the like; names such as "m11" hold digits that are no values.
    text.split { "()[], ".contains($0) }.filter { !$0.hasSuffix(":") }.compactMap { Double($0) }
  }

  @Test func `every Core Image name is in the dump`() {
    let known = Set(Self.rows.map(\.filter))
    let missing = FilterRegistry.all.compactMap(\.coreImageName).filter { !known.contains($0) }
    #expect(missing.isEmpty)
    #expect(known.count >= 105)
  }

  @Test func `every key is Core Image's, and none is left out`() throws {
    for filter in FilterRegistry.all {
      guard let name = filter.coreImageName else { continue }
      let rows = Self.rows.filter { $0.filter == name && !Self.unsupported.contains($0.description) }
      let keys = Set(rows.map(\.key)).subtracting(["inputImage"])
      let own = filter.parameters.map(\.coreImageKey).filter { !Self.added.contains("\(name) \($0)") }
      #expect(Set(own) == keys, "\(name)")
      #expect(rows.contains { $0.key == "inputImage" } != filter.isGenerator, "\(name)")
    }
  }

  @Test func `every range is Core Image's`() throws {
    for row in Self.rows where row.key != "inputImage" && !Self.unsupported.contains(row.description) {
      let filter = try FilterRegistry.filter(named: row.filter)
      let parameter = try filter.parameter(named: row.key)
      #expect(parameter.range?.lowerBound ?? -.infinity == Double(row.least) ?? -.infinity, "\(row)")
      #expect(parameter.range?.upperBound ?? .infinity == Double(row.greatest) ?? .infinity, "\(row)")
    }
  }

  @Test func `every default is Core Image's, except for positions in its sample picture`() throws {
    for row in Self.rows where row.key != "inputImage" && !Self.unsupported.contains(row.description) {
      let filter = try FilterRegistry.filter(named: row.filter)
      let parameter = try filter.parameter(named: row.key)
      let expected = Self.numbers(row.defaultText)
      switch parameter.defaultValue {
      case .number(let number)?: #expect([number] == expected, "\(row)")
      case .boolean(let flag)?: #expect(row.defaultText.isEmpty ? !flag : "\(flag)" == row.defaultText, "\(row)")
      case .vector(let numbers)?: #expect(numbers == expected, "\(row)")
      case .point(let point)?:
        // The dump wrote x twice.
        #expect(point.x == expected.first, "\(row)")
        if point.x == 0 || row.type == "Offset" && point.x <= 1 { #expect(point.y == expected.last, "\(row)") }
      case .transform(let map)?: #expect([map.a, map.b, map.c, map.d, map.tx, map.ty] == expected, "\(row)")
      case .rect(let rect)?:
        let isUnbounded = expected.first.map { $0 < -1e300 } ?? true
        if !isUnbounded {
          #expect([rect.x, rect.y, rect.width, rect.height].map { Double($0) } == expected, "\(row)")
        }
      case .color?, .colorSpace?, .text?: #expect(row.defaultText.isEmpty, "\(row)")
      case .image?, .data?, nil:
        // What must be given, or depends on the image: a centre, the corners, an extent.
        let depends = parameter.contextualDefault != nil && ["Position", "Rectangle", "Image", ""].contains(row.type)
        #expect(parameter.isRequired && row.defaultText.isEmpty || depends, "\(row)")
      }
    }
  }
}
