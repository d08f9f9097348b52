/** How a number of a sheet is shown: a count, a time, or an amount with as many decimals. */
export type NumberLook = 'plain' | 'whole' | 'time' | 'amount0' | 'amount2' | 'amount3';
export type SheetLook = NumberLook | 'head' | 'headEnd' | 'text';

const AMOUNTS: Readonly<Record<number, NumberLook>> = { 0: 'amount0', 2: 'amount2', 3: 'amount3' };
/** By the digits of a currency. */
export const amountLook = (digits: number): NumberLook => AMOUNTS[digits] ?? 'plain';

/** In the order of the styles below. */
const LOOKS = ['plain', 'head', 'text', 'whole', 'time', 'amount0', 'amount2', 'amount3', 'headEnd'] as const;
/** The number of a look in the workbook's styles. */
export const STYLE_OF = Object.fromEntries(LOOKS.map((look, at) => [look, at])) as Readonly<Record<SheetLook, number>>;

/** Numbers of formats that every program knows. */
const GENERAL = 0;
const WHOLE = 1;
const GROUPED = 3;
const GROUPED_2 = 4;
const TEXT = 49;
const OWN = { time: 164, grouped3: 165 } as const;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/**
 * The styles of a workbook. Texts have the format of texts, so that one which looks like a formula stays a text when
 * its cell is edited.
 */
export function stylesXml(timePattern: string): string {
  const format = (id: number, alignment = '') =>
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${alignment}</xf>`;
  const head = (alignment = '') =>
    `<xf numFmtId="${TEXT}" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;
  const looks: Record<SheetLook, string> = {
    plain: format(GENERAL),
    head: head(),
    // above numbers, and not under the arrow of the filter
    headEnd: head('<alignment horizontal="right" indent="2"/>'),
    text: format(TEXT),
    whole: format(WHOLE),
    time: format(OWN.time, '<alignment horizontal="left"/>'),
    amount0: format(GROUPED),
    amount2: format(GROUPED_2),
    amount3: format(OWN.grouped3),
  };
  const formats = `<numFmts count="2"><numFmt numFmtId="${OWN.time}" formatCode="${attribute(sheetTimeFormat(timePattern))}"/><numFmt numFmtId="${OWN.grouped3}" formatCode="#,##0.000"/></numFmts>`;
  const fonts = `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>`;
  const fills =
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF0F2F5"/><bgColor indexed="64"/></patternFill></fill></fills>';
  const borders =
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FFC6CCD5"/></bottom><diagonal/></border></borders>';
  const base = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>';
  const cells = `<cellXfs count="${LOOKS.length}">${LOOKS.map((look) => looks[look]).join('')}</cellXfs>`;
  const names = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';
  return `<styleSheet xmlns="${MAIN}">${formats}${fonts}${fills}${borders}${base}${cells}${names}</styleSheet>`;
}

const KNOWN_PATTERN = /^(?:yyyy|MM|dd|HH|hh|mm|ss|a|[-/.年月日: ])+$/;
const FIRST_PATTERN = 'yyyy-MM-dd HH:mm:ss';

/**
 * The tenant's pattern (`dd.MM.yyyy HH:mm:ss`, `MM/dd/yyyy hh:mm:ss a`) as a spreadsheet's format, which shows it alike
 * on machines of all countries; for a pattern that is none, the first one.
 */
export function sheetTimeFormat(pattern: string): string {
  const known = KNOWN_PATTERN.test(pattern) ? pattern : FIRST_PATTERN;
  return known.replace(/[A-Za-z]+|[^\s:]/gu, (part) => {
    if (part === 'a') return 'AM/PM';
    return /[a-z]/i.test(part) ? part.toLowerCase() : `"${part}"`;
  });
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
