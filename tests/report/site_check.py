#!/usr/bin/env python3
"""What can be said of a site without a browser.

  site_check.py SITE     prints what is wrong, and fails if anything is

Every id of a page is there once; every address leads to a file, and a mark in it to an id there; nothing is loaded from
elsewhere; pictures have a text and a size; headings go down by one level at a time; a page, what it loads at once and
the pictures that come when a reader has come to them weigh less than a megabyte in all.
"""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

MOST_BYTES = 1_000_000
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.ids, self.addresses, self.loaded, self.pictures = path, [], [], [], set()
        self.faults, self.headings, self.open = [], [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.close()
        if self.open:
            self.faults.append(f"<{self.open[-1]}> is not closed")
        for above, below in zip(self.headings, self.headings[1:]):
            if below > above + 1:
                self.faults.append(f"a heading of level {below} follows one of level {above}")
        if self.headings.count(1) != 1:
            self.faults.append(f"{self.headings.count(1)} headings of level 1")

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.addresses.append(values["href"])
        if tag == "link" or tag == "script":
            self.loaded += [values[key] for key in ("href", "src") if key in values]
        if tag == "img":
            self.addresses.append(values.get("src", ""))
            self.pictures.add(values.get("src", ""))
            if not values.get("alt"):
                self.faults.append(f"the picture {values.get('src')} has no text")
        if tag[0] == "h" and tag[1:].isdigit():
            self.headings.append(int(tag[1:]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> in line {self.getpos()[0]} closes <{self.open[-1] if self.open else ''}>")
            if tag in self.open:
                while self.open.pop() != tag:
                    pass
            return
        self.open.pop()


def check(site):
    names = sorted(name for name in os.listdir(site) if name.endswith(".html"))
    pages = {os.path.join(site, name): Page(os.path.join(site, name)) for name in names}
    faults = [] if names else [f"no page in {site}"]
    for path, page in pages.items():
        name = os.path.basename(path)
        faults += [f"{name}: {fault}" for fault in page.faults]
        faults += [f"{name}: the id '{one}' is there {page.ids.count(one)} times"
                   for one in sorted(set(page.ids)) if page.ids.count(one) > 1]
        weight = os.path.getsize(path)
        for address in page.loaded:
            parts = urlsplit(address)
            if parts.scheme == "data":
                continue
            file = os.path.normpath(os.path.join(site, unquote(parts.path)))
            if parts.scheme or parts.netloc or not os.path.exists(file):
                faults.append(f"{name}: loads {address}, which is elsewhere or not there")
            else:
                weight += os.path.getsize(file)
        for picture in page.pictures:
            file = os.path.join(site, unquote(urlsplit(picture).path))
            weight += os.path.getsize(file) if os.path.exists(file) else 0
        if weight > MOST_BYTES:
            faults.append(f"{name}: {weight} bytes with its scripts, styles and pictures")
        for address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme in ("http", "https", "mailto"):
                continue
            target = os.path.normpath(os.path.join(site, unquote(parts.path))) if parts.path else path
            if not os.path.exists(target):
                faults.append(f"{name}: {address} leads nowhere")
            elif parts.fragment and not parts.fragment.startswith("?") and target in pages and \
                    unquote(parts.fragment) not in pages[target].ids:
                faults.append(f"{name}: {address} leads to a mark that is not there")
    return faults


if __name__ == "__main__":
    found = check(sys.argv[1])
    print("\n".join(found) or "Nothing is wrong.")
    sys.exit(1 if found else 0)
