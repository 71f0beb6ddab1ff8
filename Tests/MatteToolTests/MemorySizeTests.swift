import Testing

@testable import mattetool

@Suite struct MemorySizeTests {
  @Test(arguments: [
    ("2G", 2 << 30), ("500M", 500 << 20), ("1.5g", 3 << 29), ("64k", 64 << 10), ("4096", 4096), ("3GiB", 3 << 30),
    ("2MB", 2 << 20),
  ])
  func `sizes are read as they are usually written`(text: String, bytes: Int) {
    #expect(MemorySize(argument: text)?.bytes == bytes)
  }

  @Test(arguments: ["", "G", "-1G", "0", "lots", "1e400", "nan", "infG", "2X"])
  func `invalid sizes are refused`(text: String) { #expect(MemorySize(argument: text) == nil) }
}
