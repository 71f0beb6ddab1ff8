/// The product of the photos of a batch.
package enum PhotoProduct: Sendable, Hashable {
  /// Other photos.
  case photo
  /// JSON documents about them. Movies have none.
  case document
}
