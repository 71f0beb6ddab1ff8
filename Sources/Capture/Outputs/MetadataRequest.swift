import Imaging

/// The request of a metadata output. A value.
struct MetadataRequest: Sendable, Hashable {
  /// The types that are searched for.
  var types: Set<MetadataObjectType>
  /// The part of the upright picture in which objects are requested.
  var region: NormalizedRect = .full
}
