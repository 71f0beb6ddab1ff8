import Imaging

/// Reads the frames of a y4m stream whose header has been read.
struct Y4MSource: FrameSource {
  private var reader: DescriptorReader
  private let header: Y4MHeader
  private let converter: YCbCrConverter
  private var samples: [UInt8]
  private var index: Int64 = 0

  init(reader: DescriptorReader, header: Y4MHeader) {
    self.reader = reader
    self.header = header
    converter = YCbCrConverter(size: header.size, chroma: header.chroma, isFullRange: header.isFullRange)
    samples = []
  }

  mutating func nextFrame() throws(FrameStreamError) -> Frame? {
    guard let line = try reader.line(limit: 4096) else { return nil }
    guard line.starts(with: Array("FRAME".utf8)), line.count == 5 || line[5] == UInt8(ascii: " ") else {
      throw .malformed(file: reader.name, reason: "frame \(index) does not begin with FRAME")
    }
    let expected = header.frameByteCount
    if samples.isEmpty { samples = [UInt8](repeating: 0, count: expected) }
    let count = try samples.withUnsafeMutableBufferPointer { room throws(FrameStreamError) in
      try reader.read(into: UnsafeMutableRawBufferPointer(room))
    }
    guard count == expected else {
      throw .malformed(file: reader.name, reason: "frame \(index) ends after \(count) of \(expected) bytes")
    }
    let (value, overflows) = index.multipliedReportingOverflow(by: Int64(header.frameRate.denominator))
    guard !overflows else { throw .limitExceeded(file: reader.name, reason: "\(index) frames") }
    index += 1
    return Frame(
      pixels: converter.rgba(samples), time: MediaTime(value: value, timescale: header.frameRate.numerator))
  }
}
