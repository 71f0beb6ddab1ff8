import FoundationEssentials
import Glibc
import MatteKit

/// What renders cost in memory: many in a row, and one of a hundred megapixels.
///
/// Prints the resident MiB after 50 and after 1,000 renders; then for each job the peak above the input, with the result
/// in memory and rendered in strips of 512 rows that are let go. Linux has the peak of a process only once, so the jobs
/// come in the order of what they are expected to take, and the peak is taken anew before each.
enum MemoryRun {
  static func run() throws {
    try repeated()
    try large()
  }

  private static func repeated() throws {
    let pictures = pictures(PixelSize(width: 1024, height: 768))
    let images = FilterRow.all.map { $0.image(pictures) }
    for count in 1...6000 {
      _ = try Renderer().render(images[count % images.count])
      if count == 50 || count == 200 || count % 1000 == 0 { print("resident after \(count) renders\t\(resident("VmRSS"))") }
    }
  }

  private static func large() throws {
    let size = PixelSize(width: 11_584, height: 8640)
    let pictures = pictures(size)
    let input = resident("VmRSS")
    print("100 MP input\t\(input)")
    for name in ["clown", "gaussian 20", "gaussian 100", "guided"] {
      guard let row = FilterRow.all.first(where: { $0.name == name }) else { continue }
      let image = row.image(pictures)
      forgetPeak()
      for y in stride(from: 0, to: size.height, by: 512) {
        let strip = PixelRect(x: 0, y: y, width: size.width, height: min(512, size.height - y))
        _ = try Renderer().render(image, in: strip)
      }
      print("\(name) in strips, above input\t\(resident("VmHWM") - input)")
      forgetPeak()
      let result = try Renderer().render(image)
      let own = Double(result.bytes.count) / 1_048_576
      print("\(name) whole, above input and result\t\(resident("VmHWM") - input - own)")
    }
  }

  private static func pictures(_ size: PixelSize) -> FilterRow.Pictures {
    func picture(_ seed: Int) -> PixelBuffer {
      PixelBuffer(size: size, format: .rgba8) { (bytes) throws(Never) in
        for index in 0..<bytes.count {
          bytes[index] = index & 3 == 3 ? 255 : UInt8(truncatingIfNeeded: index &* seed >> 7)
        }
      }
    }
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    let mask = PixelBuffer(
      size: half, format: .l8, colorSpace: .linearGray,
      bytes: (0..<half.area).map { UInt8(truncatingIfNeeded: $0 >> 8) })
    let side = FilterRow.Pictures.cubeDimension
    let photo = Image(picture(7))
    return FilterRow.Pictures(
      photo: photo, background: photo, mask: Matte(kind: .portrait, pixels: mask, coordinateSpace: .stored),
      cube: (0..<(4 * side * side * side)).map { Float($0 % 251) / 250 })
  }

  /// A value of /proc/self/status, in MiB.
  private static func resident(_ key: String) -> Double {
    guard let data = try? Data(contentsOf: URL(filePath: "/proc/self/status")) else { return 0 }
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(key) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }

  /// Resets the peak of resident memory to the current value.
  private static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }
}
