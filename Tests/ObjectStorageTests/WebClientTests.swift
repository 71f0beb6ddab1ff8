import CCurl
import Foundation
import Glibc
import ObjectStore
import Testing

@testable import ObjectStorage

/// Files of the web, within limits.
@Suite struct WebClientTests {
  struct Unexpected: Error {
    let description: String
  }

  private func error(_ address: String, _ limits: WebLimits) -> WebError? {
    #expect(throws: WebError.self) { _ = try WebClient(limits).bytes(of: try WebAddress(address)) }
  }

  private var open: WebLimits {
    var limits = WebLimits()
    (limits.allowsHTTP, limits.allowsPrivateAddresses) = (true, true)
    return limits
  }

  @Test(arguments: [
    ("", ""), ("?id=1", "?id=1"), ("?X-Amz-Date=1&id=1&x-amz-signature=2", "?id=1"), ("?Signature=a%3D&Expires=1", ""),
    ("?sv=1&se=2&sig=3&id=1", "?id=1"), ("?sv=1&se=2", "?sv=1&se=2"), ("#a?Expires=1", "#a?Expires=1"), ("?", "?"),
    ("?a=1&&b", "?a=1&&b"),
  ]) func `an address signed again is the same without its signature`(query: String, rest: String) throws {
    #expect(try WebAddress("https://a.example/b.jpg" + query).withoutSignature == "https://a.example/b.jpg" + rest)
  }

  @Test func `files are read over redirects, within all limits`() throws {
    let store = try ObjectStoreServer()
    try store.control(.post, "/-/web/photo.jpg", "0123456789")
    let photo = store.endpoint + "/-/web/photo.jpg"
    #expect(try WebClient(open).bytes(of: try WebAddress(photo)) == Array("0123456789".utf8))
    // A server need not know ranges.
    let part = try #require(try WebClient(open).part(2..<5, of: try WebAddress(photo)))
    #expect(part.isComplete && part.start == 0 && part.bytes.count == 10 && part.total == 10)
    let around = store.endpoint + "/-/redirect/3"
    #expect(try WebClient(open).bytes(of: try WebAddress(around)).count == 10)
    var limits = open
    limits.maximumRedirects = 2
    guard case .tooManyRedirects = error(around, limits) else { throw Unexpected(description: "redirects") }
    limits.maximumRedirects = 0
    guard case .tooManyRedirects = error(around, limits) else { throw Unexpected(description: "a redirect") }
    limits = open
    limits.maximumBytes = 9
    guard case .tooLong(_, limit: 9) = error(photo, limits) else { throw Unexpected(description: "bytes") }
    limits = open
    limits.allowsHTTP = false
    guard case .notEncrypted = error(photo, limits) else { throw Unexpected(description: "http") }
    guard case .status(_, 404) = error(store.endpoint + "/-/web/none.jpg", open) else {
      throw Unexpected(description: "404")
    }
  }

  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"])
  func `this machine is not connected to unless allowed, whatever its name`(host: String) throws {
    let store = try ObjectStoreServer()
    var limits = open
    limits.allowsPrivateAddresses = false
    _ = try store.requests()
    let error = error("http://\(host):\(store.port)/photos/a.jpg", limits)
    guard case .privateAddress = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.requests() == [])
  }

  @Test(arguments: [
    ("10.1.2.3", false), ("100.64.0.1", false), ("169.254.169.254", false), ("172.16.0.1", false),
    ("172.15.255.255", true), ("172.32.0.1", true), ("192.168.0.1", false), ("198.18.0.1", false), ("224.0.0.1", false),
    ("255.255.255.255", false), ("0.1.2.3", false), ("8.8.8.8", true), ("100.128.0.1", true), ("::", false),
    ("::1", false), ("fe80::1", false), ("fc00::1", false), ("fd00:ec2::254", false), ("ff02::1", false),
    ("2001:db8::1", false), ("2002:7f00:1::", false), ("2001:0:1::", false), ("::ffff:10.0.0.1", false),
    ("::ffff:8.8.8.8", true), ("64:ff9b::a00:1", false), ("64:ff9b::808:808", true), ("2606:4700::1111", true),
  ])
  func `public addresses are distinguished`(text: String, isPublic: Bool) {
    var v4 = sockaddr_in()
    v4.sin_family = sa_family_t(AF_INET)
    if inet_pton(AF_INET, text, &v4.sin_addr) == 1 {
      #expect(ccurl_is_public(&v4, MemoryLayout<sockaddr_in>.size) == isPublic)
    } else {
      var v6 = sockaddr_in6()
      v6.sin6_family = sa_family_t(AF_INET6)
      #expect(inet_pton(AF_INET6, text, &v6.sin6_addr) == 1)
      #expect(ccurl_is_public(&v6, MemoryLayout<sockaddr_in6>.size) == isPublic)
    }
  }

  @Test(arguments: [
    "ftp://host/a", "https://", "https:///a.jpg", "https://user:word@host/a.jpg", "https://host/a b.jpg", "photo.jpg",
  ])
  func `texts that are no addresses are refused`(text: String) {
    #expect(throws: WebError.self) { try WebAddress(text) }
  }

  @Test func `names are taken from the path`() throws {
    #expect(try WebAddress("https://host/a/b%20c.jpg?size=1/2#x").path == "/a/b c.jpg")
    #expect(try WebAddress("https://host?a=/b").path == "")
  }
}
