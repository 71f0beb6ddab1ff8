import Foundation
import Support

/// A location and a serial number that occur only where a test puts them, and the search for them in a file.
enum SecretPlace {
  static let name = "Zanzibarrow"
  static let serialNumber = "SN4711PRIVATE"
  static let latitude = 12.345678
  static let longitude = 45.678901
  /// As movies have it (ISO 6709).
  static let iso6709 = "+12.3457+045.6789/"

  /// The traces of the location in a file: in its bytes, in those of its compressed chunks, and by exiftool.
  ///
  /// - Parameter lines: the result of ``exiftoolLines(of:)`` for the file, if it exists already.
  static func traces(in file: String, lines: [String]? = nil) throws -> [String] {
    let bytes = try Data(contentsOf: URL(filePath: file))
    var found = patterns.filter { bytes.range(of: $0.bytes) != nil }.map { "bytes of \($0.name)" }
    if file.hasSuffix("png"), let perl = URL.program("perl") {
      let inflated = try MatteTool.run(perl, ["-MCompress::Zlib", "-e", inflating, file]).output
      found += patterns.filter { Data(inflated.utf8).range(of: $0.bytes) != nil }.map { "inflated \($0.name)" }
    }
    return found + (try lines ?? exiftoolLines(of: file)).filter { line in listed.contains { line.contains($0) } }
  }

  /// The traces of the serial number; `lines` as in ``traces(in:lines:)``.
  static func serialNumbers(in file: String, lines: [String]? = nil) throws -> [String] {
    let bytes = try Data(contentsOf: URL(filePath: file))
    return (bytes.range(of: Data(serialNumber.utf8)) != nil ? ["bytes of the serial number"] : [])
      + (try lines ?? exiftoolLines(of: file)).filter { $0.contains(serialNumber) }
  }

  static func exiftoolLines(of file: String) throws -> [String] {
    guard let exiftool = OtherReaders.exiftool else { return [] }
    let outcome = try MatteTool.run(
      exiftool, ["-api", "largefilesupport=1", "-a", "-u", "-G1", "-s", "-ee", file])
    // The command's own folder is of no interest.
    return outcome.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("[System]") }
  }

  private static let listed = [name, "12 deg 20'", "45 deg 40'", "12.3456", "45.6789", "12.3457"]

  private static let patterns: [(name: String, bytes: Data)] = {
    func numbers(_ values: [UInt32], bigEndian: Bool) -> Data {
      Data(
        values.flatMap { value -> [UInt8] in
          withUnsafeBytes(of: bigEndian ? value.bigEndian : value.littleEndian) { [UInt8]($0) }
        })
    }
    func double(_ value: Double) -> Data { withUnsafeBytes(of: value.bitPattern.littleEndian) { Data($0) } }
    let texts = [name, "12.3456", "12.3457", "12,20.7", "45.6789", "45,40.7", "12 deg 20'"]
    return texts.map { ($0, Data($0.utf8)) }
      + [
        ("UTF-16", Data(name.utf16.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] })),
        ("latitude in EXIF", numbers([12, 1, 20, 1], bigEndian: true)),
        ("latitude in EXIF", numbers([12, 1, 20, 1], bigEndian: false)),
        ("latitude in FLIR's data", double(latitude)), ("longitude in FLIR's data", double(longitude)),
      ]
  }()

  private static let inflating = """
    local $/; open(F, '<:raw', $ARGV[0]); my $d = <F>; my $p = 8;
    while ($p + 12 <= length $d) {
      my ($n, $t) = unpack("Na4", substr($d, $p, 8)); my $c = substr($d, $p + 8, $n); $p += 12 + $n;
      if ($t eq 'zTXt') { $c =~ s/^[^\\0]*\\0.//s; print uncompress($c) || '' }
      if ($t eq 'iTXt') { $c =~ s/^[^\\0]*\\0\\x01.[^\\0]*\\0[^\\0]*\\0//s && print uncompress($c) || '' }
    }
    """
}

extension URL {
  /// A program in one of the usual folders.
  static func program(_ name: String) -> URL? {
    ["/usr/bin", "/usr/local/bin", "/bin"].map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
