/// The version of the package, as reports and the digests of recipes hold it.
package enum SoftwareVersion {
  package static let current = "0.1.0"
}
