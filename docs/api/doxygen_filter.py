#!/usr/bin/env python3
"""Input filter of Doxygen: shows it the plain comments of the suite's headers as documentation.

  doxygen_filter.py FILE    writes the header to standard output, line by line as it is but for

- the comment at the head of the file, which describes the file;
- comments directly above a declaration, and behind one on its line, at the level of namespaces, classes and enums;
  what stands within functions, between the lines of a declaration or before an empty line stays plain;
- comments within a concept, which become a table of what it asks for;
- signs that Doxygen would take for commands or HTML, which are escaped; names in `backticks`; and indented lines, which
  are formulas and tables (or items, behind `- ` and `1. `) and keep their columns;
- namespace nsdbench, whose members join the group of the file's folder (GROUPS, described in pages.dox);
- names of parameters in comments, as in f(double /*t*/), which become names;
- instantiations that are made elsewhere (`extern template`) and specializations of other libraries' templates, which
  are left out.
"""
import os
import re
import sys

# The first beginning of a path that fits.
GROUPS = (
    ("solvers/mechanics/", "mechanism"),
    ("problems/", "problems"),
    ("solvers/contact/round_bodies/", "round_bodies"),
    ("solvers/contact/selection/", "contact"),
    ("solvers/contact/prox/", "contact_methods"),
    ("solvers/contact/lcp/", "contact_methods"),
    ("solvers/contact/newton/", "contact_methods"),
    ("solvers/contact/modes/", "contact_methods"),
    ("solvers/contact/", "contact"),
    ("contact_data/", "contact_files"),
    ("solvers/integration/time_stepping/", "time_stepping"),
    ("solvers/integration/event_driven/", "event_driven"),
    ("solvers/integration/acceleration_level/", "acceleration_level"),
    ("solvers/integration/implicit_euler/", "implicit_euler"),
    ("solvers/integration/", "integration"),
    ("experiments/support/", "experiments"),
    ("tools/records/", "records"),
    ("support/", "support"),
    ("solvers/analysis/", "analysis"),
    ("solvers/", "numbers"),
)
# A comment above one of these describes nothing that Doxygen shows, and would be taken for that of what comes next.
WITHOUT_PAGE = re.compile(r"\}|(public|protected|private)\s*:|static_assert\b|using namespace\b|extern template\b|"
                          r"template (class|struct) |(class|struct|enum)[\w\s:]*;|friend class\b|#(?!define)|NSDBENCH_")
CONCEPT = re.compile(r"template <[^\n]*>\nconcept \w+ =(?:.|\n)*?\n\};")
DEFINITION = re.compile(r"(?! )(?:[\w:<>,&* ]+[ &*])?\w+(?:<[^()]*>)?::~?\w+\(")
LEFT_OUT = re.compile(r"^extern template [^;]*;|^template <>\n(?:class|struct) (?:std|Eigen)::(?:.|\n)*?^\};",
                      re.MULTILINE)
FOR_TOOLS = re.compile(r"\s*(?:clang-format (?:on|off)|NOLINT\w*(?:\([^)]*\))?.*)$")
# Points that end no sentence: before a word that goes on in lower case, a number or a bracket, and behind these.
ABBREVIATION = (r"\b(?:al|[Ss]ecs?|eqs?|Figs?|cf|vs|e\.g|i\.e|J|Anal|Appl|Artif|Comput|Engrg|Found|Graph|Intell|Manage|"
                r"Math|Mech|Numer|Optim|Phys|Sci|Trans)\.|\.\.\.")
WITHIN_SENTENCE = re.compile(rf"({ABBREVIATION}|\.(?= [a-z0-9(\[|]))(?: |$)")


def escaped(text):
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return re.sub(r"(?<!\w)::|--|[@\\#%$]", r"\\\g<0>", text)


def prose(text):
    """Text outside of backticks. A word with one capital is no link: most of them begin a sentence."""
    text = re.sub(r"(?<![^\s(])(?=[A-Z][a-z]+\b(?!::|\())", "%", escaped(text))
    return WITHIN_SENTENCE.sub(r"\1\\ ", text)  # a backslash after a point keeps the summary from ending there


def is_open_sentence(texts):
    """Whether the texts are the beginning of a first sentence that goes on below without a sign."""
    text = WITHIN_SENTENCE.sub("", " ".join(texts))
    return all(texts) and texts[-1][-1].isalnum() and not re.search(r"[.?!](?: |$)", text)


def asked_for(concept):
    """A table, in one line, of the expressions in the text of a concept and the comments on them; empty without any."""
    rows, remark, expressions = [], [], []

    def end_row():
        if expressions:
            rows.append("<tr><td>" + "<br>".join(f"<code>{escaped(one)}</code>" for one in expressions) + "</td><td>" +
                        documented([" " + " ".join(remark).replace("`", "")])[0] + "</td></tr>")
        remark.clear()
        expressions.clear()

    statement = ""
    for line in concept[concept.find("{") + 1:].split("\n"):
        code, _, comment = line.partition("//")
        if comment and not code.strip():
            if expressions:
                end_row()
            remark.append(comment.strip())
            continue
        statement += code
        if ";" not in code:
            continue
        if comment and expressions:
            end_row()
        expressions += re.findall(r"\{\s*(.+?)\s*\}\s*->", statement)
        statement = ""
        if comment:
            remark.append(comment.strip())
            end_row()
    end_row()
    return " <table>" + "".join(rows) + "</table>" if "//" in concept else ""


