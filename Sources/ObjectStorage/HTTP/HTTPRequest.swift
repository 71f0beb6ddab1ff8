/// A request of HTTP.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  package var method: Method
  /// The URL, with percent-encoding.
  package var url: String
  /// Names and values; a name without a value suppresses the library's own field.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// The maximum length of a response's body, in bytes.
  package var maximumBytes = 1 << 30
  package var limits = HTTPLimits()

  package init(_ method: Method, _ url: String) {
    self.method = method
    self.url = url
  }
}
