/// The memory that some stored properties of a class occupy.
///
/// (A plain value: threads that copy it share no reference count.)
struct ImageLayout: Sendable {
    enum Content: BitwiseCopyable {
        /// Values that own nothing, without gaps: another property may be there.
        case bytes(count: Int)
        case string
        case value(any Any.Type)
    }

    struct Part: BitwiseCopyable {
        let offset: Int
        let content: Content
    }

    let parts: ImmortalBuffer<Part>
    fileprivate let size: Int
    fileprivate let alignment: Int

    init(_ fields: [StoredField]) {
        var parts: [Part] = []
        var (size, alignment) = (0, 1)
        var offset = 0
        func add<Value>(_: Value.Type) {
            let end = offset + MemoryLayout<Value>.size
            size = max(size, end)
            alignment = max(alignment, MemoryLayout<Value>.alignment)
            if Value.self == String.self {
                parts.append(Part(offset: offset, content: .string))
            } else if !_isPOD(Value.self) {
                parts.append(Part(offset: offset, content: .value(Value.self)))
            } else if let last = parts.last, case .bytes(let count) = last.content,
                last.offset + count == offset
            {
                parts[parts.count - 1] = Part(offset: last.offset, content: .bytes(count: end - last.offset))
            } else {
                parts.append(Part(offset: offset, content: .bytes(count: end - offset)))
            }
        }
        for field in fields {
            offset = field.offset
            _openExistential(field.type, do: add)
        }
        self.parts = ImmortalBuffer(parts)
        (self.size, self.alignment) = (size, alignment)
    }
}

/// A copy of stored properties of an object, at the offsets that they have there.
///
/// Invariants
/// 1. Offsets and types come from `StoredField`s of the object's class: the memory at each offset holds an initialized
///    value of the type, in the object and in the image.
/// 2. Only these properties are read from `storage`, while the image is alive. It has no header and no attachment.
/// 3. Values that own nothing may be copied and dropped as bytes.
struct StorageImage: ~Copyable {
    private let layout: ImageLayout
    let storage: PropertyStorage

    init(of object: PropertyStorage, _ layout: ImageLayout) {
        self.layout = layout
        let image = UnsafeMutableRawPointer.allocate(byteCount: layout.size, alignment: layout.alignment)
        unsafe storage = PropertyStorage(image: image)
        for index in 0..<layout.parts.count {
            let part = layout.parts[index]
            let (source, copy) = unsafe (object.address(at: part.offset), image + part.offset)
            switch part.content {
            case .bytes(let count):
                unsafe copy.copyMemory(from: source, byteCount: count)  // Invariants 1, 3.
            case .string:
                let text = unsafe source.assumingMemoryBound(to: String.self).pointee
                unsafe copy.initializeMemory(as: String.self, to: text)  // Invariant 1.
            case .value(let type):
                func initialize<Value>(_: Value.Type) {
                    unsafe copy.assumingMemoryBound(to: Value.self).initialize(
                        from: source.assumingMemoryBound(to: Value.self), count: 1)  // Invariant 1.
                }
                _openExistential(type, do: initialize)
            }
        }
    }

    deinit {
        let image = unsafe UnsafeMutableRawPointer(mutating: storage.address(at: 0))
        for index in 0..<layout.parts.count {
            let part = layout.parts[index]
            let value = unsafe image + part.offset
            switch part.content {
            case .bytes: break  // Invariant 3.
            case .string: unsafe value.assumingMemoryBound(to: String.self).deinitialize(count: 1)
            case .value(let type):
                func deinitialize<Value>(_: Value.Type) {
                    unsafe value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)  // Invariant 1.
                }
                _openExistential(type, do: deinitialize)
            }
        }
        unsafe image.deallocate()
    }
}
