import { expect, test } from 'vitest';
import { columnLetters, sheetRowXml } from './sheet-xml.ts';

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

test('a row names its places, and leaves out what is empty', () => {
  expect(sheetRowXml(7, ['A', 'B', 'C'], ['007', null, -12.5])).toBe(
    '<row r="7"><c r="A7" t="inlineStr"><is><t>007</t></is></c><c r="C7"><v>-12.5</v></c></row>',
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is no number of a sheet', (value) => {
  expect(sheetRowXml(1, ['A'], [value])).toBe('<row r="1"></row>');
});

test.each([
  ['Latte & <b>', 'Latte &amp; &lt;b&gt;'],
  [' two  spaces ', ' two  spaces '],
  ['two\r\nlines', 'two_x000D_\nlines'],
  ['bell\u0007', 'bell_x0007_'],
  ['no\uffffsign', 'no_xFFFF_sign'],
  ['_x000D_ as written', '_x005F_x000D_ as written'],
])('%j is written so that it is read as it was', (text, xml) => {
  expect(sheetRowXml(1, ['A'], [text])).toBe(
    `<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c></row>`,
  );
});

test('of a text that no cell can hold its beginning is written, cut between characters', () => {
  const most = 'a'.repeat(32_767);
  expect(sheetRowXml(1, ['A'], [`${most}b`])).toBe(sheetRowXml(1, ['A'], [most]));
  expect(sheetRowXml(1, ['A'], [`${most.slice(1)}🍵`])).toBe(sheetRowXml(1, ['A'], [most.slice(1)]));
});
