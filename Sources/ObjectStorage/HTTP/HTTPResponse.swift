/// An answer of HTTP.
package struct HTTPResponse: Sendable {
  /// 200 and others; 0 where none came.
  package let status: Int
  package let header: HTTPHeader
  package let body: [UInt8]
}
