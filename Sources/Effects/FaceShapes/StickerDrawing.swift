import FilterGraph
import Glibc
import Imaging

/// Stickers that need no file. Each is drawn once: a movie puts it on every frame.
enum StickerDrawing {
  static func picture(of shape: Sticker.Shape) -> EffectValue.Picture {
    switch shape {
    case .moustache: moustache
    case .glasses: glasses
    case .nose: nose
    }
  }

  /// Both halves of a handlebar, dark brown.
  private static let moustache: EffectValue.Picture = {
    let size = PixelSize(width: 800, height: 300)
    // The right half, from the centre out to the tip and back below.
    let half = SmoothOutline.through(
      [
        (400, 95), (440, 62), (510, 58), (585, 98), (655, 132), (715, 118), (748, 72), (775, 78), (768, 150),
        (705, 215),
        (610, 236), (510, 218), (440, 175), (400, 150),
      ].map { Point(x: $0.0, y: $0.1) })
    let other = half.map { Point(x: 800 - $0.x, y: $0.y) }
    let dark = filled([half], size, Color(red: 0.13, green: 0.08, blue: 0.05))
      .composited(over: filled([other], size, Color(red: 0.13, green: 0.08, blue: 0.05)))
    return EffectValue.Picture(image: dark.cropped(to: PixelRect(size)), size: size)
  }()

  /// The colour of the glasses' frame.
  static let frame = Color(red: 0.06, green: 0.06, blue: 0.07)
  /// The distance of the ends of the temples below the glasses' middle, and their thickness, in widths of the glasses.
  static let temple = (below: (123.0 - 150) / 900, thickness: 22.0 / 900)

  /// Round frames with a bridge and slightly dark lenses.
  private static let glasses: EffectValue.Picture = {
    let size = PixelSize(width: 900, height: 300)
    func ring(_ x: Double, _ radius: Double) -> [Point] {
      (0..<96).map { step in
        let angle = Double(step) / 48 * .pi
        return Point(x: x + radius * 1.12 * cos(angle), y: 150 + radius * sin(angle))
      }
    }
    func bar(_ x0: Double, _ x1: Double, _ y: Double, _ thickness: Double) -> [Point] {
      [(x0, y), (x1, y), (x1, y + thickness), (x0, y + thickness)].map { Point(x: $0.0, y: $0.1) }
    }
    let lens = Color(red: 0.1, green: 0.14, blue: 0.2, alpha: 0.35)
    // Bars reach into the rings, whose outlines are curved.
    let parts = [
      filled([bar(390, 510, 118, 22)], size, frame), filled([bar(0, 97, 112, 22)], size, frame),
      filled([bar(803, 900, 112, 22)], size, frame), filled([ring(243, 142), ring(243, 120)], size, frame),
      filled([ring(657, 142), ring(657, 120)], size, frame), filled([ring(243, 121)], size, lens),
      filled([ring(657, 121)], size, lens),
    ]
    return EffectValue.Picture(
      image: parts.reduce(.empty) { $1.composited(over: $0) }.cropped(to: PixelRect(size)), size: size)
  }()

  /// A red ball with a light on it.
  private static let nose: EffectValue.Picture = {
    let size = PixelSize(width: 400, height: 400)
    let circle = (0..<120).map { step in
      let angle = Double(step) / 60 * .pi
      return Point(x: 200 + 196 * cos(angle), y: 200 + 196 * sin(angle))
    }
    let ball = Image.color(.black).applying(
      .radialGradient(
        center: Point(x: 170, y: 150), radius0: 30, radius1: 260, color0: Color(red: 0.93, green: 0.1, blue: 0.1),
        color1: Color(red: 0.35, green: 0.0, blue: 0.03)))
    let shine = Image.color(.black).applying(
      .radialGradient(
        center: Point(x: 140, y: 115), radius0: 8, radius1: 52,
        color0: Color(red: 1, green: 0.9, blue: 0.9, alpha: 0.85),
        color1: Color(red: 1, green: 0.9, blue: 0.9, alpha: 0)))
    let mask = AreaMask.image([circle], in: PixelRect(size))
    return EffectValue.Picture(
      image: shine.composited(over: ball).cropped(to: PixelRect(size)).masked(by: mask), size: size)
  }()

  private static func filled(_ outlines: [[Point]], _ size: PixelSize, _ color: Color) -> Image {
    Image.color(color).masked(by: AreaMask.image(outlines, in: PixelRect(size)))
  }
}
