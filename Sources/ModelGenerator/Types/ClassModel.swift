import ModelObjects

final class ClassModel {
    /// Preferred names, the best first, such as the singular of its key.
    let nameHints: [String]
    var superclass: ClassModel? {
        didSet {
            oldValue?.subclasses.removeAll { $0 === self }
            superclass?.subclasses.append(self)
        }
    }

    private(set) var subclasses: [ClassModel] = []
    var members: [MemberModel] = []
    var discriminator: DiscriminatorModel?
    /// Whether its objects have other members, of which only the type is known.
    var hasOtherKeys = false
    /// The text of its doc comment.
    var documentation: String?
    /// The final name.
    var name = ""

    init(nameHints: [String], superclass: ClassModel? = nil) {
        self.nameHints = nameHints
        self.superclass = superclass
        superclass?.subclasses.append(self)
    }

    /// The class after its superclasses, the outermost first.
    var lineage: [ClassModel] { sequence(first: self, next: \.superclass).reversed() }

    /// The class of the object that a property of this class has by default.
    ///
    /// A payload that names no class fills that object in place. So it is of the class that such a payload describes.
    var defaultClass: ClassModel {
        guard let fallback = discriminator?.fallback, fallback !== self else { return self }
        return fallback.defaultClass
    }

    /// The members of the class and its superclasses, the outermost superclass first.
    var allMembers: [MemberModel] { lineage.flatMap(\.members) }

    /// The members of all classes below the class.
    var membersOfSubclasses: [MemberModel] {
        subclasses.flatMap { $0.members + $0.membersOfSubclasses }
    }
}

/// How objects choose a subclass.
struct DiscriminatorModel {
    let key: String
    var classes: [(text: String, model: ClassModel)]
    /// The class of objects without a text at the key; nil for the class that has the discriminator.
    var fallback: ClassModel?
}

/// An enum of texts or integers to generate.
final class EnumModel {
    let nameHints: [String]
    let values: [Value]
    var documentation: String?
    /// The final name.
    var name = ""
    /// The names of the cases, one for each value.
    var cases: [String] = []

    enum Value: Hashable {
        case text(String)
        case integer(Int)

        /// Nil for any other kind of value, and for an integer that Int can't hold.
        init?(_ value: SampleValue) {
            if value.facts.contains(.text) {
                self = .text(value.text)
            } else if value.facts.contains(.number), let number = Int(value.text) {
                self = .integer(number)
            } else {
                return nil
            }
        }
    }

    init(nameHints: [String], values: [Value]) {
        self.nameHints = nameHints
        self.values = values
    }

    /// Whether its values are texts, and not integers.
    var isText: Bool { if case .text? = values.first { true } else { false } }
}

/// A key of a class, and the property that it becomes.
struct MemberModel {
    let key: String
    var type: ValueType
    /// A sentence about what is uncertain.
    var comment: String?
    var documentation: String?
    var isRequired = false
    /// The default or the constant that a schema gives.
    var constant: SampleValue?
    /// The final name of the property.
    var name = ""
    /// Whether a rule gives the key.
    var needsKeyRule = false
}
