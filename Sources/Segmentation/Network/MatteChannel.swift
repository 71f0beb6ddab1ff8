import Imaging

/// The output channels of the matte network, in its order.
enum MatteChannel: Int, CaseIterable {
  case hair, skin, portrait

  var kind: MatteKind {
    switch self {
    case .hair: .hair
    case .skin: .skin
    case .portrait: .portrait
    }
  }
}
