// Int128 and UInt128, which are available on Apple's systems from these versions on.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: StandardInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: StandardInteger {}
