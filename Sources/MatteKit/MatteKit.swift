@_exported import Imaging
@_exported import PhotoFile
