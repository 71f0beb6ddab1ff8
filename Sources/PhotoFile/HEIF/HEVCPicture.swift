/// One picture as HEVC codes it, apart from any container.
struct HEVCPicture: Hashable {
  var configuration: HEVCConfiguration
  /// The slices, each after its length: the data of an `hvc1` item.
  var data: [UInt8]
}
