import Foundation

/// Writes XML or HTML with its secrets redacted.
extension MarkupTree {
    func text(depth: Int) -> String {
        rendered(depth: depth).text
    }

    func rendered(depth: Int) -> RedactedText {
        var text = RedactedText()
        for child in children { Self.write(child, to: &text, depth: depth) }
        return text
    }

    // MARK: - Private

    private static func write(_ node: Node, to text: inout RedactedText, isSecret: Bool = false, depth: Int) {
        switch node {
        case .text(let content):
            write(content, to: &text, isSecret: isSecret, depth: depth)
        case .other(let content):
            write(content, to: &text, isSecret: isSecret, depth: depth)
        case .element(let name, let attributes, let children, let isTagCut, let isCut, let isEmpty):
            text.show("<" + name)
            let names = attributes.map { attribute in
                !Redaction.isNameOfMessage(attribute.name) && !Redaction.isNameOfValue(attribute.name)
                    && Redaction.isNameOfSecret(attribute.value)
            }
            let isPair = names.contains(true)
            for (index, attribute) in attributes.enumerated() {
                text.show(" " + attribute.name)
                guard !attribute.value.isEmpty else { continue }
                text.show("=" + attribute.quote)
                let isHidden =
                    isSecret || Redaction.isSensitive(responseKey: attribute.name) || (isPair && !names[index])
                    || (isTagCut && !names[index])
                write(attribute.value, to: &text, isSecret: isHidden, depth: depth)
                text.show(attribute.quote)
            }
            guard !isEmpty else { return text.show(isTagCut ? "" : ">") }
            text.show(">")
            let isHidden = isSecret || isPair || Redaction.isSensitive(responseKey: name)
            for (child, isSecret) in zip(children, secrets(among: children, isCut: isCut)) {
                write(child, to: &text, isSecret: isHidden || isSecret, depth: depth)
            }
            text.show(isCut ? "" : "</\(name)>")
        }
    }

    private static func write(_ content: String, to text: inout RedactedText, isSecret: Bool, depth: Int) {
        if content.allSatisfy(\.isWhitespace) {
            text.show(content)
        } else if isSecret {
            text.hide(content)
        } else {
            let isMarkup = content.first { !$0.isWhitespace } == "<"
            text.show(
                isMarkup
                    ? Redaction.text(ofProse: content, depth: depth) : Redaction.text(ofAny: content, depth: depth + 1)
            )
        }
    }

    /// For each child, whether it holds a secret that another child names. If the text is cut, the other child may be
    /// missing.
    private static func secrets(among children: [Node], isCut: Bool) -> [Bool] {
        let names = children.map { child in
            guard case .element(let name, _, let inside, _, _, _) = child, !Redaction.isNameOfMessage(name),
                !Redaction.isNameOfValue(name),
                inside.count == 1, case .text(let content) = inside[0]
            else { return false }
            return Redaction.isNameOfSecret(content.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let isPair = names.contains(true)
        return children.indices.map { index in
            guard case .element(let name, _, _, _, _, _) = children[index] else { return isPair }
            if names[index] || Redaction.isNameOfMessage(name) { return false }
            return isPair || (isCut && Redaction.isNameOfValue(name))
        }
    }
}
