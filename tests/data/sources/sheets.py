"""Spreadsheets in the format of today (.xlsx), written with nothing but the standard library."""

import zipfile
from xml.sax.saxutils import escape

_PARTS = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/xl/workbook.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
}
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def write_sheet(path, rows):
    """One sheet from rows of text, numbers and None, which leaves a cell empty."""
    return write_sheets(path, {"Sheet1": rows})


def write_sheets(path, sheets):
    """A file of several sheets, by their names."""
    parts = dict(_PARTS)
    for place, (name, rows) in enumerate(sheets.items(), 1):
        parts[f"xl/worksheets/sheet{place}.xml"] = _sheet(rows)
        if place > 1:
            for part in _PARTS:
                parts[part] = _with_another(parts[part], place)
        written = f'name="Sheet{place}"' if place > 1 else 'name="Sheet1"'
        parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(written, f'name="{escape(name)}"')
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, _DECLARATION + part)
    return path


def _with_another(part, place):
    """What a part says of the first sheet, said of another one too."""
    for begins, ends in (
        ('<Override PartName="/xl/worksheets/sheet1.xml" ', "/>"),
        (
            '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/works',
            "/>",
        ),
    ):
        start = part.find(begins)
        if start >= 0:
            end = part.index(ends, start) + len(ends)
            one = part[start:end].replace("sheet1.xml", f"sheet{place}.xml").replace("rId1", f"rId{place}")
            return part[:end] + one + part[end:]
    more = f'<sheet name="Sheet{place}" sheetId="{place}" r:id="rId{place}"/></sheets>'
    return part.replace("</sheets>", more)


def _sheet(rows):
    body = "".join(
        f'<row r="{number}">{"".join(_cell(column, number, value) for column, value in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
    )
    return (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{body}</sheetData></worksheet>"
    )


def _cell(column, number, value):
    where = f"{chr(ord('A') + column)}{number}"
    if value is None:
        return ""
    if isinstance(value, str):
        return f'<c r="{where}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    return f'<c r="{where}"><v>{value}</v></c>'
