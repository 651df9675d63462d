import Foundation
import ModelObjects
import Testing

/// Deeply nested values in an `Any`.
///
/// On Linux, casting a Swift dictionary to a class converts its whole content, again at each level.
struct DeepUntypedValueTests {
    enum Form: CaseIterable {
        case dictionaries, optionalValues, hashableKeys, arrays, optionalElements

        /// With 2^60 steps, no test would finish.
        var value: Any {
            let dictionary = (0..<60).reduce(1 as Any) { value, _ in ["a": value] }
            let array = (0..<60).reduce(1 as Any) { value, _ in [value] }
            return switch self {
            case .dictionaries: dictionary
            case .optionalValues: ["a": dictionary, "b": nil] as [String: Any?]
            case .hashableKeys: ["a": dictionary] as [AnyHashable: Any]
            case .arrays: array
            case .optionalElements: [array, nil] as [Any?]
            }
        }
    }

    @Test(arguments: Form.allCases) func mappingIsNotExponential(form: Form) throws {
        let value = form.value
        let holder = try UntypedHolder(dictionary: [
            "any": value, "text": value, "model": value, "list": [value],
        ])
        #expect(holder.any != nil)
        #expect(holder.list.count == 1)
    }

    @Test(arguments: Form.allCases) func modelOperationsAreNotExponential(form: Form) throws {
        let holder = UntypedHolder()
        holder.any = form.value
        holder.list = [form.value]
        #expect(holder == holder.copy())
        #expect(Set([holder]).contains(holder.copy()))
        #expect(try UntypedHolder.unarchive(data: holder.archivedData()) == holder)
        #expect(try UntypedHolder(json: holder.jsonData()).any != nil)
        #expect(try !holder.jsonObject().isEmpty)
        #expect(!holder.changes(since: UntypedHolder()).isEmpty)
        #expect(!holder.debugDescription.isEmpty)
    }
}

final class UntypedHolder: ModelObject {
    var any: Any?
    var text = ""
    var model: UntypedHolder?
    var list: [Any] = []
}
