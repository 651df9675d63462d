// Int128 and UInt128, which Apple's systems have from these versions on.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: StandardInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: StandardInteger {}

extension ConverterFactory {
    /// The converter of Int128 or UInt128; nil for another type.
    static func wideInteger(_ type: any Any.Type) -> (any ValueConverter)? {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
        if type == Int128.self { return IntegerConverter<Int128>() }
        if type == UInt128.self { return IntegerConverter<UInt128>() }
        return nil
    }
}
