/// The address of a bucket's requests. A value.
struct S3Endpoint {
  /// The scheme and the host, such as `https://photos.s3.eu-central-1.amazonaws.com`.
  let origin: String
  /// The value of the header `Host`.
  let host: String
  /// The beginning of paths: empty for a virtual-hosted-style request, `/BUCKET` for a path-style one.
  let pathPrefix: String

  /// Requests to AWS are virtual-hosted-style, unless the bucket's name has a dot: certificates do not cover such
  /// hosts. Requests to other stores are path-style.
  init(of bucket: String, _ configuration: S3Configuration, region: String) {
    if let endpoint = configuration.endpoint {
      let scheme = endpoint.hasPrefix("https://") ? "https://" : "http://"
      var host = String(endpoint.dropFirst(scheme.count))
      // The signature covers the host as it is sent, without the default port of the scheme.
      let defaultPort = scheme == "https://" ? ":443" : ":80"
      if host.hasSuffix(defaultPort) { host.removeLast(defaultPort.count) }
      (origin, self.host, pathPrefix) = (scheme + host, host, "/\(bucket)")
      return
    }
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    let regionHost = "s3.\(region).\(domain)"
    if bucket.contains(".") {
      (origin, host, pathPrefix) = ("https://\(regionHost)", regionHost, "/\(bucket)")
    } else {
      (origin, host, pathPrefix) = ("https://\(bucket).\(regionHost)", "\(bucket).\(regionHost)", "")
    }
  }
}
