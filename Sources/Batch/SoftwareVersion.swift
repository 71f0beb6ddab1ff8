/// The version of the package, for reports and the digests of recipes.
package enum SoftwareVersion {
  package static let current = "0.1.0"
}
