import { expect, test } from 'vitest';
import { CURRENCIES } from '#platform/money/contract/currency.ts';
import { amountLook, STYLE_OF, sheetTimeFormat, stylesXml } from './sheet-style.ts';

test.each([
  ['yyyy-MM-dd HH:mm:ss', 'yyyy"-"mm"-"dd hh:mm:ss'],
  ['dd.MM.yyyy HH:mm:ss', 'dd"."mm"."yyyy hh:mm:ss'],
  ['dd/MM/yyyy HH:mm:ss', 'dd"/"mm"/"yyyy hh:mm:ss'],
  ['MM/dd/yyyy hh:mm:ss a', 'mm"/"dd"/"yyyy hh:mm:ss AM/PM'],
  ['yyyy年MM月dd日 HH:mm:ss', 'yyyy"年"mm"月"dd"日" hh:mm:ss'],
  ['', 'yyyy"-"mm"-"dd hh:mm:ss'],
  ['yyyy"; [Red]0', 'yyyy"-"mm"-"dd hh:mm:ss'],
])('times of the pattern %j have the format %s', (pattern, format) => {
  expect(sheetTimeFormat(pattern)).toBe(format);
});

/** The format code that a look has in the styles of a workbook. */
function formatOf(look: keyof typeof STYLE_OF): string {
  const xml = stylesXml('dd.MM.yyyy HH:mm:ss');
  const looks = [...(xml.match(/<cellXfs.*<\/cellXfs>/)?.[0].matchAll(/numFmtId="(\d+)"/g) ?? [])].map(([, id]) => id);
  const id = looks[STYLE_OF[look]] ?? '';
  const builtIn: Record<string, string> = { 0: 'General', 1: '0', 3: '#,##0', 4: '#,##0.00', 49: '@' };
  return builtIn[id] ?? xml.match(new RegExp(`numFmtId="${id}" formatCode="([^"]*)"`))?.[1] ?? '';
}

test.each([
  ['plain', 'General'],
  ['head', '@'],
  ['headEnd', '@'],
  ['text', '@'],
  ['whole', '0'],
  ['time', 'dd&quot;.&quot;mm&quot;.&quot;yyyy hh:mm:ss'],
  ['amount0', '#,##0'],
  ['amount2', '#,##0.00'],
  ['amount3', '#,##0.000'],
] as const)('what looks %s has the format %s', (look, format) => {
  expect(formatOf(look)).toBe(format);
});

test('amounts of every currency have as many decimals as it', () => {
  for (const { digits } of Object.values(CURRENCIES))
    expect(formatOf(amountLook(digits))).toBe(digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`);
  expect(amountLook(7)).toBe('plain');
});
