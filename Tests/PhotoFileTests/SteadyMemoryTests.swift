import Glibc
import Imaging
import Testing

@testable import PhotoFile

/// What a server wishes: that the thousandth photo takes no more memory than the hundredth.
@Suite struct SteadyMemoryTests {
  /// Bytes of the C library's heap that are in use, in all its arenas; nil where the library does not say.
  private static var heap: Int? {
    // Swift's module of the C library leaves this function out.
    guard let address = dlsym(nil, "malloc_info") else { return nil }
    let info = unsafeBitCast(address, to: (@convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt).self)
    var (bytes, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    guard let stream = open_memstream(&bytes, &length) else { return nil }
    _ = info(0, stream)
    fclose(stream)
    defer { free(bytes) }
    guard let bytes else { return nil }
    // The sums over all arenas come last: what the system gave, and what of that is free.
    let text = String(cString: bytes)
    func total(_ type: String) -> Int? {
      let totals = text.matches(of: /<(?:total|system) type="([a-z]+)"(?: count="\d+")? size="(\d+)"/)
      return totals.last { $0.1 == type }.flatMap { Int($0.2) }
    }
    guard let given = total("current"), let mapped = total("mmap"), let fast = total("fast"), let rest = total("rest")
    else { return nil }
    return given + mapped - fast - rest
  }

  /// Writes a photo, reads it, and also reads what is damaged.
  private static func round(_ photo: Photo, _ options: EncodingOptions) throws {
    let bytes = try photo.data(as: options)
    let back = try Photo(data: bytes)
    guard back.pixels.size == photo.pixels.size else { throw PhotoFileError.unknownFormat(file: "the written photo") }
    _ = try PhotoSummary(data: bytes)
    _ = try? Photo(data: Array(bytes.prefix(bytes.count * 3 / 4)))
    var damaged = bytes
    for index in stride(from: bytes.count / 2, to: bytes.count, by: 61) { damaged[index] ^= 0x55 }
    _ = try? Photo(data: damaged)
  }

  @Test func `repeated reading and writing of photos takes no more memory`() async {
    // A process of its own, as other tests allocate too.
    await #expect(processExitsWith: .success) {
      var photo = SamplePhoto.portrait(PixelSize(width: 200, height: 130))
      photo.faces = [Face(id: 1, bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.4, height: 0.4))]
      // x265 3.5 loses 1.5 KB of each picture that it codes, and a photo has five.
      for (options, loss) in [(EncodingOptions.heic(), 10 * 1024), (.jpeg(), 0), (.png, 0)] {
        for _ in 0..<10 { try SteadyMemoryTests.round(photo, options) }
        let before = try #require(SteadyMemoryTests.heap)
        for _ in 0..<100 { try SteadyMemoryTests.round(photo, options) }
        let growth = try #require(SteadyMemoryTests.heap) - before
        #expect(growth < 100 * loss + 64 * 1024, "\(options.format): the heap grew by \(growth) bytes")
      }
    }
  }
}
