"""Spreadsheets in the format of today (.xlsx), written with nothing but the standard library."""

import zipfile
from xml.sax.saxutils import escape

_OVERRIDE = (
    '<Override PartName="/xl/worksheets/sheet{n}.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
)
_RELATION = (
    '<Relationship Id="rId{n}" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
    'Target="worksheets/sheet{n}.xml"/>'
)
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
    return _write(path, _PARTS, {"sheet1": rows})


def write_sheets(path, sheets):
    """Several sheets by name, each from its rows."""
    numbers = dict(enumerate(sheets, 1))
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in numbers.items())
    relations = "".join(_RELATION.format(n=n) for n in numbers)
    overrides = "".join(_OVERRIDE.format(n=n) for n in numbers)
    parts = {
        **_PARTS,
        "[Content_Types].xml": _PARTS["[Content_Types].xml"].replace(_OVERRIDE.format(n=1), overrides),
        "xl/_rels/workbook.xml.rels": _PARTS["xl/_rels/workbook.xml.rels"].replace(_RELATION.format(n=1), relations),
        "xl/workbook.xml": _PARTS["xl/workbook.xml"].replace('<sheet name="Sheet1" sheetId="1" r:id="rId1"/>', listed),
    }
    return _write(path, parts, {f"sheet{n}": sheets[name] for n, name in numbers.items()})


def _write(path, parts, sheets):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, _DECLARATION + part)
        for name, rows in sheets.items():
            archive.writestr(f"xl/worksheets/{name}.xml", _DECLARATION + _sheet(rows))
    return path


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
