import { partOf } from './zip-limits.ts';

/** Formats that every program knows: `0%` and `0.00%`. */
const KNOWN_PERCENTS: readonly string[] = ['9', '10'];
// names may have a prefix, as some programs write them
const FORMAT = /<(?:\w+:)?numFmt\s[^<>]*>/g;
const STYLES = /<(?:\w+:)?cellXfs\b/;
const STYLES_END = 'cellXfs>';
const STYLE = /<(?:\w+:)?xf\s[^<>]*>/g;
const SHEET = /<(?:\w+:)?sheet\s[^<>]*>/;
const RELATION = /<(?:\w+:)?Relationship\s[^<>]*>/g;
// one without a value ends at once
const CELL = /<(?:\w+:)?c\s[^<>]*[^<>/]>/g;
const CELL_STYLE = /\ss=["'](\d+)/;
const CELL_PLACE = /\sr=["'](\w+)/;

/**
 * Which cells of the first sheet show a percentage (`B2`): they hold a hundredth of the number that people read there, and the
 * reader of workbooks does not say so. A workbook that is put together unlike those of the known programs has none.
 */
export function percentCells(bytes: Buffer): ReadonlySet<string> {
  const cells = new Set<string>();
  const styles = percentStyles(partOf(bytes, 'xl/styles.xml') ?? '');
  if (styles.size === 0) return cells;
  for (const [tag] of (partOf(bytes, firstSheet(bytes)) ?? '').matchAll(CELL))
    if (styles.has(CELL_STYLE.exec(tag)?.[1] ?? '')) cells.add(CELL_PLACE.exec(tag)?.[1] ?? '');
  return cells;
}

/** The numbers of the styles whose format is a percentage. */
function percentStyles(xml: string): ReadonlySet<string> {
  const formats = new Set(KNOWN_PERCENTS);
  for (const [tag] of xml.matchAll(FORMAT))
    if (isPercent(attribute(tag, 'formatCode'))) formats.add(attribute(tag, 'numFmtId'));
  const from = xml.search(STYLES);
  const styles = from < 0 ? [] : [...xml.slice(from, xml.lastIndexOf(STYLES_END)).matchAll(STYLE)];
  return new Set(styles.flatMap(([tag], at) => (formats.has(attribute(tag, 'numFmtId')) ? [String(at)] : [])));
}

/** A sign in quotes, or behind a backslash, is shown and changes nothing. */
const isPercent = (format: string): boolean =>
  format
    .replaceAll('&quot;', '"')
    .replace(/"[^"]*"|\\./g, '')
    .includes('%');

function firstSheet(bytes: Buffer): string {
  const id = attribute(SHEET.exec(partOf(bytes, 'xl/workbook.xml') ?? '')?.[0] ?? '', 'id');
  const relations = (partOf(bytes, 'xl/_rels/workbook.xml.rels') ?? '').matchAll(RELATION).map(([tag]) => tag);
  const target = attribute(relations.find((tag) => attribute(tag, 'Id') === id) ?? '', 'Target');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Empty where the element has none. */
const attribute = (tag: string, name: string): string =>
  new RegExp(`[\\s:]${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).join('') ?? '';
