import Glibc
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Files that cost little to make and much to read are refused before any of their pictures is decoded.
@Suite struct RefusalTests {
  private func refusal(_ file: [UInt8], limits: ReadingLimits = .default) -> PhotoFileError? {
    failure { () throws(PhotoFileError) in
      _ = try Photo(data: file, name: "hostile", options: ReadingOptions(limits: limits))
    }
  }

  /// The statement of `ImageItem`: it exists before, and without, any decoding.
  private func structuralError(_ file: [UInt8]) -> PhotoFileError? {
    do throws(HEIFError) {
      let document = try HEIFDocument(file, limits: .default)
      let picture = try ImageItem(document.primaryID, in: document, limits: .default)
      try HEIFAuxiliary.admit(beside: picture, in: document, options: .default)
      return nil
    } catch {
      return error.fileError(in: "hostile")
    }
  }

  @Test func `19 KB with a thousand references to one tile are refused in 50 ms`() throws {
    for file in [try HostileHEIF.oneTileAThousandTimes(), try HostileHEIF.sharedBytesAThousandTimes()] {
      #expect((10_000..<100_000).contains(file.count))
      #expect(structuralError(file) != nil)
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      let error = refusal(file)
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      switch error {
      case .malformed, .limitExceeded: break
      default: Issue.record("\(String(describing: error))")
      }
      let seconds = Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
      #expect(seconds < 0.05)
    }
  }

  @Test func `auxiliary images that share their bytes are refused`() throws {
    let tile = try HostileHEIF.noisyTile()
    var assembler = HEIFAssembler()
    let tiles = (0..<4).map { _ in assembler.add(tile, isHidden: true) }
    HostileHEIF.addGrid(of: tiles, rows: 2, columns: 2, tileSide: 128, to: &assembler)
    let primary = assembler.primary
    for _ in 0..<2 {
      HostileHEIF.addGrid(of: tiles, rows: 2, columns: 2, tileSide: 128, to: &assembler)
      assembler.associate(.auxiliaryType(MatteKind.hair.urn, subtype: []), with: assembler.primary, isEssential: true)
      assembler.refer("auxl", from: assembler.primary, to: [primary])
    }
    assembler.primary = primary
    guard case .limitExceeded(_, let reason) = structuralError(assembler.file()) else {
      Issue.record("not refused")
      return
    }
    #expect(reason.contains("more than the file"))
  }

