/// An object that is filled, and what holds for it.
struct FilledModel {
    let object: ModelObject
    let schema: ModelSchema
    let context: MappingContext

    init(object: ModelObject, schema: ModelSchema, mapper: ObjectMapper, options: ResolvedOptions) {
        self.object = object
        self.schema = schema
        context = MappingContext(mapper: mapper, options: options)
    }
}

/// Which properties of an object the payload has named, and which it has filled.
struct FillProgress {
    var seen = PropertySet()
    var filled = PropertySet()
    /// The path nodes that were gone into, by their index.
    var walked = PropertySet()
}

/// How far the filling of one object from bytes has come.
///
/// One is made for every object, so what few objects need is behind one reference that is mostly nil.
struct ByteFilling: ~Copyable {
    /// The report wants to know which keys come. (Paths are then settled after the last key, where their steps
    /// are known.)
    let notesKeys: Bool
    /// Behind the path that is being walked something was postponed.
    var hasUntriedInside = false
    /// Of the first properties, those that the payload names, and those of them that it does not fill: the
    /// fewer bits to set.
    private var seen: UInt64 = 0
    private var kept: UInt64 = 0
    private var rest = RareReference<Rest>()

    private final class Rest {
        /// Of the other properties, and of the path nodes.
        var progress = FillProgress()
        var postponed: PostponedKeys?
    }

    init(notesKeys: Bool) {
        self.notesKeys = notesKeys
    }

    /// Something waits for the object's last key.
    @inline(__always)
    var hasPostponed: Bool { !rest.isNil && postponed != nil }

    /// What waits for the object's last key.
    var postponed: PostponedKeys? { rest.object?.postponed }

    // MARK: Progress

    /// Notes that the payload names a property, which it fills if `keep` does not say otherwise; false where it
    /// did before.
    @inline(__always)
    mutating func see(_ index: Int) -> Bool {
        guard index < PropertySet.firstCount else { return seeOther(index) }
        let old = seen
        seen |= 1 &<< UInt64(truncatingIfNeeded: index)
        return seen != old
    }

    @inline(never)
    private mutating func seeOther(_ index: Int) -> Bool {
        let rest = madeRest()
        guard rest.progress.seen.insertNew(index) else { return false }
        rest.progress.filled.insert(index)
        return true
    }

    /// Notes that a property keeps its value, for now at least.
    mutating func keep(_ index: Int) {
        if index < PropertySet.firstCount {
            kept |= 1 << UInt64(index)
        } else {
            madeRest().progress.filled.remove(index)
        }
    }

    /// Notes that a property that kept its value was filled after all.
    mutating func fill(_ index: Int) {
        if index < PropertySet.firstCount {
            kept &= ~(1 << UInt64(index))
        } else {
            madeRest().progress.filled.insert(index)
        }
    }

    /// Notes that a path node is gone into; false where it was before.
    mutating func walk(_ node: PathNode) -> Bool {
        madeRest().progress.walked.insertNew(node.index)
    }

    /// All of it, for what comes after the last key.
    var progress: FillProgress {
        get {
            var progress = rest.object?.progress ?? FillProgress()
            progress.seen.first = seen
            progress.filled.first = seen & ~kept
            return progress
        }
        set {
            seen = newValue.seen.first
            kept = seen & ~newValue.filled.first
            madeRest().progress = newValue
        }
    }

    // MARK: What waits

    /// Leaves a value until the last key.
    ///
    /// - Parameter isInside: it is behind a path, not the object's own member.
    mutating func postpone(_ key: String, _ offset: Int, isInside: Bool) {
        let keys = madePostponed()
        if isInside {
            keys.members.untriedInside.insert(offset)
            hasUntriedInside = true
        } else {
            keys.members.waiting.append(Member(key: key, handle: offset))
        }
    }

    /// Leaves a model that is filled in place until the last key: that cannot be taken back, so it is done
    /// when it is clear that nothing competes.
    mutating func postpone(model index: Int, _ atKey: JSONReader, _ offset: Int, isInside: Bool) {
        if isInside {
            postpone("", offset, isInside: true)
        } else {
            madePostponed().models.append((index, atKey, offset))
        }
    }

    /// A member behind which something was postponed.
    mutating func reopen(_ key: String, _ offset: Int) {
        madePostponed().members.reopened.append(Member(key: key, handle: offset))
    }

    @inline(never)
    private mutating func madeRest() -> Rest {
        rest.object(orMade: { Rest() })
    }

    private mutating func madePostponed() -> PostponedKeys {
        let rest = madeRest()
        if let postponed = rest.postponed { return postponed }
        let made = PostponedKeys()
        rest.postponed = made
        return made
    }
}

/// The keys of an object that wait for its last one.
final class PostponedKeys {
    /// Keys that may have to compete.
    var members = PostponedMembers<Int>()
    /// Keys of models that are filled in place.
    var models: [(index: Int, atKey: JSONReader, offset: Int)] = []
}
