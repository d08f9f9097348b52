import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STYLE_OF } from './sheet-style.ts';
import { columnLetters, sheetEndXml, sheetHeadXml, sheetRowXml } from './sheet-xml.ts';

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %i is %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters);
});

test('a row names its places, gives each cell its look, and leaves out what is empty', () => {
  const cells = ['007', null, { decimal: '-12.50', look: 'amount2' }, '', { decimal: '', look: 'time' }] as const;
  expect(sheetRowXml(7, ['A', 'B', 'C', 'D', 'E'], cells)).toBe(
    '<row r="7"><c r="A7" s="2" t="inlineStr"><is><t>007</t></is></c><c r="C7" s="6"><v>-12.50</v></c></row>',
  );
});

test('the first row has the look of a head', () => {
  expect(sheetHeadXml(['A'], ['=Paid & done'], [])).toBe(
    '<row r="1"><c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">=Paid &amp; done</t></is></c></row>',
  );
});

test('above figures it stands at their end, above texts and times at their beginning', () => {
  const row = ['a text', { decimal: '', look: 'time' }, { decimal: '1.00', look: 'amount2' }, null] as const;
  const xml = sheetHeadXml(['A', 'B', 'C', 'D'], ['Name', 'Paid', 'Amount', 'Code'], row);
  expect([...xml.matchAll(/ s="(\d)"/g)].map(([, style]) => Number(style))).toEqual([
    STYLE_OF.head,
    STYLE_OF.head,
    STYLE_OF.headEnd,
    STYLE_OF.head,
  ]);
});

test.each(['NaN', 'Infinity', ''])('%j is no number of a sheet', (decimal) => {
  expect(sheetRowXml(1, ['A'], [{ decimal }])).toBe('<row r="1"></row>');
});

const plain = (row: number, xml: string) =>
  `<row r="${row}"><c r="A${row}" s="2" t="inlineStr"><is>${xml}</is></c></row>`;

test.each([
  ['Latte & <b>', 'Latte &amp; &lt;b&gt;'],
  [' two  spaces ', ' two  spaces '],
  ['two\r\nlines', 'two_x000D_\nlines'],
  ['bell\u0007', 'bell_x0007_'],
  ['no\uffffsign', 'no_xFFFF_sign'],
  ['_x000D_ as written', '_x005F_x000D_ as written'],
])('%j is written so that it is read as it was', (text, xml) => {
  expect(sheetRowXml(1, ['A'], [text])).toBe(plain(1, `<t xml:space="preserve">${xml}</t>`));
});

test('whatever a text looks like, it is neither a formula nor a number', () => {
  const lookalike = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[=+@-][\w"(),.]{1,20}$/),
    fc.stringMatching(/^\d{1,20}$/),
  );
  fc.assert(
    fc.property(lookalike, (text) => {
      fc.pre(text !== '');
      const xml = sheetRowXml(1, ['A'], [text]);
      expect(xml).toMatch(/^<row r="1"><c r="A1" s="2" t="inlineStr"><is><t[ >]/);
      expect(xml).not.toMatch(/<[fv]>/);
    }),
  );
});

test('of a text that no cell can hold its beginning is written, cut between characters', () => {
  const most = 'a'.repeat(32_767);
  expect(sheetRowXml(1, ['A'], [`${most}b`])).toBe(sheetRowXml(1, ['A'], [most]));
  expect(sheetRowXml(1, ['A'], [`${most.slice(1)}🍵`])).toBe(sheetRowXml(1, ['A'], [most.slice(1)]));
});

test('the head row filters all rows, and codes are meant as texts', () => {
  expect(sheetEndXml('A1:C7')).toBe(
    '<autoFilter ref="A1:C7"/><ignoredErrors><ignoredError sqref="A1:C7" numberStoredAsText="1"/></ignoredErrors>',
  );
});
