import ArgumentParser
import Batch
import FoundationEssentials
import ObjectStorage

/// The options for photos in object storage and on the web.
struct RemoteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Object storage: the endpoint of a store other than AWS, such as http://127.0.0.1:9000 (default: AWS_ENDPOINT_URL, \
      or AWS).
      """, valueName: "url"))
  var s3Endpoint: String?
  @Flag(name: .customLong("s3-unsigned"), help: "Object storage: read public buckets, without credentials.")
  var s3Unsigned = false
  @Option(
    help: ArgumentHelp(
      "Object storage and web: the largest input, such as 64M (default: 256M).", valueName: "size"))
  var maxBytes: MemorySize?
  @Option(help: ArgumentHelp("Web: the maximum time for an input.", valueName: "seconds"))
  var fetchSeconds = 60.0
  @Option(help: ArgumentHelp("Web: the maximum number of redirects of an input.", valueName: "n")) var maxRedirects = 5
  @Flag(help: "Web: allow http:// inputs, which can be altered in transit.") var allowHttp = false
  @Flag(
    help:
      "Web: allow private addresses, such as those of this machine, and use the proxy that the environment names."
  ) var allowPrivateAddresses = false

  func validate() throws {
    guard fetchSeconds > 0, fetchSeconds <= 1e6 else {
      throw RefusedValue.error("--fetch-seconds", takes: "a number of seconds above 0", not: fetchSeconds)
    }
    guard (0...100).contains(maxRedirects) else {
      throw RefusedValue.error("--max-redirects", takes: "a number from 0 to 100", not: maxRedirects)
    }
  }

  var files: RemoteFiles {
    var settings = RemoteFiles.Settings()
    settings.endpoint = s3Endpoint
    settings.isSigned = !s3Unsigned
    settings.web.maximumBytes = maxBytes?.bytes ?? settings.web.maximumBytes
    settings.web.seconds = fetchSeconds
    settings.web.maximumRedirects = maxRedirects
    settings.web.allowsHTTP = allowHttp
    settings.web.allowsPrivateAddresses = allowPrivateAddresses
    return RemoteFiles(settings)
  }
}