def documented(texts):
    """Lines of a comment, without their slashes, as Doxygen is to read them."""
    lines = []
    in_code = in_table = False
    kind = ""  # of the list
    for k, text in enumerate(texts):
        goes_on = k + 1 < len(texts) and texts[k + 1].startswith("   ")
        item = re.match(r" +(-|[0-9]+\.) ", text)
        begins = text.startswith("   ") and not in_table and not kind
        if in_table or (begins and not item):
            line = ("" if in_table else " <pre>") + escaped(text[0 if in_table else 1:])
            in_table = goes_on
            lines.append(line if in_table else line + "</pre>")
            continue
        line = ""
        if item and (begins or kind):
            line = " " + ("" if kind else f"<{'ul' if item.group(1) == '-' else 'ol'}>") + "<li>"
            kind = kind or ("ul" if item.group(1) == "-" else "ol")
            text = text[item.end():]
        if goes_on and not kind and is_open_sentence(texts[:k + 1]):
            text += ":"  # otherwise Doxygen would end the summary with a point
        spans = text.split("`")
        for span in spans[:-1]:
            line += (escaped(span) + "</code>") if in_code else (prose(span) + "<code>")
            in_code = not in_code
        line += escaped(spans[-1]) if in_code else prose(spans[-1])
        if kind and not goes_on:
            line += f"</{kind}>"
            kind = ""
        lines.append(line)
    return lines


class Comment:
    def __init__(self, line, column, scope, fresh, code):
        self.line, self.column, self.scope, self.fresh, self.code = line, column, scope, fresh, code.rstrip()


class Namespace:
    def __init__(self, begin):
        self.begin, self.end = begin, None  # (line, column) of its braces


LEXEME = re.compile(r'(?P<raw>R"(?P<mark>[^(\s]*)\((?:.|\n)*?\)(?P=mark)")|(?P<string>"(?:\\.|[^"\\\n])*")|'
                    r"(?P<char>(?<!\w)'(?:\\.|[^'\\\n])+')|(?P<line>//[^\n]*)|(?P<block>/\*(?:.|\n)*?\*/)|"
                    r"(?P<directive>^[ \t]*#(?:[^\n/]|\\\n|/(?!/))*)|(?P<sign>[{}();,:])|(?P<newline>\n)|"
                    r"(?P<text>[^{}();,:\n\"'/#R]+|.)", re.MULTILINE)


def scope_behind(head):
    """What a brace opens behind `head`, the declaration up to there."""
    head = re.sub(r"\s+", " ", head).strip()
    if re.match(r"(inline )?namespace\b", head):
        return "namespace"
    while head.startswith("template"):  # the list of parameters, which has `class` in it
        depth, k = 0, head.find("<")
        for k in range(k, len(head)):
            depth += {"<": 1, ">": -1}.get(head[k], 0)
            if depth == 0:
                break
        head = head[k + 1:].strip()
        head = re.sub(r"^requires\b.*?(?=\b(?:struct|class)\b)", "", head)
    if re.match(r"enum\b", head):
        return "enum"
    return "class" if re.match(r"(class|struct|union)\b", head) else "body"


def scan(source):
    """Comments behind // with where they stand, blocks of namespace nsdbench, and comments that name a parameter."""
    comments, namespaces, names = [], [], []
    scopes, head = [], ""
    line, line_start = 0, 0
    parentheses = 0
    for lexeme in LEXEME.finditer(source):
        kind, text, place = lexeme.lastgroup, lexeme.group(), (line, lexeme.start() - line_start)
        scope = scopes[-1] if scopes else "namespace"
        if kind == "mark":
            kind = "raw"
        if kind == "line":
            fresh = not head.strip() and not parentheses
            comments.append(Comment(*place, scope, fresh, source[line_start:lexeme.start()]))
        elif kind == "block":
            if scope != "body" and parentheses and re.fullmatch(r"/\*\w+\*/", text):
                names.append((place, text))
        elif kind == "sign" and text == "{":
            opened = "body" if scope == "body" or parentheses else scope_behind(head)
            if opened == "namespace" and not scopes and re.search(r"\bnamespace\s+nsdbench\b", head):
                namespaces.append(Namespace(place))
            scopes.append(opened)
            if opened != "body":
                head = ""
        elif kind == "sign" and text == "}":
            closed = scopes.pop() if scopes else "body"
            if closed == "namespace" and not scopes and namespaces and not namespaces[-1].end:
                namespaces[-1].end = place
            rest = re.sub(r"//[^\n]*", "", source[lexeme.end():lexeme.end() + 300]).lstrip()
            if closed == "body" and scope_stays(head, rest):
                head += "{}" if not scopes or scopes[-1] != "body" else ""
            elif not scopes or scopes[-1] != "body":
                head = "" if closed in ("namespace", "body") else "}"
        elif scope == "body":
            pass
        elif kind == "sign" and text in "()":
            parentheses += 1 if text == "(" else -1
            head += text
        elif kind == "sign" and (text == ";" or (text == "," and scope == "enum")) and not parentheses:
            head = ""
        elif kind == "sign" and text == ":" and re.fullmatch(r"\s*(public|protected|private)\s*", head):
            head = ""
        elif kind != "directive":
            head += text
        if "\n" in text:
            line += text.count("\n")
            line_start = lexeme.start() + text.rindex("\n") + 1
    return comments, namespaces, names


