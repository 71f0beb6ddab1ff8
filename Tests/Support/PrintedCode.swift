import FoundationEssentials
import Glibc

/// A printed code: its modules, its text, and pictures of it.
public struct PrintedCode: Sendable, Decodable, CustomStringConvertible {
  /// The name of its type, as in `qr`.
  public let type: String
  /// The content of the code.
  public let text: String
  /// Rows of modules, `#` for dark ones. A linear code has one row.
  private let rows: [String]

  /// One of each type (Tests/Fixtures/Codes, made by zxing-cpp's writer).
  public static let all: [PrintedCode] = {
    let file = ProjectFolder.root.appending(path: "Tests/Fixtures/Codes/codes.json")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([PrintedCode].self, from: data)) ?? []
  }()

  /// The code of a type, which there is.
  public static func of(_ type: String) -> PrintedCode {
    guard let code = all.first(where: { $0.type == type }) else { fatalError("no code of type \(type)") }
    return code
  }

  public var description: String { type }

  /// The width and height in modules; a linear code is half as high as it is wide.
  public var size: SIMD2<Double> {
    let width = Double(rows[0].utf8.count)
    return SIMD2(width, rows.count == 1 ? (width / 2).rounded() : Double(rows.count))
  }

  /// The place of a code in a picture.
  public struct Place: Sendable {
    /// The middle of the code, in pixels.
    public var center: SIMD2<Double>
    /// Pixels a module.
    public var module: Double
    /// Clockwise, in degrees.
    public var angle: Double

    public init(_ x: Double, _ y: Double, module: Double, angle: Double = 0) {
      (center, self.module, self.angle) = (SIMD2(x, y), module, angle)
    }
  }

  /// The corners of the code at a place: top left, top right, bottom right, bottom left.
  public func corners(at place: Place) -> [SIMD2<Double>] {
    let half = size * place.module / 2
    return [SIMD2(-half.x, -half.y), SIMD2(half.x, -half.y), half, SIMD2(-half.x, half.y)].map {
      place.center + Self.turned($0, place.angle)
    }
  }

  /// Draws the code with its quiet zone into a picture of 8-bit luma. Each pixel is the mean of `samples` by `samples`
  /// places in it.
  public func draw(
    at place: Place, into luma: inout [UInt8], width: Int, dark: Double = 20, light: Double = 235, samples: Int = 2
  ) {
    let cells = rows.map { Array($0.utf8) }
    let (size, height) = (size, luma.count / width)
    let outer: SIMD2<Double> = (size / 2 + 10) * place.module
    let reach = (outer * outer).sum().squareRoot()
    func range(_ middle: Double, _ length: Int) -> Range<Int> {
      max(0, Int(middle - reach))..<max(0, min(length, Int(middle + reach) + 1))
    }
    for y in range(place.center.y, height) {
      for x in range(place.center.x, width) {
        var (sum, count) = (0.0, 0)
        for sample in 0..<samples * samples {
          let across = (Double(sample % samples) + 0.5) / Double(samples)
          let down = (Double(sample / samples) + 0.5) / Double(samples)
          let offset = SIMD2(Double(x) + across, Double(y) + down) - place.center
          let module: SIMD2<Double> = Self.turned(offset, -place.angle) / place.module + size / 2
          guard module.x >= -10, module.y >= -10, module.x < size.x + 10, module.y < size.y + 10 else { continue }
          count += 1
          guard module.x >= 0, module.y >= 0, module.x < size.x, module.y < size.y else {
            sum += light
            continue
          }
          let row = cells.count == 1 ? 0 : Int(module.y)
          sum += cells[row][Int(module.x)] == UInt8(ascii: "#") ? dark : light
        }
        guard count > 0 else { continue }
        let all = Double(samples * samples)
        luma[y * width + x] = UInt8((sum + Double(luma[y * width + x]) * (all - Double(count))) / all)
      }
    }
  }

  private static func turned(_ vector: SIMD2<Double>, _ degrees: Double) -> SIMD2<Double> {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return SIMD2(cosine * vector.x - sine * vector.y, sine * vector.x + cosine * vector.y)
  }
}
