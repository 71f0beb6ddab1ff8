import Foundation
import MatteKit
import Support
import Testing

/// Files of iPhones, read, written and read again: nothing that they say is lost.
@Suite(.appleRoundTrips)
struct AppleRoundTripTests {
  private var trips: [AppleRoundTrips.Trip] { AppleRoundTrips.current?.trips ?? [] }

  @Test func `all files exist`() {
    #expect(trips.count == 3 * PhonePhotos.names.count * PhonePhotos.quick.count)
  }

  @Test func `metadata, profile and faces are the same bytes, and so are mattes without lossy coding`() throws {
    for trip in trips where !trip.isEdited {
      let name = trip.testDescription
      let (photo, back) = (try Photo(contentsOf: trip.original), try Photo(contentsOf: trip.file))
      #expect(back.pixels.size == photo.pixels.size && back.orientation == photo.orientation, "\(name)")
      #expect(back.faces == photo.faces, "\(name)")
      let (isSameMetadata, isSameSpace) = (
        back.metadata == photo.metadata, back.pixels.colorSpace == photo.pixels.colorSpace
      )
      #expect(isSameMetadata && isSameSpace, "\(name)")
      #expect(Self.difference(back.pixels, photo.pixels).mean < 4, "\(name)")
      #expect(back.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type), "\(name)")
      for (image, original) in zip(back.auxiliaryImages, photo.auxiliaryImages) {
        // In the format that it came in an image is not coded again, in HEIC not with loss.
        if trip.format == .heic || trip.format == trip.originalFormat {
          let isSame = image.pixels == original.pixels && image.xmp == original.xmp
          #expect(isSame, "\(name): \(image.type.rawValue)")
        } else {
          #expect(Self.difference(image.pixels, original.pixels).largest <= 2, "\(name): \(image.type.rawValue)")
          let hasTheSame = Self.properties(image.xmp).isSuperset(of: Self.properties(original.xmp))
          #expect(original.xmp != nil && hasTheSame, "\(name): \(image.type.rawValue)")
        }
      }
    }
  }

  @Test func `an edit changes nothing of EXIF but the thumbnail, which is made again`() throws {
    for trip in trips where trip.isEdited {
      let photo = try Photo(contentsOf: trip.original)
      let back = try Photo(contentsOf: trip.file)
      let (before, after) = (try #require(photo.metadata.exif), try #require(back.metadata.exif))
      #expect(before.count == after.count)
      let changed = before.indices.filter { before[$0] != after[$0] }
      let thumbnail = before.indices.first { before[$0...].starts(with: [0xFF, 0xD8, 0xFF]) } ?? before.count
      // Its length stands before it.
      let outside = changed.filter { $0 < thumbnail }
      #expect(outside.count <= 4 && (outside.last ?? 0) - (outside.first ?? 0) < 4, "\(trip)")
      #expect(changed.isEmpty == (thumbnail == before.count), "\(trip)")
      if thumbnail < before.count { #expect(after[thumbnail...].starts(with: [0xFF, 0xD8, 0xFF])) }
      #expect(back.faces.map(\.id) == [7], "\(trip)")
      // A gain map that nobody made anew is not true of other pixels.
      let types = photo.auxiliaryImages.map(\.type).filter { !$0.isGainMap }
      #expect(back.auxiliaryImages.map(\.type) == types, "\(trip)")
    }
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  func `exiftool reads the same values, without new warnings`() throws {
    let files = Set(trips.flatMap { [$0.original.path, $0.file.path] }).sorted()
    let found = try Self.values(of: files)
    let warnings = try OtherReaders.exiftoolLines(["-a", "-ee", "-s3", "-Warning", "-Error"], of: files)
    for trip in trips {
      let name = trip.testDescription
      let (before, after) = (found[trip.original.path] ?? [:], found[trip.file.path] ?? [:])
      #expect(before.count > 60, "\(name)")
      // A face takes the place of the phone's; the thumbnail goes with its directory.
      let owned: Set<String> =
        trip.isEdited
        ? Set(before.keys.filter { $0.hasPrefix("IFD1:") || $0.hasPrefix("XMP-mwg-rs:") } + ["XMP-x:XMPToolkit"]) : []
      for (key, value) in before where !owned.contains(key) {
        #expect(after[key] == value, "\(name): \(key)")
      }
      let added = Set(after.keys).subtracting(before.keys)
      #expect(
        trip.isEdited ? added.isSubset(of: ["XMP-mwg-rs:RegionInfo", "XMP-x:XMPToolkit"]) : added.isEmpty,
        "\(name): \(added)")
      let new = Set(warnings[trip.file.path] ?? []).subtracting(warnings[trip.original.path] ?? [])
      #expect(new.isEmpty, "\(name): \(new)")
    }
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  func `exiftool's validation reports nothing new in a file of the same format`() throws {
    let trips = trips.filter { $0.format == $0.originalFormat }
    let files = Set(trips.flatMap { [$0.original.path, $0.file.path] }).sorted()
    let warnings = try OtherReaders.exiftoolLines(["-validate", "-a", "-s3", "-Warning", "-Error"], of: files)
    for trip in trips {
      let new = Set(warnings[trip.file.path] ?? []).subtracting(warnings[trip.original.path] ?? [])
      #expect(new.allSatisfy { $0.hasSuffix("OK") || $0.contains(/^\d+ Warning/) }, "\(trip): \(new)")
    }
  }

  /// EXIF, maker notes, profile and the photo's own XMP of each file, as text by group and name.
  private static func values(of files: [String]) throws -> [String: [String: String]] {
    let program = try #require(OtherReaders.exiftool)
    let outcome = try MatteTool.run(
      program,
      ["-j", "-G1", "-struct", "--ThumbnailOffset", "-EXIF:all", "-MakerNotes:all", "-XMP:all", "-ICC_Profile:all"]
        + files)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]], "\(outcome.errors)")
    // HEIC mixes the auxiliary images' XMP with the photo's.
    let auxiliary = ["apdi", "HDRGainMap", "depth", "portrait", "semantic"].map { "XMP-" + $0 }
    var values: [String: [String: String]] = [:]
    for item in list {
      guard let file = item["SourceFile"] as? String else { continue }
      for (key, value) in item where key != "SourceFile" && !auxiliary.contains(where: key.hasPrefix) {
        let text = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
        values[file, default: [:]][key] = String(decoding: text, as: UTF8.self)
      }
    }
    return values
  }

  /// Elements of an XMP packet that hold text alone, as written.
  private static func properties(_ xmp: [UInt8]?) -> Set<Substring> {
    let text = String(decoding: xmp ?? [], as: UTF8.self)
    return Set(text.matches(of: /<([A-Za-z]+:[A-Za-z]+)>[^<]*<\/\1>/).map { text[$0.range] })
  }

  /// The largest and the mean difference of samples, looked at at some 100,000 places.
  private static func difference(_ first: PixelBuffer, _ second: PixelBuffer) -> (largest: Int, mean: Double) {
    guard first.size == second.size, first.format == second.format, first.rowBytes == second.rowBytes else {
      return (255, 255)
    }
    var (largest, sum, count) = (0, 0, 0)
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        for index in stride(from: 0, to: first.count, by: first.count / 100_000 | 1) {
          let difference = abs(Int(first[index]) - Int(second[index]))
          largest = max(largest, difference)
          sum += difference
          count += 1
        }
      }
    }
    return (largest, Double(sum) / Double(count))
  }
}
