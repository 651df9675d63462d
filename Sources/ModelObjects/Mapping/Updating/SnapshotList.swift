/// The snapshots of a call, in the order in which they were taken.
struct SnapshotList: RandomAccessCollection {
    private var snapshots: [ObjectSnapshot] = []
    /// The places of the snapshots that were taken last of their objects, up to `indexedCount`.
    ///
    /// Removing snapshots leaves their places, so each must be compared with the object.
    private var lastPlaces: [ObjectIdentifier: Int] = [:]
    private var indexedCount = 0

    var startIndex: Int { 0 }
    var endIndex: Int { snapshots.count }
    subscript(place: Int) -> ObjectSnapshot { snapshots[place] }

    mutating func append(_ snapshot: ObjectSnapshot) { snapshots.append(snapshot) }

    mutating func removeLast() -> ObjectSnapshot {
        indexedCount = Swift.min(indexedCount, snapshots.count - 1)
        return snapshots.removeLast()
    }

    /// The snapshot that was taken last of an object; nil if there is none.
    ///
    /// Complexity: constant on average.
    mutating func last(of object: ModelObject) -> ObjectSnapshot? {
        for place in indexedCount..<snapshots.count {
            lastPlaces[ObjectIdentifier(snapshots[place].object)] = place
        }
        indexedCount = snapshots.count
        guard let place = lastPlaces[ObjectIdentifier(object)] else { return nil }
        if place < snapshots.count, snapshots[place].object === object { return snapshots[place] }
        // The snapshot at the place was removed.
        return snapshots.last { $0.object === object }
    }
}
