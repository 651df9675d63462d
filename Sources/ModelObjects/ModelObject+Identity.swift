extension ModelObject: Hashable {
    /// Whether two models hold the same: they are of the same class and all properties that take part in
    /// mapping are equal, those of nested models too.
    ///
    /// What takes no part (`let`, `lazy`, `weak`, `unowned`, ignored) does not count, nor do values of
    /// unknown keys, nor whether two references lead to one object or to two equal ones. NaN equals NaN, so
    /// that a copy equals its original. Inside an `Any` numbers count by their value, whatever type they
    /// have. A type of your own counts by its `==`, where it is Equatable; else by its raw value, by what
    /// `ModelValue` exports, or by its parts.
    ///
    /// A subclass cannot redefine it: two models are compared through their superclass, too.
    ///
    /// - Complexity: Linear in the objects that are reached, however many paths lead to them; cycles end, and
    ///   no depth needs a deep stack. (Members of a Set of models that differ only beyond what `hash(into:)`
    ///   looks at are tried one against the other.)
    public static func == (left: ModelObject, right: ModelObject) -> Bool {
        ModelComparison.areEqual(left, right)
    }

    /// Feeds what `==` compares: the class and the values of the properties, as far as the first 64 values
    /// and three models deep.
    ///
    /// Changing a property changes the hash. A model that is a member of a Set or a key of a Dictionary must
    /// not be changed as long as it is there, nor any model inside it: the Set would not find it any more,
    /// and could take an equal one besides. Take it out, change it, insert it again; or use
    /// `ObjectIdentifier(model)` as the key where the object matters and not what it holds.
    ///
    /// A member that leads back to the object which owns the Set reads that Set when it is hashed: make the Set
    /// first and assign it (`a.friends = Set(members)`). `a.friends.insert(b)` would be an overlapping access, as
    /// for any class, and can end the process. (Updating an object while one of its properties is being modified is one
    /// too: see ``ModelObject``.)
    ///
    /// - Complexity: Bounded, whatever the model holds, but for the length of texts and data.
    public func hash(into hasher: inout Hasher) {
        var modelHasher = ModelHasher(hasher)
        modelHasher.combine(model: self)
        hasher = modelHasher.hasher
        if modelHasher.usedBytes > 1024 {
            EqualityBudget.current?.count(hashedBytes: modelHasher.usedBytes)
        }
    }
}

extension ModelObject {
    /// A deep copy: of the object and of all models that it holds, in properties and containers of any depth.
    ///
    /// An object that is held twice is copied once, and cycles are kept.
    ///
    /// Each copy is made by `init()` and then gets the values of its original without `willSet`, `didSet` or
    /// any hook. Values of unknown keys are copied. So are properties that a rule or `mappedProperties` keeps
    /// out of the mapping, with one difference: a model in them is replaced by its copy only where it is
    /// copied anyway, and is shared otherwise (a strong `parent` that is ignored does not drag the whole tree
    /// along).
    ///
    /// What the library cannot write is as `init()` makes it: `let`, `lazy`, `weak` and `unowned` properties
    /// and types that nothing converts. A weak `parent` has to be set again. Structs of your own are copied
    /// as Swift copies them: models inside them are shared.
    ///
    /// ```swift
    /// let draft = user.copy()
    /// draft.address?.city = "Oslo"       // user.address is as it was
    /// draft == user                      // false
    /// ```
    ///
    /// - Complexity: Linear in the objects that are reached; no depth needs a deep stack.
    public func copy() -> Self {
        func copy<Model: ModelObject>(_ model: Model) -> Model {
            ModelCopier.copy(of: model) as? Model ?? model
        }
        return copy(self)
    }

    /// Takes over the values of another model: every property that both classes have, by name and type, gets
    /// the other's value, nil too.
    ///
    /// Nested models are copied, so that the two share nothing afterwards.
    ///
    /// Do not call it while a property of the object is being modified: see ``ModelObject``.
    ///
    /// Only properties that take part in mapping in both classes are merged. What refers to `other` inside
    /// its own graph refers to this object afterwards, where this object's class is that of `other` or a
    /// subclass of it. No hook is called but `willChange` and `didChange`, nothing is validated, `willSet` and
    /// `didSet` do not run. Nested models of this object are replaced, not filled.
    ///
    /// - Complexity: Linear in the objects that `other` reaches; no depth needs a deep stack.
    public func merge(from other: ModelObject) {
        if other !== self { ModelCopier.merge(other, into: self) }
    }

    /// What differs from an older state of the model, one entry per value, in declaration order; empty where
    /// the two are equal.
    ///
    /// Nested models, arrays and dictionaries are followed: `$.address.city`, `$.tags[2]`, `$.prices.EUR`.
    /// Arrays are compared place by place, so an element inserted at the front changes every place. Sets, and
    /// models that are of another class now, are one change as wholes. An object that is reached in several
    /// ways is reported where it is reached first. Where the two objects are of different classes, the only
    /// change is `$`.
    ///
    /// ```swift
    /// let before = user.copy()
    /// user.address?.city = "Oslo"
    /// user.changes(since: before)        // [$.address.city: "Bergen" -> "Oslo"]
    /// ```
    ///
    /// - Complexity: Linear in the objects that are reached and in the length of the paths that are returned;
    ///   no depth needs a deep stack.
    public func changes(since older: ModelObject) -> [PropertyChange] {
        ChangeFinder.changes(from: older, to: self)
    }
}