def scope_stays(head, rest):
    """Whether the declaration goes on behind the brace that ends a body, an initializer or a requires-expression."""
    return rest[:1] in tuple(",;{)") or bool(re.search(r"\brequires\s+requires\b[^{}]*$", head))


def blocks(comments, lines):
    """Comments on lines of their own that follow each other in the same column."""
    block = []
    for comment in comments:
        if comment.code or FOR_TOOLS.match(lines[comment.line][comment.column + 2:]):
            continue
        if block and (comment.line, comment.column) != (block[-1].line + 1, block[-1].column):
            yield block
            block = []
        block.append(comment)
    if block:
        yield block


def text_of(comment, lines):
    return FOR_TOOLS.sub("", lines[comment.line][comment.column + 2:]).rstrip()


def rewrite(block, lines, slashes, last=""):
    texts = documented([text_of(comment, lines) for comment in block])
    texts[-1] += last
    for comment, text in zip(block, texts):
        lines[comment.line] = lines[comment.line][:comment.column] + slashes + text


def is_behind_declaration(comment):
    code = comment.code.strip()
    if not code or comment.scope == "body" or code.startswith("}") or WITHOUT_PAGE.match(code):
        return False
    return code[-1] != "{" if comment.scope == "enum" else code[-1] in ";}"


def rewrite_behind(comments, lines):
    """Comments behind declarations, with the lines below that go on in the same column. Returns all of these lines."""
    by_line = {comment.line: comment for comment in comments}
    rewritten = set()
    for comment in filter(is_behind_declaration, comments):
        block = [comment]
        following = by_line.get(comment.line + 1)
        while following and not following.code and following.column == comment.column:
            block.append(following)
            following = by_line.get(following.line + 1)
        if text_of(comment, lines):
            rewrite(block, lines, "///<")
            rewritten.update(one.line for one in block)
    return rewritten


def rewrite_above(comments, lines, path):
    """Comments on lines of their own, of the file and of declarations."""
    for block in list(blocks(comments, lines)):
        first, last = block[0], block[-1]
        if first.line == 0:
            rewrite(block, lines, "///", f" \\file {path}")
            continue
        below = lines[last.line + 1].strip() if last.line + 1 < len(lines) else ""
        if first.scope != "body" and first.fresh and below and not WITHOUT_PAGE.match(below):
            concept = CONCEPT.match("\n".join(lines[last.line + 1:]))
            rewrite(block, lines, "///", asked_for(concept.group()) if concept else "")


def join_group(namespace, lines, group):
    line, column = namespace.end
    # Members that are defined behind their class would be listed once more.
    behind = next((k for k in range(namespace.begin[0], line) if DEFINITION.match(lines[k])), None)
    if behind is not None:
        line, column = max((k for k in range(behind) if not lines[k]), default=behind), 0
    lines[line] = lines[line][:column] + "/** \\} */ " + lines[line][column:]
    line, column = namespace.begin
    lines[line] = lines[line][:column + 1] + f" /** \\addtogroup {group} */ /** \\{{ */" + lines[line][column + 1:]


def filtered(source, path):
    lines = source.split("\n")
    comments, namespaces, names = scan(source)
    rewritten = rewrite_behind(comments, lines)
    rewrite_above([comment for comment in comments if comment.line not in rewritten], lines, path)
    for (line, column), text in names:
        lines[line] = lines[line][:column] + f"  {text[2:-2]}  " + lines[line][column + len(text):]
    for left_out in LEFT_OUT.finditer(source):
        first = source.count("\n", 0, left_out.start())
        for line in range(first, first + left_out.group().count("\n") + 1):
            lines[line] = ""
    group = next((name for beginning, name in GROUPS if path.startswith(beginning)), None)
    if group:
        for namespace in namespaces:
            join_group(namespace, lines, group)
    return "\n".join(lines)


def main():
    project = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(sys.argv[1], encoding="utf-8") as file:
        source = file.read()
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(filtered(source, os.path.relpath(os.path.abspath(sys.argv[1]), project)))


if __name__ == "__main__":
    main()
