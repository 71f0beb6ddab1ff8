import Codes
import FoundationEssentials
import Imaging

extension FuzzTarget {
  /// Pictures of luma that are searched for codes: the first byte gives the options, the second the picture's width;
  /// the rest are its samples.
  static let codes = FuzzTarget(
    name: "codes",
    seeds: {
      let file = URL(filePath: #filePath).appending(path: "../../../../../Tests/Fixtures/Codes/codes.json").standardized
      let printed = try JSONDecoder().decode([PrintedRows].self, from: Data(contentsOf: file))
      return printed.enumerated().map { index, code in [UInt8(index * 13 % 256)] + code.picture }
    }, words: []
  ) { bytes in
    guard bytes.count > 2 else { return }
    let (choice, width) = (Int(bytes[0]), max(1, Int(bytes[1])))
    let height = min(255, (bytes.count - 2) / width)
    guard height > 0 else { return }
    let size = PixelSize(width: width, height: height)
    let picture = PixelBuffer(
      size: size, format: .l8, colorSpace: .sRGB, bytes: Array(bytes[2..<2 + size.area]))
    do throws(CodeError) {
      for code in try readers[choice % readers.count].codes(in: picture) {
        precondition(code.corners.count == 4 && code.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// The modules of a code, in the format of the tests' fixtures.
  private struct PrintedRows: Decodable {
    let rows: [String]

    /// Its width and its samples, with a quiet zone, two pixels a module at most.
    var picture: [UInt8] {
      let modules = rows.count == 1 ? Array(repeating: rows[0], count: 24) : rows
      let scale = (modules[0].utf8.count + 8) * 2 <= 255 ? 2 : 1
      let empty = String(repeating: ".", count: modules[0].utf8.count)
      let padded = Array(repeating: empty, count: 4) + modules + Array(repeating: empty, count: 4)
      let lines: [[UInt8]] = padded.map { row in
        "....\(row)....".utf8.flatMap { Array(repeating: $0 == UInt8(ascii: "#") ? 20 : 235, count: scale) }
      }
      return [UInt8(lines[0].count)] + lines.flatMap { Array(repeating: $0, count: scale).joined() }
    }
  }

  /// Detectors of all efforts for all types, with unread codes and without.
  private static let readers: [CodeDetector] = {
    do throws(CodeError) {
      var readers: [CodeDetector] = []
      for effort in CodeDetector.Effort.allCases {
        for isUnreadToo in [false, true] {
          readers.append(
            try CodeDetector(
              types: MachineReadableCode.allTypes, maximumCodes: 50, effort: effort, includesUnread: isUnreadToo))
        }
      }
      return readers
    } catch {
      fatalError("\(error)")
    }
  }()
}
