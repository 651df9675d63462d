import Testing

@testable import ModelGenerator

struct CommandTests {}