  @Test(arguments: ["iden", "jpeg", "unci", "mski", "avc1", "j2k1", "vvc1", "hev1", "tmap", "mime", "hvt1"])
  func `pictures of other types than HEVC's and AV1's are not decoded, whole or as tiles`(type: String) throws {
    let tile = try HostileHEIF.flatTile(64)
    let fourCC = FourCC(rawValue: type.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    for isTile in [false, true] {
      var assembler = HEIFAssembler()
      let item = assembler.add(type: fourCC, data: tile.data)
      assembler.associate(.imageSize(PixelSize(width: 64, height: 64)), with: item, isEssential: false)
      assembler.associate(.configuration(tile.configuration), with: item, isEssential: true)
      assembler.refer("dimg", from: item, to: [item])
      assembler.primary = item
      if isTile { HostileHEIF.addGrid(of: [item], rows: 1, columns: 1, tileSide: 64, to: &assembler) }
      guard case .unsupported = structuralError(assembler.file()) else {
        Issue.record("\(String(describing: structuralError(assembler.file())))")
        return
      }
      #expect(refusal(assembler.file()) == structuralError(assembler.file()))
    }
  }

  @Test func `an item of several HEVC pictures, or of none, is refused`() throws {
    let tile = try HostileHEIF.flatTile(64)
    for data in [tile.data + tile.data, []] {
      var assembler = HEIFAssembler()
      assembler.primary = assembler.add(CodedPicture(configuration: tile.configuration, data: data), isHidden: true)
      #expect(refusal(assembler.file()) != nil)
    }
  }

  @Test func `a picture of thousands of units is refused`() throws {
    let tile = try HostileHEIF.flatTile(64)
    // Access unit delimiters of two bytes, each after its length.
    let delimiters = (0..<2_000).flatMap { _ in [0, 0, 0, 2, 0x46, 0x01] as [UInt8] }
    var assembler = HEIFAssembler()
    assembler.primary = assembler.add(
      CodedPicture(configuration: tile.configuration, data: delimiters + tile.data), isHidden: true)
    guard case .limitExceeded = refusal(assembler.file()) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func `lists that grow with the square of the file are refused`() {
    let many = 20_000
    let files: [String: [UInt8]] = [
      "items": HostileHEIF.file { $0.fullBox("iinf") { $0.uint16(many) } },
      "properties": HostileHEIF.file {
        $0.box("iprp") { $0.box("ipco") { for _ in 0..<many { $0.box("free") { _ in } } } }
      },
      "associations": HostileHEIF.file {
        $0.box("iprp") {
          $0.box("ipco") { $0.box("irot") { $0.uint8(0) } }
          $0.fullBox("ipma") {
            $0.uint32(many)
            for _ in 0..<many {
              $0.uint16(1)
              $0.uint8(2)
              $0.uint16(0x0101)
            }
          }
        }
      },
      "empty associations": HostileHEIF.file {
        $0.box("iprp") {
          $0.fullBox("ipma") {
            $0.uint32(many)
            for _ in 0..<many { $0.uint32(0) }
          }
        }
      },
      "references": HostileHEIF.file {
        $0.fullBox("iref") {
          for _ in 0..<many / 100 {
            $0.box("cdsc") {
              $0.uint16(1)
              $0.uint16(100)
              for _ in 0..<100 { $0.uint16(1) }
            }
          }
        }
      },
      "boxes": HostileHEIF.file { for _ in 0..<many { $0.box("free") { _ in } } },
      "locations": HostileHEIF.file {
        $0.fullBox("iloc", version: 1) {
          $0.uint16(0x4400)
          $0.uint16(many)
        }
      },
      "extents": HostileHEIF.file {
        $0.fullBox("iloc", version: 1) {
          for number in [0x4400, 1, 1, 0, 0, 1_000] { $0.uint16(number) }
        }
      },
    ]
    for (name, file) in files {
      guard case .limitExceeded(_, let reason) = refusal(file) else {
        Issue.record("\(name): \(String(describing: refusal(file)))")
        continue
      }
      #expect(
        reason.contains(name == "extents" ? "ReadingLimits.extents" : "ReadingLimits.items"), "\(name): \(reason)")
    }
  }

  @Test(arguments: ["iinf", "iloc", "iref", "iprp", "pitm", "idat", "hdlr"])
  func `a repeated box that may occur once is refused`(type: String) throws {
    var file = try HEIFSyntheticPhoto.photo(PixelSize(width: 640, height: 66)).data(as: .heic())
    let pieces = FilePiece.pieces(of: file)
    let piece = try #require(pieces.first { file[$0.range].dropFirst(4).starts(with: type.utf8) })
    let length = FilePiece.number(file, piece.parents[0]) + piece.range.count
    for (offset, at) in piece.parents[0].enumerated() {
      file[at] = UInt8(truncatingIfNeeded: length >> (24 - 8 * offset))
    }
    file.insert(contentsOf: file[piece.range], at: piece.range.upperBound)
    guard case .malformed(_, let reason) = refusal(file) else {
      Issue.record("not refused")
      return
    }
    #expect(reason.contains("more than one '\(type)'"))
  }

  @Test func `a JPEG of ten thousand segments is refused`() throws {
    let jpeg = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8))).data(as: .jpeg())
    func file(segments: Int) -> [UInt8] {
      Array(jpeg[..<2]) + (0..<segments).flatMap { _ in [0xFF, 0xEF, 0, 2] as [UInt8] } + jpeg[2...]
    }
    #expect(refusal(file(segments: 9_000)) == nil)
    guard case .limitExceeded = refusal(file(segments: 10_001)) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func `the limit of pixels applies to an auxiliary image of a JPEG too`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 32, height: 32)))
    photo.auxiliaryImages = [
      AuxiliaryImage(type: .hdrGainMap, pixels: SamplePhoto.matte(.hair, PixelSize(width: 64, height: 64)).pixels)
    ]
    let jpeg = try photo.data(as: .jpeg())
    var limits = ReadingLimits()
    limits.pixels = 64 * 64
    #expect(try Photo(data: jpeg, options: ReadingOptions(limits: limits)).auxiliaryImages.count == 1)
    limits.pixels -= 1
    guard
      case .limitExceeded = #expect(
        throws: PhotoFileError.self,
        performing: {
          try Photo(data: jpeg, options: ReadingOptions(limits: limits))
        })
    else {
      Issue.record("not refused for its pixels")
      return
    }
  }

  @Test func `an index with many references to one picture gives it once`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 32, height: 32)))
    // Room in the picture's own segments for the starts of others, each of which leads on to the picture's XMP.
    photo.auxiliaryImages = (0..<3).map { _ in
      AuxiliaryImage(type: .hdrGainMap, pixels: SamplePhoto.matte(.hair, PixelSize(width: 16, height: 16)).pixels)
    }
    var jpeg = try photo.data(as: .jpeg())
    let segment = try #require(jpeg.indices.first { jpeg[$0...].starts(with: JPEGIdentifier.multiPicture) })
    let base = segment + JPEGIdentifier.multiPicture.count
    // The entries of the second and third picture refer to the first: the header's 50 bytes, 16 per entry.
    for entry in [2, 3] {
      for byte in 0..<16 { jpeg[base + 50 + 16 * entry + byte] = jpeg[base + 50 + 16 + byte] }
    }
    #expect(try Photo(data: jpeg).auxiliaryImages.count == 1)
    // And into the middle of its header, at bytes that look like a start.
    let first = try #require(jpeg.indices.dropFirst(2).first { jpeg[$0...].starts(with: [0xFF, 0xD8, 0xFF, 0xE1]) })
    let packet = try #require(jpeg.indices.first { $0 > first && jpeg[$0...].starts(with: Array("<x:xmpmeta".utf8)) })
    for (offset, byte) in [0xFF, 0xD8, 0xFF, 0xE1, 0, 2].enumerated() { jpeg[packet - 12 + offset] = UInt8(byte) }
    let inside = packet - 12 - base
    for byte in 0..<4 { jpeg[base + 50 + 32 + 8 + byte] = UInt8(truncatingIfNeeded: inside >> (24 - 8 * byte)) }
    #expect((try? Photo(data: jpeg).auxiliaryImages.count) ?? 0 <= 1)
  }
}
