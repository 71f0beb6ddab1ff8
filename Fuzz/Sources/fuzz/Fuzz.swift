import FoundationEssentials
import Glibc

/// The entry points of libFuzzer. The environment variable FUZZ_TARGET selects the target.
enum Fuzz {
  static let target: FuzzTarget = {
    let name = variable("FUZZ_TARGET") ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      stop("FUZZ_TARGET has to be one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    }
    return target
  }()

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Ends the program with a message, for wrong usage.
  static func stop(_ message: String) -> Never {
    let line = Array("fuzz: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(64)
  }
}

/// With FUZZ_SEEDS=FOLDER the program writes the target's seeds and its dictionary there, and ends; with
/// FUZZ_TARGET=list it prints the targets' names.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  if Fuzz.variable("FUZZ_TARGET") == "list" {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
  }
  if let folder = Fuzz.variable("FUZZ_SEEDS") {
    do {
      try Fuzz.target.writeSeeds(to: URL(filePath: folder))
    } catch {
      Fuzz.stop("the seeds of \(Fuzz.target.name): \(error)")
    }
    exit(0)
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
