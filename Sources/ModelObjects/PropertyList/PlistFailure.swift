/// The reason why bytes are not a valid property list for archives, or why a value cannot be written into one.
struct PlistFailure: Error, Equatable, CustomStringConvertible {
    enum Reason: String {
        case notPropertyList = "not a binary property list"
        case badTrailer = "the trailer does not describe the file"
        case badOffset = "an object is not where the offset table says"
        case beyondEnd = "an object reaches beyond the objects' area"
        case unknownMarker = "a kind of object that archives do not hold"
        case badCount = "a count is not one of the sizes in use"
        case badText = "a text is not valid in its encoding"
        case badReference = "a reference to an object that does not exist"
        case cycle = "an array or a dictionary that contains itself"
        case tooMuchSharing = "values that too many places share, for a file of this size"
        case badKey = "a dictionary's key is not a text"
        case tooDeep = "values are nested too deeply"
        case lowStack = "values are nested deeper than the stack of this thread has room for"
        case tooMany = "more values than a property list can number"
        case badMark = "a text or key that starts with $ is not a mark of this format"
        case badDigest = "the content does not match its digest"
        case wrongKind = "a value of another kind was expected"
        case notXMLPropertyList = "XML that is not a property list"
        case otherEncoding = "an XML property list that is not in UTF-8"
        case entities = "XML that declares or uses entities"
        case badXML = "XML that is not well-formed"
        case badElement = "an element that XML property lists do not have"
        case badContent = "the text of an element is not a value of its kind"
        case notPropertyListObject = "an object that property lists do not hold"
        case tooManyObjects = "more values than the objects of an archive may hold"
        case otherPropertyList = "a property list of another kind"
        case keyedArchive = "a keyed archive, which unarchive(keyedArchive:) reads"
    }

    let reason: Reason
    /// The position in the file, in bytes from its start; nil if the failure has no single position.
    let offset: Int?

    init(_ reason: Reason, at offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    var description: String {
        offset.map { "\(reason.rawValue) (byte \($0))" } ?? reason.rawValue
    }
}
