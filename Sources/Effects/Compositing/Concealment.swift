import FilterGraph
import Imaging

/// An area of a picture made unrecognisable.
struct Concealment {
  /// A blur in which no detail of the area is left. In pixels.
  struct Blur {
    /// At least 4 is used.
    let radius: Double
    /// The width of the surroundings whose light the blur takes in.
    let reach: Double
    /// The softness of the area's edge.
    let softness: Double
  }

  let method: ConcealmentMethod
  /// The colour of a fill.
  let color: Color
  /// The opacity of a fill or of squares, `0...1`. A blur is opaque; its radius says how strong it is.
  let strength: Double
  /// In pixels of the stored picture.
  let outline: [Point]
  let blur: Blur
  /// The side of the squares in pixels; at least 4 is used.
  let cell: Double

  /// The area over an image in which other areas may be concealed already, with the alpha of `alpha`.
  func image(over below: Image, alpha: Image, in subject: EffectSubject) -> Image {
    let area = PixelRect(subject.size)
    let mask = AreaMask.image([outline], in: area, softness: method == .blur ? blur.softness : 0.7)
    guard let box = mask.extent.rect?.intersection(area), !box.isEmpty else { return below }
    return concealed(box, of: subject.image, in: area).opaque.withAlpha(of: alpha)
      .blended(over: below, mask: strength < 1 && method != .blur ? mask.scaled(by: strength) : mask)
  }

  private func concealed(_ box: PixelRect, of picture: Image, in area: PixelRect) -> Image {
    switch method {
    case .fill: Image.color(color).cropped(to: box)
    case .blur:
      picture.cropped(to: box.outset(by: Int(blur.reach)).intersection(area)).clampedToExtent()
        .applying(.gaussianBlur(radius: max(4, blur.radius))).cropped(to: box)
    case .pixellate: Mosaic(cell: max(4, Int(cell.rounded())), over: box).image(of: picture, in: area)
    }
  }
}
