import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct SwiftNameTests {
    @Test(arguments: [
        ("id", "id"), ("user_id", "userID"), ("userId", "userID"), ("avatar_url", "avatarURL"),
        ("user-name", "userName"),
        ("HTTPServer", "httpServer"), ("URL", "url"), ("IDs", "ids"), ("user_ids", "userIDs"),
        ("userIDsOnly", "userIDsOnly"),
        ("USER_NAME", "userName"), ("PAID", "paid"), ("userSSHKey", "userSSHKey"), ("iPhone", "iPhone"),
        ("filter[name]", "filterName"), ("$ref", "ref"), ("@type", "type"), ("_links", "links"), ("x.y/z", "xYZ"),
        ("X-Request-Id", "xRequestID"), ("default", "`default`"), ("init", "`init`"), ("self", "`self`"),
        ("Type", "type"),
        ("2fa_enabled", "_2faEnabled"), ("1", "_1"), ("1.5", "_1Point5"), ("gpt-3.5-turbo", "gpt3Point5Turbo"),
        ("", "value"), ("\u{1F680}", "value"), ("用户", "用户"), ("größe_max", "größeMax"), ("Имя", "имя"),
        ("users/get-by-username", "usersGetByUsername"), ("user1Name", "user1Name"), ("v1", "v1"),
    ])
    func membersAreInLowerCamelCase(text: String, name: String) {
        #expect(SwiftName.member(text) == name)
    }

    @Test(arguments: [
        ("+1", "plus1"), ("-1", "minus1"), ("-created_at", "minusCreatedAt"), ("<=", "lessEqual"), ("*", "asterisk"),
        ("<", "less"), ("!=", "notEqual"), (">=5", "greaterEqual5"), ("c++", "cPlusPlus"), ("100%", "_100Percent"),
        ("A-", "aMinus"), (".", "dot"), ("$$", "dollarDollar"), ("--", "minusMinus"), ("a - b", "aB"),
    ])
    func signsThatTellNamesApartAreWords(text: String, name: String) {
        #expect(SwiftName.member(text) == name)
    }

    @Test(arguments: [
        ("User", "User"), ("user", "User"), ("user-name", "UserName"), ("ApiKey", "ApiKey"), ("api_key", "APIKey"),
        ("Foo_Bar", "FooBar"), ("STATUS_OK", "StatusOk"), ("USD", "USD"), ("String", "StringModel"),
        ("data", "DataModel"),
        ("Type", "TypeModel"), ("2fa", "_2fa"), ("com.example.User", "ComExampleUser"), ("用户", "用户"), ("", "Value"),
        ("List<User>", "ListUser"), ("Übung", "Übung"),
    ])
    func typesKeepTheirNameIfItIsOne(text: String, name: String) {
        #expect(SwiftName.type(text) == name)
    }

    @Test func laterOnesOfEqualNamesGetANumber() {
        var names: Set<String> = []
        let results = ["userName", "userName", "`default`", "`default`", "v1", "v1", "userName", "v1"].map {
            SwiftName.unique($0, in: &names)
        }
        #expect(
            results == ["userName", "userName2", "`default`", "default2", "v1", "v1Other", "userName3", "v1Other3"]
        )
    }

    @Test func fileNamesAreNotReserved() {
        #expect(SwiftName.part("user settings") == "UserSettings")
        #expect(SwiftName.part("Data") == "Data")
    }

    @Test func typesHaveTheNamespaceOfTheAPI() {
        let type = SwiftType.array(.nested("User")).optional
        #expect(type.text(in: "Music") == "[Music.User]?")
        #expect(type.text(in: nil) == "[User]?")
        #expect(type.isOptional && type.optional == type && type.unwrapped == .array(.nested("User")))
        #expect(
            SwiftType.dictionary(.change(.openEnum(.nested("A")))).text(in: "M") == "[String: Change<OpenEnum<M.A>>]"
        )
        #expect(SwiftType.date.text(in: "M") == "Date" && SwiftType.day.text(in: "M") == "M.Day")
    }
}
