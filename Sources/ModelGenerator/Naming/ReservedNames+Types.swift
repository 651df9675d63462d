extension ReservedNames {
    /// The modules, and the types of the standard library, of Foundation on all platforms and of ModelObjects, except those
    /// with the prefixes NS and CF.
    static let types = Set(
        """
        Actor AdditiveArithmetic AffineTransform AlignmentOptions Any AnyActor AnyBidirectionalCollection
        AnyClass AnyCollection AnyHashable AnyIndex AnyIterator AnyKeyPath AnyObject
        AnyRandomAccessCollection AnyRegexOutput AnySequence AppleScript Array ArrayLiteralConvertible
        ArraySlice AsyncCharacterSequence AsyncCompactMapSequence AsyncDropFirstSequence
        AsyncDropWhileSequence AsyncFilterSequence AsyncFlatMapSequence AsyncIteratorProtocol
        AsyncLineSequence AsyncMapSequence AsyncPrefixSequence AsyncPrefixWhileSequence AsyncSequence
        AsyncStream AsyncThrowingCompactMapSequence AsyncThrowingDropWhileSequence
        AsyncThrowingFilterSequence AsyncThrowingFlatMapSequence AsyncThrowingMapSequence
        AsyncThrowingPrefixWhileSequence AsyncThrowingStream AsyncUnicodeScalarSequence AttributeContainer
        AttributeDynamicLookup AttributeScope AttributeScopeCodableConfiguration AttributeScopes
        AttributedString AttributedStringAttributeMutation AttributedStringKey AttributedStringProtocol
        AttributedSubstring AuditFinding AutoreleasingUnsafeMutablePointer BidirectionalCollection
        BidirectionalIndexable BidirectionalSlice BinaryFloatingPoint BinaryInteger BitwiseCopyable
        BlockOperation Bool Boolean BooleanLiteralConvertible BooleanLiteralType Bundle
        ByteCountFormatStyle ByteCountFormatter CBool CChar CChar16 CChar32 CChar8 CDouble CFloat CFloat16
        CGAffineTransform CGAffineTransformComponents CGFloat CGPoint CGRect CGRectEdge CGSize CGVector
        CInt CLong CLongDouble CLongLong CShort CSignedChar CUnsignedChar CUnsignedInt CUnsignedLong
        CUnsignedLongLong CUnsignedShort CVaListPointer CVarArg CWideChar CachedURLResponse Calendar
        CancellationError CaseIterable Character CharacterSet CheckedContinuation Clock ClosedRange
        ClosedRangeIndex CocoaError Codable CodableAttributedStringKey CodableConfiguration
        CodableWithConfiguration CodingKey CodingKeyRepresentable CodingUserInfoKey Collection
        CollectionDifference CollectionOfOne CommandLine Comparable ComparableComparator Comparator
        ComparisonResult ConcurrentValue ContiguousArray ContiguousBytes ContinuousClock Copyable
        CountableClosedRange CountablePartialRangeFrom CountableRange CurrencyFormatStyleConfiguration
        CustomConsumingRegexComponent CustomDebugStringConvertible CustomLeafReflectable CustomNSError
        CustomPlaygroundDisplayConvertible CustomPlaygroundQuickLookable CustomReflectable
        CustomStringConvertible DarwinBoolean Data DataProtocol Date DateComponents DateComponentsFormatter
        DateFormat DateFormatter DateInterval DateIntervalFormatter DebugDescription Decimal Decodable
        DecodableAttributedStringKey DecodableWithConfiguration Decoder DecodingConfigurationProviding
        DecodingError DefaultBidirectionalIndices DefaultIndices DefaultRandomAccessIndices
        DefaultStringInterpolation DescriptiveNumberFormatConfiguration Dictionary DictionaryIndex
        DictionaryIterator DictionaryLiteral DictionaryLiteralConvertible Dimension DiscardingTaskGroup
        DiscontiguousAttributedSubstring DiscontiguousSlice DiscreteFormatStyle Discriminator
        DistributedNotificationCenter Double DropFirstSequence DropWhileSequence Duration DurationProtocol
        EmptyCollection EmptyIterator Encodable EncodableAttributedStringKey EncodableWithConfiguration
        Encoder EncodingConfigurationProviding EncodingError EnergyFormatter EnumeratedIterator
        EnumeratedSequence Equatable Error Escapable Executor ExecutorJob ExportOptions
        ExpressibleByArrayLiteral ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral
        ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral ExpressibleByIntegerLiteral
        ExpressibleByNilLiteral ExpressibleByStringInterpolation ExpressibleByStringLiteral
        ExpressibleByUnicodeScalarLiteral Expression ExtendedGraphemeClusterLiteralConvertible
        ExtendedGraphemeClusterType FileAttributeKey FileAttributeType FileHandle FileManager
        FileManagerDelegate FileProtectionType FileWrapper FixedWidthInteger FlattenBidirectionalCollection
        FlattenBidirectionalCollectionIndex FlattenCollection FlattenCollectionIndex FlattenSequence Float
        Float16 Float32 Float64 Float80 FloatLiteralConvertible FloatLiteralType FloatingPoint
        FloatingPointClassification FloatingPointFormatStyle FloatingPointParseStrategy
        FloatingPointRoundingRule FloatingPointSign FormatStyle FormatStyleCapitalizationContext Formatter
        Foundation
        GlobalActor HTTPCookie HTTPCookiePropertyKey HTTPCookieStorage HTTPURLResponse Hashable Hasher Host
        IMP ISO8601DateFormatter Identifiable ImplicitlyUnwrappedOptional IndexPath IndexSet Indexable
        IndexableBase IndexingIterator InflectionRule InlineArray InlinePresentationIntent InputStream
        InstantProtocol Int Int128 Int16 Int32 Int64 Int8 IntegerFormatStyle IntegerLiteralConvertible
        IntegerLiteralType IntegerParseStrategy IteratorOverOne IteratorProtocol IteratorSequence
        JSONDecoder JSONEncoder JSONSerialization JSONSyntaxError Job JobPriority JoinedIterator
        JoinedSequence KeyPath KeyPathComparator KeyValuePairs KeyedDecodingContainer
        KeyedDecodingContainerProtocol KeyedEncodingContainer KeyedEncodingContainerProtocol
        LazyBidirectionalCollection LazyCollection LazyCollectionProtocol
        LazyDropWhileBidirectionalCollection LazyDropWhileCollection LazyDropWhileIndex
        LazyDropWhileIterator LazyDropWhileSequence LazyFilterBidirectionalCollection LazyFilterCollection
        LazyFilterIndex LazyFilterIterator LazyFilterSequence LazyMapBidirectionalCollection
        LazyMapCollection LazyMapIterator LazyMapRandomAccessCollection LazyMapSequence
        LazyPrefixWhileBidirectionalCollection LazyPrefixWhileCollection LazyPrefixWhileIndex
        LazyPrefixWhileIterator LazyPrefixWhileSequence LazyRandomAccessCollection LazySequence
        LazySequenceProtocol LengthFormatter ListFormatStyle ListFormatter Locale LocalizedError
        LocalizedStringResource LosslessStringConvertible MachError MachErrorCode MainActor ManagedBuffer
        ManagedBufferPointer MappingLimits MappingMonitor MappingOptions MappingProblem MappingReport
        MarkdownDecodableAttributedStringKey MassFormatter MatchRank Measurement MeasurementFormatter
        MemoryLayout MessagePort Mirror MirrorPath ModelClass ModelDecoder ModelElements ModelEncoder
        ModelError ModelObject ModelObjects ModelPropertyWrapper ModelStream ModelValue ModelWriter Morphology
        MutableBidirectionalSlice MutableCollection MutableDataProtocol MutableIndexable
        MutableRandomAccessSlice MutableRangeReplaceableBidirectionalSlice
        MutableRangeReplaceableRandomAccessSlice MutableRangeReplaceableSlice MutableRawSpan MutableSlice
        MutableSpan NetService NetServiceBrowser NetServiceBrowserDelegate NetServiceDelegate Never
        NilLiteralConvertible Notification NotificationCenter NotificationQueue
        NumberFormatStyleConfiguration NumberFormatter Numeric ObjCBool ObjectIdentifier
        ObjectiveCConvertibleAttributedStringKey Observable ObservationRegistrar Observations OpaquePointer
        OperatingSystemVersion Operation OperationQueue OptionSet Optional OutputRawSpan OutputSpan
        OutputStream POSIXError POSIXErrorCode ParseStrategy ParseableFormatStyle PartialAsyncTask
        PartialKeyPath PartialRangeFrom PartialRangeThrough PartialRangeUpTo PersonNameComponents
        PersonNameComponentsFormatter Pipe PlaygroundQuickLook Port PortDelegate PortMessage Predicate
        PredicateBindings PredicateCodableConfiguration PredicateCodableKeyPathProviding PredicateError
        PredicateExpression PredicateExpressions PrefixSequence Presence PresentationIntent Process
        ProcessInfo Progress ProgressKind ProgressManager ProgressReporter ProgressReporting
        ProgressUserInfoKey PropertyChange PropertyListDecoder PropertyListEncoder
        PropertyListSerialization PropertyRule Protocol QualityOfService RandomAccessCollection
        RandomAccessIndexable RandomAccessSlice RandomNumberGenerator Range RangeExpression
        RangeReplaceableBidirectionalSlice RangeReplaceableCollection RangeReplaceableIndexable
        RangeReplaceableRandomAccessSlice RangeReplaceableSlice RangeSet RawRepresentable RawSpan
        RecoverableError ReferenceConvertible ReferenceWritableKeyPath Regex RegexComponent
        RegexRepetitionBehavior RegexSemanticLevel RegexWordBoundaryKind RelativeDateTimeFormatter Repeated
        Result ReversedCollection ReversedIndex ReversedRandomAccessCollection RunLoop SIMD SIMD16 SIMD2
        SIMD3 SIMD32 SIMD4 SIMD64 SIMD8 SIMDMask SIMDScalar SIMDStorage Scanner SchemaUse
        ScopedAttributeContainer Selector Self Sendable SendableMetatype Sequence SerialExecutor Set
        SetAlgebra SetIndex SetIterator SignedInteger SignedNumeric SingleValueDecodingContainer
        SingleValueEncodingContainer Slice SocketNativeHandle SocketPort SortComparator SortDescriptor
        SortOrder Span StandardPredicateExpression StaticBigInt StaticString Stream StreamDelegate
        StreamFormat StreamNetworkServiceTypeValue StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion
        StreamSocketSecurityLevel StrideThrough StrideThroughIterator StrideTo StrideToIterator Strideable
        String StringInterpolationConvertible StringInterpolationProtocol StringLiteralConvertible
        StringLiteralType StringProtocol StringStyle StringTransform Subprogress Substring SuspendingClock Swift
        SystemRandomNumberGenerator Task TaskExecutor TaskGroup TaskLocal TaskPriority TermOfAddress
        TextOutputStream TextOutputStreamable Thread ThrowingDiscardingTaskGroup ThrowingTaskGroup
        TimeInterval TimeZone Timer Type UInt UInt128 UInt16 UInt32 UInt64 UInt8 URL
        URLAuthenticationChallenge URLAuthenticationChallengeSender URLCache URLComponents URLCredential
        URLCredentialStorage URLError URLFileProtection URLFileResourceType URLProtectionSpace URLProtocol
        URLProtocolClient URLQueryItem URLRequest URLResource URLResourceKey URLResourceValues URLResponse
        URLSession URLSessionConfiguration URLSessionDataDelegate URLSessionDataTask URLSessionDelegate
        URLSessionDownloadDelegate URLSessionDownloadTask URLSessionStreamDelegate URLSessionStreamTask
        URLSessionTask URLSessionTaskDelegate URLSessionTaskMetrics URLSessionTaskTransactionMetrics
        URLSessionUploadTask URLSessionWebSocketDelegate URLSessionWebSocketTask URLThumbnailDictionaryItem
        URLUbiquitousItemDownloadingStatus URLUbiquitousSharedItemPermissions URLUbiquitousSharedItemRole
        UTF16 UTF32 UTF8 UTF8Span UUID UnboundedRange UndoManager UnfoldFirstSequence UnfoldSequence
        Unicode UnicodeCodec UnicodeDecodingResult UnicodeScalar UnicodeScalarLiteralConvertible
        UnicodeScalarType Unit UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter
        UnitConverterLinear UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
        UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency
        UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed
        UnitTemperature UnitVolume UnkeyedDecodingContainer UnkeyedEncodingContainer Unmanaged UnownedJob
        UnownedSerialExecutor UnownedTaskExecutor UnsafeBufferPointer UnsafeBufferPointerIterator
        UnsafeConcurrentValue UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer
        UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawBufferPointerIterator
        UnsafeMutableRawPointer UnsafePointer UnsafeRawBufferPointer UnsafeRawBufferPointerIterator
        UnsafeRawPointer UnsafeSendable UnsafeThrowingContinuation UnsignedInteger UserDefaults
        ValueTransformer Void WritableKeyPath XMLDTD XMLDTDNode XMLDocument XMLElement XMLNode XMLParser
        XMLParserDelegate Zip2Iterator Zip2Sequence
        """.split { $0 == " " || $0 == "\n" }.map { $0.lowercased() })
}
