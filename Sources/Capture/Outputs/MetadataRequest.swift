import Imaging

/// What an output has asked for.
struct MetadataRequest: Sendable, Hashable {
  /// Nothing else is searched for.
  var types: Set<MetadataObjectType>
  /// The part of the upright picture in which objects are wanted.
  var region: NormalizedRect = .full
}
