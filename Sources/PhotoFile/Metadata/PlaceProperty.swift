/// Detects the properties of XMP that state where a photo was taken, or the place that it shows.
enum PlaceProperty {
  /// - Parameters:
  ///   - schema: the URI of the property's or field's namespace; empty if it is unknown.
  ///   - name: without a prefix.
  static func isPlace(schema: String, name: String) -> Bool {
    if let names = names[schema], names.contains(name) { return true }
    if schema == locationCreated, name.hasPrefix("Location") || name == "RatingRegion" { return true }
    if schemas.contains(schema) { return true }
    if schema == darwinCore, darwinCorePlaces.contains(where: name.lowercased().contains) { return true }
    return isCoordinate(name) || general.contains(name.lowercased())
  }

  /// Whether a name is that of a coordinate, in any namespace. Sensitivities of exposure are called latitude, too.
  private static func isCoordinate(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("gps") || ["latitude", "longitude", "longtitude"].contains { name.hasSuffix($0) }
  }

  /// Names of the photo's place in all namespaces that use them.
  private static let general: Set<String> = [
    "location", "locationname", "locationid", "shotlocation", "sublocation", "city", "country", "countrycode",
    "countryname", "provincestate", "stateprovince", "worldregion", "geography", "locality", "geotag",
  ]

  private static let locationCreated = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"

  private static let darwinCore = "http://rs.tdwg.org/dwc/index.htm"
  /// Words in the names of Darwin Core's terms of the class Location.
  private static let darwinCorePlaces = [
    "geograph", "continent", "waterbody", "island", "countr", "stateprovince", "county", "municipality", "localit",
    "elevation", "depthinmeters", "abovesurface", "location", "latitude", "longitude", "geodetic", "coordinate",
    "pointradius", "footprint", "georeference",
  ]

  private static let names: [String: Set<String>] = [
    "http://ns.adobe.com/photoshop/1.0/": ["City", "State", "Country"],
    "http://purl.org/dc/elements/1.1/": ["coverage"],
    "http://www.dji.com/drone-dji/1.0/": ["AbsoluteAltitude", "RelativeAltitude"],
    "http://www.w3.org/2003/01/geo/wgs84_pos#": ["lat", "long", "alt", "lat_long", "location"],
  ]

  /// Namespaces of places only: the cell of a mobile network, the position of a panorama on earth.
  private static let schemas: Set<String> = [
    "http://developer.sonyericsson.com/cell/1.0/", "http://ns.google.com/photos/dd/1.0/earthpose/",
  ]
}
