import FilterGraph
import Glibc
import Imaging

/// Backgrounds that are made, not photographed.
enum Backdrop {
  /// A linear gradient over the whole frame, along a direction: 0 degrees to the right, 90 down.
  static func gradient(from first: Color, to second: Color, angle: Angle, over frame: PixelSize) -> Image {
    let (dx, dy) = (cos(angle.radians), sin(angle.radians))
    let (width, height) = (Double(frame.width), Double(frame.height))
    // From corner to corner, as in CSS, so that both colours are reached.
    let reach = (abs(width * dx) + abs(height * dy)) / 2
    let center = Point(x: width / 2, y: height / 2)
    return .linearGradient(
      from: Point(x: center.x - dx * reach, y: center.y - dy * reach), first,
      to: Point(x: center.x + dx * reach, y: center.y + dy * reach), second)
  }
}
