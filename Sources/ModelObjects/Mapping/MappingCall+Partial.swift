import Foundation

/// Text that is still arriving.
extension MappingCall {
    /// Fills an object; changes nothing at an error that the rest of the text may avoid.
    func fill(_ object: ModelObject, _ text: PartialText) throws {
        do {
            try map(Data(text.completed), root: .object) { mapper, reader in
                mapper.details.openValues = text.openValues
                try mapper.fillRoot(object, &reader)
            }
        } catch let error as ModelError where !text.openValues.isEmpty && isAvoidable(error) {
            // The next call has more of the text.
        }
    }

    /// Whether the rest of the text may avoid an error.
    private func isAvoidable(_ error: ModelError) -> Bool {
        switch error.code {
        case .invalidRoot:
            // The value at the root path may still arrive, as that of another key too.
            return error.found == ModelError.noValue
                || error.codingPath.last.map { $0.intValue == nil } ?? false
        case .validationFailed, .hookFailed:
            // A hook of the object may accept it when it is complete.
            let root = rootPath.map { DeclaredKey(path: $0).components.count } ?? 0
            return error.codingPath.count == root
        default:
            return false
        }
    }
}
