import Foundation
import ModelGenerator

let command = Command(Array(CommandLine.arguments.dropFirst())) {
    try FileHandle.standardInput.readToEnd() ?? Data()
}
exit(command.run(output: .standardOutput, errors: .standardError))
